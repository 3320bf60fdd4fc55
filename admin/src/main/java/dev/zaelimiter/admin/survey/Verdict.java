package dev.zaelimiter.admin.survey;

/** What becomes of something that lies in a store. */
public enum Verdict {
    /** It works here as it does there, or there is none. */
    SAME,
    /** It works, and costs more than it needs to. */
    COSTS,
    /** It works, but not in every way as it does there. */
    DIFFERS,
    /** Only the Python system can follow it: an acquire that it decides for fails here, and names it. */
    REFUSED,
    /** It has to be dealt with before this system is used on the store. */
    FIRST,
    /** Nobody can see in a store whether it is used. */
    UNSEEN;

    /**
     * Whether somebody has to do something.
     *
     * @return true if this system is not to be used on the store as it is
     */
    public boolean isInTheWay() {
        return this == REFUSED || this == FIRST;
    }
}
