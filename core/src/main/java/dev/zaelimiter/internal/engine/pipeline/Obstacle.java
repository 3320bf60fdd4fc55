package dev.zaelimiter.internal.engine.pipeline;

/** What is in the way of demands that were left in the queue. */
enum Obstacle {
    NONE,

    /** The image is too old to refuse from. */
    STALE_IMAGE,

    /** The bucket lacks a limit that is stored. */
    MISSING_LIMIT,

    /** The bucket lacks a limit that came with the call. */
    MISSING_CALL_LIMIT,

    /** What is known of the configuration is older than the demand. */
    STALE_CONFIG
}
