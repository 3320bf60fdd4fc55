package dev.zaelimiter.loadtest.internal.plan;

import dev.zaelimiter.InvalidInputException;

/**
 * A time of a run in which the load stays the same.
 *
 * @param users how many there are
 * @param perSecond how many steps begin in a second; 0 for as fast as answers come
 * @param millis how long it lasts
 */
public record Stage(int users, double perSecond, long millis) {

    /** The most users of a run. */
    public static final int MOST_USERS = 1_000_000;

    /** The most steps a second. */
    public static final double MOST_PER_SECOND = 1e9;

    /** The longest time. */
    public static final long MOST_MILLIS = 7L * 24 * 3_600_000;

    /** Checks the ranges. */
    public Stage {
        if (users < 0 || users > MOST_USERS) {
            throw new InvalidInputException("users", users, "0 to " + MOST_USERS);
        }
        if (!(perSecond >= 0 && perSecond <= MOST_PER_SECOND)) {
            throw new InvalidInputException("per_second", perSecond, "0 (as fast as answers come) to 10^9");
        }
        if (millis < 1 || millis > MOST_MILLIS) {
            throw new InvalidInputException("millis", millis, "1 ms to 7 days");
        }
    }

    /**
     * What one of several does of it.
     *
     * @param number of the one, from 0
     * @param of how many there are
     * @return its share; it may have no users
     */
    public Stage share(int number, int of) {
        int mine = users / of + (number < users % of ? 1 : 0);
        // By users, so that one without users has nothing to do, and all shares add up to the whole.
        return new Stage(mine, users == 0 ? 0 : perSecond * mine / users, millis);
    }
}
