package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.InvalidInputException;
import java.util.regex.Pattern;

/**
 * A place in a bucket.
 *
 * @param bucket the bucket's name
 * @param prefix what the names of objects begin with: empty, or with {@code /} at its end
 */
public record S3Location(String bucket, String prefix) {

    private static final String SCHEME = "s3://";
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.\\-]{1,61}[a-z0-9]");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9!_.*'()\\-=+:/]{0,512}");

    /** Checks both, and ends the prefix with {@code /}. */
    public S3Location {
        if (!BUCKET.matcher(bucket).matches()) {
            throw new InvalidInputException(
                    "bucket", bucket, "a bucket's name: 3 to 63 small letters, digits, dots and hyphens");
        } else if (!PREFIX.matcher(prefix).matches() || prefix.startsWith("/") || prefix.contains("//")) {
            throw new InvalidInputException(
                    "prefix",
                    prefix,
                    "up to 512 letters, digits and ! _ . * ' ( ) - = + : /, without a / at its beginning");
        }
        if (!prefix.isEmpty() && !prefix.endsWith("/")) {
            prefix = prefix + "/";
        }
    }

    /**
     * Whether a text names a place in a bucket, right or wrong.
     *
     * @param text any
     * @return true if it begins with {@code s3://}
     */
    public static boolean isOne(String text) {
        return text.startsWith(SCHEME);
    }

    /**
     * Reads an address.
     *
     * @param text {@code s3://BUCKET} or {@code s3://BUCKET/PREFIX}
     * @return the place
     * @throws InvalidInputException if it is none
     */
    public static S3Location parse(String text) {
        if (!isOne(text)) {
            throw new InvalidInputException("location", text, "s3://BUCKET/PREFIX");
        }
        String rest = text.substring(SCHEME.length());
        int end = rest.indexOf('/');
        return end < 0 ? new S3Location(rest, "") : new S3Location(rest.substring(0, end), rest.substring(end + 1));
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + prefix;
    }
}
