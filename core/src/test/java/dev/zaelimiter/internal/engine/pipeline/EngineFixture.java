package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.EngineOptions;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.List;

/** Pieces of an engine, for tests of one of its parts. */
public final class EngineFixture {

    static final Keys KEYS = new Keys("ns");

    private EngineFixture() {}

    public static Engine engine(ItemStore store, Environment environment) {
        EngineOptions options = new EngineOptions(
                Duration.ofSeconds(1).toNanos(),
                Duration.ofSeconds(60).toNanos(),
                Duration.ofSeconds(1).toNanos(),
                7,
                OnUnavailable.BLOCK,
                null,
                LimiterListener.NONE,
                100,
                100,
                100,
                Duration.ofMillis(10).toNanos(),
                false);
        return new Engine(store, environment, options, KEYS);
    }

    /** The place of a bucket that has no other shards. */
    static Site site(Engine engine) {
        return site(engine, new Mailbox(engine));
    }

    static Site site(Engine engine, Mailbox mailbox) {
        return new Site(engine, new NoSiblings(), mailbox, "e", "r", 0);
    }

    private static final class NoSiblings implements Siblings<Sibling> {
        @Override
        public Sibling get(String entity, String resource, int shard) {
            throw new AssertionError("there is no other shard");
        }

        @Override
        public List<Sibling> all(String entity, String resource) {
            throw new AssertionError("there is no other shard");
        }
    }
}
