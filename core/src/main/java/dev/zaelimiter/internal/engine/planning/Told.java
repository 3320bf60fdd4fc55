package dev.zaelimiter.internal.engine.planning;

/** As of when limits are told of a request. */
public enum Told {
    /** As the bucket is: nothing of the request is taken. */
    BEFORE,
    /** The bucket has given it; told as if it were back. */
    AS_IF_BACK,
    /** The bucket has given it; told as it is now. No limit refuses it. */
    AFTER
}
