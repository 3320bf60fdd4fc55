package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What somebody chooses of a load test's stack. What is not chosen stays as it is, and is by default in a new stack
 * what the template says. Immutable.
 */
public final class LoadTestOptions {

    /** Everything as it is, or by default. */
    public static final LoadTestOptions USUAL = builder().build();

    private final Map<String, String> parameters;
    private final Map<String, String> tags;

    private LoadTestOptions(Builder builder) {
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
     * Chooses. Each setter throws {@link InvalidInputException} for a value that AWS would refuse. Not for use by
     * several threads.
     */
    public static final class Builder {

        private static final int MOST_SUBNETS = 16;

        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<String, String> tags = new LinkedHashMap<>();

        private Builder() {}

        private Builder put(String parameter, Object value) {
            parameters.put(parameter, value.toString());
            return this;
        }

        private static String checked(String field, String value, String pattern, String rule) {
            if (!value.matches(pattern)) {
                throw new InvalidInputException(field, value, rule);
            }
            return value;
        }

        /**
         * The table that is loaded.
         *
         * @param name in the region of the stack; by default the name that the load test was made of
         * @return this builder
         */
        public Builder table(String name) {
            return put(
                    "TableName",
                    checked(
                            "table",
                            name,
                            "[a-zA-Z0-9_.-]{3,255}",
                            "the name of a table: 3 to 255 letters, digits, dots, hyphens and underscores"));
        }

        /**
         * The one namespace that workers may touch.
         *
         * @param id as {@code status} shows it; {@code *}, by default, for all
         * @return this builder
         */
        public Builder namespaceId(String id) {
            return put(
                    "NamespaceId",
                    checked(
                            "namespaceId",
                            id,
                            "\\*|[A-Za-z0-9_-]{1,64}",
                            "the id of a namespace, as status shows it, or *"));
        }

        /**
         * A network of your own, for an account that allows no other.
         *
         * @param vpc its id
         * @param subnets of it, 1 to 16, from which DynamoDB, S3, the image and the logs can be reached
         * @return this builder
         */
        public Builder network(String vpc, List<String> subnets) {
            put("VpcId", checked("vpc", vpc, "vpc-[0-9a-f]{8,17}", "the id of a VPC, as vpc-0123456789abcdef0"));
            if (subnets.isEmpty() || subnets.size() > MOST_SUBNETS) {
                throw new InvalidInputException("subnets", subnets, "1 to 16 subnets of the VPC");
            }
            subnets.forEach(each ->
                    checked("subnets", each, "subnet-[0-9a-f]{8,17}", "ids of subnets, as subnet-0123456789abcdef0"));
            return put("SubnetIds", String.join(",", subnets));
        }

        /**
         * What tasks run in.
         *
         * @param name of a public image with Java 17 or newer, sh, curl, sed and sha256sum
         * @return this builder
         */
        public Builder image(String name) {
            return put(
                    "WorkerImage",
                    checked(
                            "image",
                            name,
                            "[a-z0-9][A-Za-z0-9._/:@-]{1,254}",
                            "the name of an image, with a tag or a digest"));
        }

        /**
         * The size of a task.
         *
         * @param units 256 to 16384, of which 1024 are a processor
         * @param megabytes of memory; Fargate takes some for each size of processor
         * @return this builder
         */
        public Builder task(int units, int megabytes) {
            FargateSize size = FargateSize.of(units, megabytes);
            put("TaskCpu", size.units());
            return put("TaskMemory", size.megabytes());
        }

        /**
         * Whether workers can be calls of a function too. There is one once the program was pushed.
         *
         * @param function by default false
         * @return this builder
         */
        public Builder function(boolean function) {
            return put("EnableFunction", function);
        }

        /**
         * Memory of the function.
         *
         * @param megabytes 512 to 10240; by default 1769, which is a processor
         * @return this builder
         */
        public Builder functionMemory(int megabytes) {
            return put("FunctionMemory", StackValues.number("functionMemory", megabytes, 512, 10240, "MB"));
        }

        /**
         * For how long results are kept.
         *
         * @param days 1 to 3650; by default 90
         * @return this builder
         */
        public Builder resultRetentionDays(int days) {
            return put("ResultRetentionDays", StackValues.number("resultRetentionDays", days, 1, 3650, "days"));
        }

        /**
         * For how long the logs of workers are kept.
         *
         * @param days one of those that CloudWatch knows; by default 14
         * @return this builder
         */
        public Builder logRetentionDays(int days) {
            return put("LogRetentionDays", StackValues.retention(days));
        }

        /**
         * What bounds each role that is made.
         *
         * @param arn of a policy
         * @return this builder
         */
        public Builder permissionBoundary(String arn) {
            return put("PermissionBoundary", StackValues.POLICY.check("permissionBoundary", arn));
        }

        /**
         * A tag for the stack and all in it.
         *
         * @param key 1 to 128 characters
         * @param value up to 256 characters
         * @return this builder
         */
        public Builder tag(String key, String value) {
            StackValues.checkTag(key, value);
            if (!tags.containsKey(key) && tags.size() >= StackValues.MOST_TAGS) {
                throw new InvalidInputException("tag", key, "at most 50 tags");
            }
            tags.put(key, value);
            return this;
        }

        /**
         * What was chosen.
         *
         * @return options
         */
        public LoadTestOptions build() {
            return new LoadTestOptions(this);
        }
    }
}
