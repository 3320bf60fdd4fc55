package dev.zaelimiter.internal.engine.shards;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.MultiShardHost;
import dev.zaelimiter.internal.engine.pipeline.MultiShardTakes;
import dev.zaelimiter.internal.guard.OneByOne;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of a repository: one per bucket or shard in use, and what is left of others, up to a number.
 *
 * <p>There must never be two for one bucket while either has work. So the recently used are held in a bounded cache, a
 * few of them at hand, and all that anybody still holds on to (a flow, a lease, a write under way) in a map with weak
 * values: what falls out of the one is found in the other as long as it matters.
 *
 * <p>One that falls out of the cache is put to rest as soon as nothing is under way there, and held until then: what is
 * left of it ({@link Cold}) goes where the next pipeline of that bucket goes on from. What is left counts only as long
 * as nobody works the pipeline again, who may still hold it: whoever does takes it back first ({@link #awoken}).
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

    /** So many are put to rest for one that comes. Those that can't be yet are looked at again later. */
    private static final int RESTED_FOR_ONE = 4;

    private final Engine engine;
    /**
     * The one whose lane was opened last: if one is asked far more than others, it is this one. The cache does not hear
     * of those who come to it here, or at hand, and may let it fall for one that is asked less. Then it loses its lane,
     * no more: whoever comes next puts it back, and what is put back often is kept for longer.
     */
    private volatile @Nullable BucketPipeline busiest;
    /** The last one used of each hash: what a busy bucket costs to find. A power of two in number. */
    private final AtomicReferenceArray<@Nullable BucketPipeline> atHand;
    /**
     * The whole hashes of those, or of others a moment ago: among many buckets one look here tells most of the time
     * that it is another one, whose names need not be fetched into the processor's cache.
     */
    private final AtomicIntegerArray hashes;

    private final Cache<Id, BucketPipeline> recent;
    private final Cache<Id, BucketPipeline> alive =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();
    private final Cold<Id> cold;
    /** Those that fell out of the cache and are not at rest yet. */
    private final Queue<BucketPipeline> leaving = new ConcurrentLinkedQueue<>();

    /**
     * None yet.
     *
     * @param hot the most pipelines, but for those in use
     * @param max the most buckets of which anything is remembered, {@code hot} or more
     */
    public PipelineRegistry(Engine engine, long hot, long max) {
        this.engine = engine;
        this.atHand = new AtomicReferenceArray<>((int) Long.highestOneBit(Math.min(hot, MOST_AT_HAND)));
        this.hashes = new AtomicIntegerArray(atHand.length());
        this.cold = new Cold<>(max - hot, id -> engine.keys().bucket(id.entity, id.resource, id.shard));
        this.recent = Caffeine.newBuilder()
                .maximumSize(hot)
                .executor(Runnable::run)
                .evictionListener(this::leaves)
                .build();
    }

    private void leaves(@Nullable Id id, @Nullable BucketPipeline pipeline, RemovalCause cause) {
        if (pipeline != null && cold.isKept()) {
            leaving.add(pipeline);
        }
    }

    @Override
    public BucketPipeline get(String entity, String resource, int shard) {
        BucketPipeline busy = busiest;
        if (busy != null && isFor(busy, entity, resource, shard)) {
            return busy;
        }
        int hash = (entity.hashCode() * 31 + resource.hashCode()) * 31 + shard;
        int place = (hash ^ (hash >>> 16)) & (atHand.length() - 1);
        BucketPipeline last = hashes.getPlain(place) == hash ? atHand.getAcquire(place) : null;
        if (last != null && isFor(last, entity, resource, shard)) {
            return last;
        }
        BucketPipeline found = find(entity, resource, shard);
        atHand.setRelease(place, found);
        hashes.setRelease(place, hash);
        return found;
    }

    private static boolean isFor(BucketPipeline pipeline, String entity, String resource, int shard) {
        return pipeline.shard() == shard
                && pipeline.entity().equals(entity)
                && pipeline.resource().equals(resource);
    }

    private BucketPipeline find(String entity, String resource, int shard) {
        Id id = new Id(entity, resource, shard);
        BucketPipeline pipeline = recent.getIfPresent(id);
        if (pipeline == null) {
            long forgotten = cold.forgotten();
            pipeline = Objects.requireNonNull(alive.get(id, this::make));
            recent.put(id, pipeline);
            if (!cold.isSince(forgotten)) {
                pipeline.enter(pipeline::forgetImage);
            }
            restSome();
        }
        return pipeline;
    }

    private BucketPipeline make(Id id) {
        return new BucketPipeline(engine, this, id.entity, id.resource, id.shard, cold.take(id));
    }

    @Override
    public void awoken(String entity, String resource, int shard) {
        Id id = new Id(entity, resource, shard);
        BucketPipeline pipeline = alive.getIfPresent(id);
        cold.take(id);
        if (pipeline != null) {
            recent.put(id, pipeline);
        }
    }

    @Override
    public void laneOpened(String entity, String resource, int shard) {
        busiest = get(entity, resource, shard);
    }

    /** Those that fell out of the cache, and were not found again since. */
    private void restSome() {
        for (int i = 0; i < RESTED_FOR_ONE; i++) {
            BucketPipeline next = leaving.poll();
            if (next == null) {
                return;
            }
            if (!isHot(next) && !restedQuietly(next)) {
                leaving.add(next);
            }
        }
    }

    /** Whoever comes for another bucket has nothing to do with it. True if there is nothing to be tried again. */
    private boolean restedQuietly(BucketPipeline pipeline) {
        try {
            return rest(pipeline);
        } catch (RuntimeException | Error fault) {
            engine.telemetry().fault(fault);
            return false;
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very one: there may have been another since
    private boolean isHot(BucketPipeline pipeline) {
        return recent.policy().getIfPresentQuietly(idOf(pipeline)) == pipeline;
    }

    private boolean rest(BucketPipeline pipeline) {
        Id id = idOf(pipeline);
        return pipeline.rest(left -> cold.put(id, left));
    }

    private static Id idOf(BucketPipeline pipeline) {
        return new Id(pipeline.entity(), pipeline.resource(), pipeline.shard());
    }

    @Override
    public MultiShardTakes multiShardTakes(BucketPipeline home, MultiShardHost host) {
        return new MultiShardWorker(engine, home, host);
    }

    /** About how many are remembered. */
    public long size() {
        return recent.estimatedSize() + cold.size();
    }

    /** About how many of them are ready to be used. */
    public long hot() {
        return recent.estimatedSize();
    }

    public void forgetImages(String entity) {
        cold.forgetImages(
                id -> id.entity.equals(entity),
                () -> each(pipeline -> {
                    if (pipeline.entity().equals(entity)) {
                        pipeline.enter(pipeline::forgetImage);
                    }
                }));
    }

    /**
     * Puts the pipelines of an entity to rest in which nothing is under way, for those who know that nobody holds one
     * of them; see {@link #evict}.
     *
     * @param forget whether the pipelines themselves go, as if they had been collected
     */
    public void rest(String entity, boolean forget) {
        List<BucketPipeline> busy = new ArrayList<>();
        each(pipeline -> {
            if (pipeline.entity().equals(entity) && !rest(pipeline)) {
                busy.add(pipeline);
            }
        });
        // A take from several shards holds the pipelines of all of them.
        if (forget && busy.isEmpty()) {
            remove(id -> id.entity.equals(entity));
        }
    }

    /**
     * Forgets the pipelines of an entity as if they had been evicted, for those who know that nobody holds one of them,
     * nor any work in one is under way. The simulation draws when; else the garbage collector would, and no run would
     * repeat.
     */
    public void evict(String entity) {
        remove(id -> id.entity.equals(entity));
        cold.removeIf(id -> id.entity.equals(entity));
    }

    private void remove(Predicate<Id> which) {
        for (int i = 0; i < atHand.length(); i++) {
            BucketPipeline last = atHand.get(i);
            if (last != null && which.test(idOf(last))) {
                atHand.set(i, null);
            }
        }
        BucketPipeline busy = busiest;
        if (busy != null && which.test(idOf(busy))) {
            busiest = null;
        }
        recent.asMap().keySet().removeIf(which);
        alive.asMap().keySet().removeIf(which);
    }

    public void flush() {
        each(pipeline -> pipeline.enter(pipeline::flush));
    }

    public void giveUp() {
        each(pipeline -> pipeline.enter(pipeline::giveUp));
    }

    private void each(Consumer<BucketPipeline> action) {
        OneByOne.each(new ArrayList<>(alive.asMap().values()), action);
    }
}
