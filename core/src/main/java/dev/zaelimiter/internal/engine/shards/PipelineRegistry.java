package dev.zaelimiter.internal.engine.shards;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.MultiShardHost;
import dev.zaelimiter.internal.engine.pipeline.MultiShardTakes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of a repository: one per bucket or shard in use, the rest remembered up to a number.
 *
 * <p>There must never be two for one bucket while either has work. So the recently used are held in a bounded cache, a few
 * of them at hand, and all that anybody still holds on to (a flow, a lease, a write under way) in a map with weak values:
 * what falls out of the one is found in the other as long as it matters.
 */
public final class PipelineRegistry implements BucketPipeline.Registry {

    /** Ordered, so that tables find their way among names of equal hashes, which whoever chooses names can choose. */
    private record Id(String entity, String resource, int shard) implements Comparable<Id> {
        @Override
        public int compareTo(Id other) {
            int byEntity = entity.compareTo(other.entity);
            int byResource = byEntity != 0 ? byEntity : resource.compareTo(other.resource);
            return byResource != 0 ? byResource : Integer.compare(shard, other.shard);
        }

        @Override
        public int hashCode() {
            return (entity.hashCode() * 31 + resource.hashCode()) * 31 + shard;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Id that
                    && shard == that.shard
                    && entity.equals(that.entity)
                    && resource.equals(that.resource);
        }
    }

    private static final int MOST_AT_HAND = 256;

    private final Engine engine;
    /** The last one used of each hash: what a busy bucket costs to find. A power of two in number. */
    private final AtomicReferenceArray<@Nullable BucketPipeline> atHand;

    private final Cache<Id, BucketPipeline> recent;
    private final Cache<Id, BucketPipeline> alive =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    public PipelineRegistry(Engine engine, long max) {
        this.engine = engine;
        this.atHand = new AtomicReferenceArray<>((int) Long.highestOneBit(Math.min(max, MOST_AT_HAND)));
        this.recent =
                Caffeine.newBuilder().maximumSize(max).executor(Runnable::run).build();
    }

    @Override
    public BucketPipeline get(String entity, String resource, int shard) {
        int hash = (entity.hashCode() * 31 + resource.hashCode()) * 31 + shard;
        int place = (hash ^ (hash >>> 16)) & (atHand.length() - 1);
        BucketPipeline last = atHand.getAcquire(place);
        if (last != null
                && last.shard() == shard
                && last.entity().equals(entity)
                && last.resource().equals(resource)) {
            return last;
        }
        BucketPipeline found = find(entity, resource, shard);
        atHand.setRelease(place, found);
        return found;
    }

    private BucketPipeline find(String entity, String resource, int shard) {
        Id id = new Id(entity, resource, shard);
        BucketPipeline pipeline = recent.getIfPresent(id);
        if (pipeline == null) {
            pipeline = Objects.requireNonNull(
                    alive.get(id, key -> new BucketPipeline(engine, this, key.entity, key.resource, key.shard)));
            recent.put(id, pipeline);
        }
        return pipeline;
    }

    @Override
    public MultiShardTakes multiShardTakes(BucketPipeline home, MultiShardHost host) {
        return new MultiShardWorker(engine, home, host);
    }

    /** About how many are remembered. */
    public long size() {
        return recent.estimatedSize();
    }

    public void forgetImages(String entity) {
        each(pipeline -> {
            if (pipeline.entity().equals(entity)) {
                pipeline.enter(pipeline::forgetImage);
            }
        });
    }

    /**
     * Forgets the pipelines of an entity as if they had been evicted, for those who know that nobody holds one of them, nor
     * any work in one is under way. The simulation draws when; else the garbage collector would, and no run would repeat.
     */
    public void evict(String entity) {
        for (int i = 0; i < atHand.length(); i++) {
            BucketPipeline last = atHand.get(i);
            if (last != null && last.entity().equals(entity)) {
                atHand.set(i, null);
            }
        }
        recent.asMap().keySet().removeIf(id -> id.entity.equals(entity));
        alive.asMap().keySet().removeIf(id -> id.entity.equals(entity));
    }

    public void flush() {
        each(pipeline -> pipeline.enter(pipeline::flush));
    }

    public void giveUp() {
        each(pipeline -> pipeline.enter(pipeline::giveUp));
    }

    private void each(Consumer<BucketPipeline> action) {
        List<BucketPipeline> all = new ArrayList<>(alive.asMap().values());
        all.forEach(action);
    }
}
