package dev.zaelimiter.embedded;

import dev.zaelimiter.RateLimiterException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file can't be opened as a store. It is as it was, byte for byte; the message says what to do. */
public final class StoreFileException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** A store has it open, in this process or another. */
        IN_USE,
        /** It is something else. */
        FOREIGN,
        /**
         * Something that was acknowledged is missing from it, or something is in it that was not written by a store.
         */
        DAMAGED,
        /** It was written by a later version. */
        NEWER,
        /** It can't be read or written: the cause says why. */
        INACCESSIBLE
    }

    private final String path;
    private final Reason reason;

    StoreFileException(Path path, Reason reason, String what, @Nullable Throwable cause) {
        super(path + " " + what, cause);
        this.path = path.toString();
        this.reason = reason;
    }

    /**
     * The file.
     *
     * @return as it was given
     */
    public Path path() {
        return Path.of(path);
    }

    /**
     * What is wrong.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
