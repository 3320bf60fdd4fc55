package dev.zaelimiter;

/** Somebody else changed a level since it was read. Nothing was changed: read it again, and decide again. */
public final class ConfigConflictException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long actual;

    /**
     * Names both versions.
     *
     * @param level which level
     * @param expected the version that was asked for
     * @param actual the version that it has
     */
    public ConfigConflictException(Level level, long expected, long actual) {
        super("the limits of " + level + " were changed by somebody else: they have version " + actual + ", not "
                + expected + "; nothing was changed, so read them again");
        this.expected = expected;
        this.actual = actual;
    }

    /**
     * The version that was asked for.
     *
     * @return 0 or more
     */
    public long expected() {
        return expected;
    }

    /**
     * The version that the level has.
     *
     * @return 0 or more
     */
    public long actual() {
        return actual;
    }
}
