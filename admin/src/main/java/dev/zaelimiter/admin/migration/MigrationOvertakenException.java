package dev.zaelimiter.admin.migration;

import dev.zaelimiter.RateLimiterException;

/** Somebody else has taken a migration over, and goes on with it. What was done until then is done. */
public final class MigrationOvertakenException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String migration;

    MigrationOvertakenException(String migration, String by) {
        super("migration " + migration + " was taken over by " + by
                + ", whose run goes on from there; this one has stopped");
        this.migration = migration;
    }

    /**
     * Which migration.
     *
     * @return its id
     */
    public String migration() {
        return migration;
    }
}
