package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What AWS takes for a setting of a stack; said before it is asked. */
enum StackValues {
    KEY(
            "arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+",
            "the ARN of a key of KMS, arn:aws:kms:REGION:ACCOUNT:key/ID, not of an alias"),
    BUCKET("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", "the name of a bucket: 3 to 63 small letters, digits, dots and hyphens"),
    TOPIC(
            "arn:[a-z-]+:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]+",
            "the ARN of a topic of SNS, arn:aws:sns:REGION:ACCOUNT:NAME"),
    POLICY(
            "arn:[a-z-]+:iam::(aws|[0-9]{12}):policy/.+",
            "the ARN of a policy of IAM, arn:aws:iam::ACCOUNT:policy/NAME"),
    ROLE("arn:[a-z-]+:iam::[0-9]{12}:role/.+", "the ARN of a role of IAM, arn:aws:iam::ACCOUNT:role/NAME");

    static final int MOST_TAGS = 50;

    private static final Pattern TAG = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");
    private static final int LONGEST_TAG_KEY = 128;
    private static final int LONGEST_TAG_VALUE = 256;
    private static final List<String> RUNTIMES = List.of("java17", "java21", "java25");
    private static final List<Integer> RETENTIONS = List.of(
            1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653);

    private final Pattern allowed;
    private final String rule;

    StackValues(String allowed, String rule) {
        this.allowed = Pattern.compile(allowed);
        this.rule = rule;
    }

    /** Gives the value back; an empty one takes back what was chosen before. */
    String check(String field, String value) {
        if (!value.isEmpty() && !allowed.matcher(value).matches()) {
            throw new InvalidInputException(field, value, rule);
        }
        return value;
    }

    static int number(String field, int value, int least, int most, String unit) {
        if (value < least || value > most) {
            throw new InvalidInputException(field, value, least + " to " + most + " " + unit);
        }
        return value;
    }

    static String runtime(String value) {
        if (!RUNTIMES.contains(value)) {
            throw new InvalidInputException("lambdaRuntime", value, String.join(", ", RUNTIMES));
        }
        return value;
    }

    static int retention(int days) {
        if (!RETENTIONS.contains(days)) {
            String known = RETENTIONS.stream().map(String::valueOf).collect(Collectors.joining(", "));
            throw new InvalidInputException("logRetentionDays", days, "what CloudWatch knows: " + known + " days");
        }
        return days;
    }

    static void checkTag(String key, String value) {
        if (key.isEmpty()
                || key.length() > LONGEST_TAG_KEY
                || key.startsWith("aws:")
                || !TAG.matcher(key).matches()) {
            throw new InvalidInputException(
                    "tag",
                    key,
                    "a key of 1 to 128 letters, digits, spaces and _ . : / = + - @, not beginning with aws:");
        } else if (value.length() > LONGEST_TAG_VALUE || !TAG.matcher(value).matches()) {
            throw new InvalidInputException(
                    "tag " + key, value, "a value of up to 256 letters, digits, spaces and _ . : / = + - @");
        }
    }
}
