package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import java.util.random.RandomGenerator;

/**
 * Looks for other shards of a bucket that was never seen, and whose first shard, which says how many there are, lies on
 * a partition that answers no reads for the moment. Each shard knows how many there were when it was last divided, so
 * any one will do to go on with. Belongs to the one who works the pipeline of the first shard.
 *
 * <p>Of a bucket of n shards all from 0 to n exclusive are there, and n is a power of two. So one is asked of each
 * range from a power of two to the next: the first of them there is if any is, the last few are mostly too many.
 */
final class Probe {

    /** Not again sooner: what asks for reads here has just been told that there are too many. */
    private static final long PAUSE_NANOS = 100_000_000;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private boolean begun;
    private long notBeforeNanos;

    Probe(Engine engine, Site site, Work work) {
        this.engine = engine;
        this.site = site;
        this.work = work;
    }

    /** The first shard was read: it knows better. */
    void forget() {
        work.state.told(null);
    }

    /** The first shard could not be read for the sake of its partition. */
    void begin(Outbox out) {
        if (work.state.seen() != null) {
            return;
        }
        if (work.state.told() != null) {
            goOn(out);
        }
        long now = work.nowNanos();
        if (begun && now - notBeforeNanos < 0) {
            return;
        }
        begun = true;
        notBeforeNanos = now + PAUSE_NANOS;
        RandomGenerator random = engine.environment().random();
        for (int least = 1; least < Shares.MAX; least *= 2) {
            ask(site.sibling(least + random.nextInt(least)), now);
        }
    }

    private void ask(Sibling shard, long began) {
        engine.telemetry().countRead();
        Callbacks.whenDone(
                engine.store().get(shard.key()),
                (item, failure) -> site.answered(out -> {
                    // One that is throttled as well tells nothing: others were asked, and the first shard is asked
                    // again.
                    if (item != null) {
                        found(shard, item, began, out);
                    }
                }));
    }

    private void found(Sibling shard, Item item, long began, Outbox out) {
        BucketImage image;
        try {
            image = engine.schema(item.layout()).decode(item);
        } catch (DamagedBucketException damaged) {
            // Whoever asks that shard is told.
            return;
        }
        shard.saw(item, began, out);
        int shards = (int) Math.min(Shares.MAX, image.shardCount());
        Background.Told before = work.state.told();
        if (work.state.seen() == null && shards > (before == null ? 1 : before.count())) {
            work.state.told(new Background.Told(shards, new Lineage(image.parent(), image.cascade(), null, null)));
            goOn(out);
        }
    }

    private void goOn(Outbox out) {
        work.waitlist.answer(work.waitlist.loads, null, out);
        // They come here first.
        site.home().avoid(out);
    }

    void keep(ColdBucket cold) {
        if (begun) {
            cold.rare().probed = true;
            cold.rare().probeNotBefore = notBeforeNanos;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        if (rare != null && rare.probed) {
            begun = true;
            notBeforeNanos = rare.probeNotBefore;
        }
    }
}
