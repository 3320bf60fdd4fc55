package dev.zaelimiter.testkit.internal.simulation;

/**
 * In which ways the Python system alone lets in more than a limit allows, or loses tokens. Each is measured where it
 * comes from.
 */
enum Excess {
    /**
     * What refilled while a bucket was full, which a fast write does not throw away, since it leaves the stamp where it
     * is.
     */
    REST("a rest is spent twice"),
    /** A shard that a division left with more than its part: a fast write takes it before a slow one cuts it. */
    ABOVE("what a division left above a part"),
    /** A shard that is made starts full, whatever the others hold. */
    MADE("a new shard is full"),
    /** For a while some shards refill by the old count and others by the new one. */
    UNEVEN("shards that count differently"),
    /**
     * A fast write leaves the time to live where it is, and a slow one counts no debt: a bucket may vanish before it is
     * full.
     */
    VANISHED("a bucket vanishes too early"),

    /** A slow write rounds each refill down, and throws away what came back between its reads and itself. */
    ROUNDED("a refill is rounded down"),
    /** Who believes in more shards holds less in each, and the new ones are not there yet. */
    DIVIDED("a division cuts each shard"),
    /** What goes back to a shard that holds more than its part by now. */
    CUT("what goes back is cut"),
    /** Anything else that was there and is not any more. */
    LOST("a write lost tokens");

    private final String words;

    Excess(String words) {
        this.words = words;
    }

    /** What happens. */
    String words() {
        return words;
    }

    /** Whether more was let in by it, or less. */
    boolean adds() {
        return compareTo(ROUNDED) < 0;
    }
}
