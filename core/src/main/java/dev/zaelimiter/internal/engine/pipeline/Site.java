package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.store.Key;
import java.util.List;

/**
 * Which shard of which bucket a pipeline is for, where the others are, and the way back into it for what comes later.
 * Safe for use by many threads.
 */
public final class Site {

    private final Engine engine;
    private final Siblings<?> siblings;
    private final Mailbox mailbox;
    private final String entity;
    private final String resource;
    private final int shard;
    private final Key key;

    Site(Engine engine, Siblings<?> siblings, Mailbox mailbox, String entity, String resource, int shard) {
        this.engine = engine;
        this.siblings = siblings;
        this.mailbox = mailbox;
        this.entity = entity;
        this.resource = resource;
        this.shard = shard;
        this.key = engine.keys().bucket(entity, resource, shard);
    }

    String entity() {
        return entity;
    }

    String resource() {
        return resource;
    }

    /** Which shard of the bucket, 0 for the first or only one. */
    int shard() {
        return shard;
    }

    Key key() {
        return key;
    }

    /** The way to the first shard, which says how many there are. */
    Sibling home() {
        return sibling(0);
    }

    /** The way to a shard of the bucket. */
    Sibling sibling(int other) {
        return siblings.get(entity, resource, other);
    }

    /** The ways to all shards of the bucket, the first one first. */
    List<? extends Sibling> all() {
        return siblings.all(entity, resource);
    }

    /** The pipeline was at rest, and is worked again. */
    void awoken() {
        siblings.awoken(entity, resource, shard);
    }

    /** The pipeline has opened a lane. */
    void laneOpened() {
        siblings.laneOpened(entity, resource, shard);
    }

    /** Brings an answer of the store, or a timer's word. */
    void answered(Mailbox.Message entry) {
        mailbox.answered(entry);
    }

    /** How many demands waited when the pipeline was last worked. */
    int waiting() {
        return mailbox.waiting();
    }

    /** Whether clients of the Python system work on the same store, as far as is known. */
    boolean besidePython() {
        return engine.python().isKnown();
    }

    void skipped(String limit) {
        engine.skipped(entity, resource, limit);
    }
}
