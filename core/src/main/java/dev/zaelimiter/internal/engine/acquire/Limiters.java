package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.shards.PipelineRegistry;
import dev.zaelimiter.internal.engine.shards.ShardRouter;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Owns the pipelines of a repository, the ways to them, and those who wait; ends it all. Safe for use by many threads.
 */
public final class Limiters {

    private final Engine engine;
    private final ShardRouter router;
    private final PartStatuses statuses;
    private final ShardChoices choices = new ShardChoices();
    private final PipelineRegistry pipelines;
    private final Shutdown shutdown;
    private final FurtherTake furtherTake;

    /**
     * No bucket is known yet.
     *
     * @param engine what the pipelines share
     * @param furtherTake how a lease takes more
     */
    public Limiters(Engine engine, FurtherTake furtherTake) {
        this.engine = engine;
        this.router = new ShardRouter(engine);
        this.statuses = new PartStatuses(router);
        this.pipelines = new PipelineRegistry(
                engine, engine.options().hotBuckets(), engine.options().maxBuckets());
        this.shutdown = new Shutdown(engine);
        this.furtherTake = furtherTake;
    }

    /** How a lease takes more: by another acquire. An acquire ends in a lease, so a lease can't know how one begins. */
    public interface FurtherTake {

        /** Decides on the calling thread. */
        Decision decide(Limiters limiters, AcquireRequest request);

        /** Decides in a future; with what is to be done with a lease that nobody hears of. */
        CompletableFuture<Decision> decideLater(
                Limiters limiters,
                AcquireRequest request,
                Function<Decision, Decision> map,
                Consumer<? super Lease> onUnheard);
    }

    Engine engine() {
        return engine;
    }

    /** The way to a bucket, by its first shard. */
    BucketPipeline pipeline(String entity, String resource) {
        return pipelines.get(entity, resource, 0);
    }

    ShardRouter router() {
        return router;
    }

    /** What callers are told of limits. */
    PartStatuses statuses() {
        return statuses;
    }

    /** Who may have to wait in one of several shards, and chooses in order. */
    ShardChoices choices() {
        return choices;
    }

    FurtherTake furtherTake() {
        return furtherTake;
    }

    Shutdown shutdown() {
        return shutdown;
    }

    /**
     * An entity's record was changed by a facet: what the pipelines know of it is read again.
     *
     * @param entity which
     */
    public void entityChanged(String entity) {
        engine.configs().forget(engine.keys().meta(entity));
        pipelines.forgetImages(entity);
    }

    /**
     * Forgets the buckets of an entity, for those who know that nobody holds them: see {@link PipelineRegistry#evict}.
     *
     * @param entity which
     */
    public void evict(String entity) {
        pipelines.evict(entity);
    }

    /**
     * Puts the buckets of an entity to rest, for those who know that nobody holds them: see
     * {@link PipelineRegistry#rest}.
     *
     * @param entity which
     * @param forget whether nothing but what is left of them stays
     */
    public void rest(String entity, boolean forget) {
        pipelines.rest(entity, forget);
        router.forgetAffinity(entity);
    }

    /**
     * How many buckets and shards are ready to be used, of those remembered.
     *
     * @return about how many
     */
    public long hotBuckets() {
        return pipelines.hot();
    }

    /**
     * How many buckets and shards are remembered.
     *
     * @return about how many
     */
    public long buckets() {
        return pipelines.size();
    }

    /**
     * Stops admission, ends all waits, and waits until the corrections so far are written, at most for the deadline.
     */
    public void close() {
        shutdown.close(pipelines);
    }
}
