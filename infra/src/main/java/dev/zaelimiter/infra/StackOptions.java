package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What somebody chooses of a stack. What is not chosen stays as it is, and is by default in a new stack what the
 * template says. Immutable.
 */
public final class StackOptions {

    /** Everything as it is, or by default. */
    public static final StackOptions USUAL = builder().build();

    private final Map<String, String> parameters;
    private final Map<String, String> tags;

    private StackOptions(Builder builder) {
        this.parameters = Map.copyOf(builder.parameters());
        this.tags = Map.copyOf(builder.tags);
    }

    /**
     * Nothing chosen yet.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Parameters of the template that were chosen. */
    Map<String, String> parameters() {
        return parameters;
    }

    /** Tags for the stack and all in it. */
    Map<String, String> tags() {
        return tags;
    }

    /**
     * Chooses. Each setter throws {@link InvalidInputException} for a value that AWS would refuse; an empty text takes
     * back what was chosen before. Not for use by several threads.
     */
    public static final class Builder extends FunctionOptions<Builder> {

        private final Map<String, String> tags = new LinkedHashMap<>();

        private Builder() {}

        @Override
        Builder self() {
            return this;
        }

        /**
         * Whether the table refuses to be deleted.
         *
         * @param protection by default false
         * @return this builder
         */
        public Builder deletionProtection(boolean protection) {
            return put("EnableDeletionProtection", protection);
        }

        /**
         * A key of your own for the table.
         *
         * @param arn of a key of KMS; its policy must allow those who use the table to use it through DynamoDB
         * @return this builder
         */
        public Builder kmsKey(String arn) {
            return put("KmsKeyArn", StackValues.KEY.check("kmsKey", arn));
        }

        /**
         * How far back the table can be restored.
         *
         * @param days 1 to 35; by default 35
         * @return this builder
         */
        public Builder recoveryDays(int days) {
            return put("RecoveryDays", StackValues.number("recoveryDays", days, 1, 35, "days"));
        }

        /**
         * Whether records of changes are archived when they expire.
         *
         * @param archival by default true
         * @return this builder
         */
        public Builder auditArchival(boolean archival) {
            return put("EnableAuditArchival", archival);
        }

        /**
         * When an archived object moves to Glacier Instant Retrieval.
         *
         * @param days 1 to 3650; by default 90
         * @return this builder
         */
        public Builder auditGlacierDays(int days) {
            return put("AuditGlacierDays", StackValues.number("auditGlacierDays", days, 1, 3650, "days"));
        }

        /**
         * Whether alarms are made.
         *
         * @param alarms by default true
         * @return this builder
         */
        public Builder alarms(boolean alarms) {
            return put("EnableAlarms", alarms);
        }

        /**
         * A topic that is told of alarms.
         *
         * @param arn of a topic of SNS
         * @return this builder
         */
        public Builder alarmTopic(String arn) {
            return put("AlarmTopicArn", StackValues.TOPIC.check("alarmTopic", arn));
        }

        /**
         * Whether policies and roles are made.
         *
         * @param iam by default true
         * @return this builder
         */
        public Builder iam(boolean iam) {
            return put("CreateIam", iam);
        }

        /**
         * Whether the roles app, admin and read are made.
         *
         * @param roles by default false
         * @return this builder
         */
        public Builder roles(boolean roles) {
            return put("CreateRoles", roles);
        }

        /**
         * What bounds each role that is made.
         *
         * @param arn of a policy of IAM
         * @return this builder
         */
        public Builder permissionBoundary(String arn) {
            return put("PermissionBoundary", StackValues.POLICY.check("permissionBoundary", arn));
        }

        /**
         * How roles are named.
         *
         * @param format with one {@code {}} for the name and a component
         * @return this builder
         */
        public Builder roleNameFormat(String format) {
            StackName.checkFormat("roleNameFormat", format);
            return put("RoleNameFormat", format);
        }

        /**
         * How policies are named.
         *
         * @param format with one {@code {}} for the name and a component
         * @return this builder
         */
        public Builder policyNameFormat(String format) {
            StackName.checkFormat("policyNameFormat", format);
            return put("PolicyNameFormat", format);
        }

        /**
         * A tag for the stack and all in it.
         *
         * @param key 1 to 128 characters, not beginning with {@code aws:}
         * @param value up to 256 characters
         * @return this builder
         */
        public Builder tag(String key, String value) {
            StackValues.checkTag(key, value);
            tags.put(key, value);
            if (tags.size() > StackValues.MOST_TAGS) {
                throw new InvalidInputException("tag", key, "at most " + StackValues.MOST_TAGS + " tags");
            }
            return this;
        }

        /**
         * All that was chosen.
         *
         * @return the options
         */
        public StackOptions build() {
            return new StackOptions(this);
        }
    }
}
