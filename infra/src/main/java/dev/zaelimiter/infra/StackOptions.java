package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What somebody chooses of a stack. What is not chosen stays as it is, and is by default in a new stack what the template
 * says. Immutable.
 */
public final class StackOptions {

    /** Everything as it is, or by default. */
    public static final StackOptions USUAL = builder().build();

    private final Map<String, String> parameters;
    private final Map<String, String> tags;

    private StackOptions(Builder builder) {
        this.parameters = Map.copyOf(builder.parameters);
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
     * Chooses. Each setter throws {@link InvalidInputException} for a value that AWS would refuse; an empty text takes back
     * what was chosen before. Not for use by several threads.
     */
    public static final class Builder {

        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<String, String> tags = new LinkedHashMap<>();

        private Builder() {}

        private Builder put(String parameter, Object value) {
            parameters.put(parameter, value.toString());
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
         * Whether usage is summed up by a function.
         *
         * @param aggregator by default true
         * @return this builder
         */
        public Builder aggregator(boolean aggregator) {
            return put("EnableAggregator", aggregator);
        }

        /**
         * A bucket of your own for the function's code, instead of one in the stack.
         *
         * @param bucket in the region of the stack
         * @return this builder
         */
        public Builder codeBucket(String bucket) {
            return put("FunctionCodeBucket", StackValues.BUCKET.check("codeBucket", bucket));
        }

        /**
         * What runs the function.
         *
         * @param runtime {@code java17}, {@code java21} (by default) or {@code java25}
         * @return this builder
         */
        public Builder lambdaRuntime(String runtime) {
            return put("FunctionRuntime", StackValues.runtime(runtime));
        }

        /**
         * Memory of the function.
         *
         * @param megabytes 256 to 10240; by default 512
         * @return this builder
         */
        public Builder lambdaMemory(int megabytes) {
            return put("FunctionMemory", StackValues.number("lambdaMemory", megabytes, 256, 10240, "MB"));
        }

        /**
         * When a call of the function is ended. An alarm goes off at 80% of it.
         *
         * @param seconds 10 to 900; by default 60
         * @return this builder
         */
        public Builder lambdaTimeout(int seconds) {
            put("FunctionTimeout", StackValues.number("lambdaTimeout", seconds, 10, 900, "seconds"));
            return put("FunctionDurationAlarm", seconds * 800);
        }

        /**
         * The windows that usage is summed up by.
         *
         * @param windows at least one; by default hourly and daily
         * @return this builder
         */
        public Builder usageWindows(Collection<UsageWindow> windows) {
            if (windows.isEmpty()) {
                throw new InvalidInputException("usageWindows", "", "at least one window");
            }
            return put(
                    "UsageWindows",
                    new TreeSet<>(windows).stream().map(UsageWindow::text).collect(Collectors.joining(",")));
        }

        /**
         * For how long the function's log is kept.
         *
         * @param days one of those that CloudWatch knows: 1, 3, 5, 7, 14, 30, 60, 90 and on; by default 30
         * @return this builder
         */
        public Builder logRetentionDays(int days) {
            return put("LogRetentionDays", StackValues.retention(days));
        }

        /**
         * Whether calls of the function are traced.
         *
         * @param tracing by default false
         * @return this builder
         */
        public Builder tracing(boolean tracing) {
            return put("EnableTracing", tracing);
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
         * A role of your own for the function.
         *
         * @param arn of a role that Lambda may assume
         * @return this builder
         */
        public Builder aggregatorRole(String arn) {
            return put("AggregatorRoleArn", StackValues.ROLE.check("aggregatorRole", arn));
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
