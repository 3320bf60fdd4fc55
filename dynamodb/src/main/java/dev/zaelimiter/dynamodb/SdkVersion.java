package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The version of the AWS SDK on the class path. An older one than is needed lacks classes, and would be noticed in the
 * middle of an acquire; so the version is checked when a table is opened. Its parts should have one version, which its
 * BOM sees to; both the common part and that of DynamoDB are looked at.
 */
final class SdkVersion {

    /**
     * The oldest that all tests of this module have passed with: {@code -Dawssdk.version}. Also said in the
     * documentation.
     */
    static final String LEAST = "2.33.0";

    private static final String COMMON = "software.amazon.awssdk.core.util.VersionInfo";
    private static final String OF_DYNAMODB = "software.amazon.awssdk.services.dynamodb.internal.ServiceVersionInfo";

    private SdkVersion() {}

    /** Refuses to go on with an SDK that is too old. */
    static void check() {
        check(found(COMMON, "SDK_VERSION"));
        check(found(OF_DYNAMODB, "VERSION"));
    }

    static void check(@Nullable String version) {
        if (version != null && isOlder(version, LEAST)) {
            throw new CannotOpenException(
                    Reason.LIBRARY_UNFIT,
                    "the AWS SDK on the class path is version " + version + ", and at least " + LEAST
                            + " is needed: import software.amazon.awssdk:bom in that version or a newer one",
                    null);
        }
    }

    /** Something of the SDK, or of what it stands on, is missing. */
    static CannotOpenException unfit(String table, LinkageError missing) {
        return new CannotOpenException(
                Reason.LIBRARY_UNFIT,
                "can't open table " + table + ": something is missing on the class path: " + missing + "; " + said(),
                missing);
    }

    /** Which version is there, and which is needed, for messages. */
    static String said() {
        return "the AWS SDK there is version " + found(COMMON, "SDK_VERSION") + " (of DynamoDB "
                + found(OF_DYNAMODB, "VERSION") + "), and at least " + LEAST + " of all its parts is needed";
    }

    /** By reflection: the compiler would put the version that it sees in the constant's place. */
    private static @Nullable String found(String type, String field) {
        try {
            return (String) Class.forName(type, false, SdkVersion.class.getClassLoader())
                    .getField(field)
                    .get(null);
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            return null; // Another version tells it elsewhere; then nothing is known, and nothing is refused.
        }
    }

    private static boolean isOlder(String version, String least) {
        int[] ours = numbers(version);
        int[] needed = numbers(least);
        for (int i = 0; i < needed.length; i++) {
            if (ours[i] != needed[i]) {
                return ours[i] < needed[i];
            }
        }
        return false;
    }

    /** The first three numbers; what is none counts as the largest, since nothing is known of it. */
    private static int[] numbers(String version) {
        String[] parts = version.split("[.-]", -1);
        int[] numbers = new int[3];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] =
                    i < parts.length && parts[i].matches("\\d{1,8}") ? Integer.parseInt(parts[i]) : Integer.MAX_VALUE;
        }
        return numbers;
    }
}
