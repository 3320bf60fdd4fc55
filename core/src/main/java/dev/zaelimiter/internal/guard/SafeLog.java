package dev.zaelimiter.internal.guard;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of the limiter, and of what calls it for others. Whatever its back end throws (a full disk, an appender of
 * the application's) stays here: over a line of text nobody loses an answer, and no bucket and no lease stays taken.
 * Safe for use by many threads.
 */
public final class SafeLog {

    private final Logger logger;

    SafeLog(Logger logger) {
        this.logger = logger;
    }

    /** Under the name that users of the limiter know. */
    public static SafeLog ofLimiter() {
        return new SafeLog(LoggerFactory.getLogger("dev.zaelimiter"));
    }

    /** Under the name of a class. */
    public static SafeLog of(Class<?> part) {
        return new SafeLog(LoggerFactory.getLogger(part));
    }

    /** Under a name that users know. */
    public static SafeLog named(String name) {
        return new SafeLog(LoggerFactory.getLogger(name));
    }

    public void error(String format, @Nullable Object... arguments) {
        write(() -> logger.error(format, arguments));
    }

    public void warn(String format, @Nullable Object... arguments) {
        write(() -> logger.warn(format, arguments));
    }

    public void info(String format, @Nullable Object... arguments) {
        write(() -> logger.info(format, arguments));
    }

    public void debug(String format, @Nullable Object... arguments) {
        write(() -> logger.debug(format, arguments));
    }

    private static void write(Runnable line) {
        try {
            line.run();
        } catch (RuntimeException | Error unwritten) {
            // There is nobody to tell: whoever would be told is what has failed.
        }
    }
}
