package dev.zaelimiter.aggregator;

/** Hears what an aggregator does. Called on its threads: must return soon, and may be called by several at once. */
public interface AggregatorListener {

    /** Hears nothing. */
    AggregatorListener NONE = new AggregatorListener() {};

    /**
     * A batch is through, or as far as it got.
     *
     * @param batch what was given; no changes, if it tells of expired records that were put aside and are archived now,
     *     or still can't be
     * @param outcome how it went
     */
    default void batch(StreamBatch batch, BatchOutcome outcome) {}

    /**
     * Changes were lost before they could be counted: their reader fell too far behind, or the stream had dropped them.
     *
     * @param streamShard the shard of the stream, or the name of the feed
     */
    default void gap(String streamShard) {}
}
