package dev.zaelimiter.dynamodb;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks into what was thrown: what it says, and what it comes from. */
final class Causes {

    private static final Pattern SDK_NOISE = Pattern.compile(
            "software\\.amazon\\.awssdk\\.[a-z0-9.]*|\\(SDK Attempt Count: \\d+\\)|\\s+at \\[Source: .*");

    /** A chain of causes may be a ring. */
    private static final int DEEPEST = 50;

    private Causes() {}

    /** What the SDK says, without the names of its packages and what it counts. */
    static String said(Throwable cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        String plain = SDK_NOISE.matcher(message).replaceAll("").strip();
        return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    }

    /** The name that the HTTP client gives to what went wrong, or an empty text. */
    static String httpError(Throwable failure) {
        Throwable found = first(failure, CrtErrors::isOne);
        return found == null ? "" : CrtErrors.name(found);
    }

    static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return first(failure, type::isInstance) != null;
    }

    static boolean says(Throwable failure, String words) {
        return first(
                        failure,
                        cause -> String.valueOf(cause.getMessage())
                                .toLowerCase(Locale.ROOT)
                                .contains(words))
                != null;
    }

    private static @Nullable Throwable first(Throwable failure, Predicate<Throwable> wanted) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (wanted.test(cause)) {
                return cause;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
