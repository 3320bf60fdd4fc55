package dev.zaelimiter.internal.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pipelines of a repository: one per bucket or shard in use, the rest remembered up to a number.
 *
 * <p>There must never be two for one bucket while either has work. So the recently used are held in a bounded cache, and
 * all that anybody still holds on to (a flow, a lease, a write under way) in a map with weak values: what falls out of
 * the one is found in the other as long as it matters.
 */
final class Pipelines {

    private record Id(String entity, String resource, int shard) {
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

    private final Engine engine;
    private final Cache<Id, BucketPipeline> recent;
    private final Cache<Id, BucketPipeline> alive =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();

    Pipelines(Engine engine, long max) {
        this.engine = engine;
        this.recent =
                Caffeine.newBuilder().maximumSize(max).executor(Runnable::run).build();
    }

    BucketPipeline get(String entity, String resource, int shard) {
        Id id = new Id(entity, resource, shard);
        BucketPipeline pipeline = recent.getIfPresent(id);
        if (pipeline == null) {
            pipeline = Objects.requireNonNull(
                    alive.get(id, key -> new BucketPipeline(engine, key.entity, key.resource, key.shard)));
            recent.put(id, pipeline);
        }
        return pipeline;
    }

    void forgetImages(String entity) {
        each(pipeline -> {
            if (pipeline.entity().equals(entity)) {
                pipeline.enter(pipeline::forgetImage);
            }
        });
    }

    void flush() {
        each(pipeline -> pipeline.enter(pipeline::flush));
    }

    void giveUp() {
        each(pipeline -> pipeline.enter(pipeline::giveUp));
    }

    private void each(Consumer<BucketPipeline> action) {
        List<BucketPipeline> all = new ArrayList<>(alive.asMap().values());
        all.forEach(action);
    }
}
