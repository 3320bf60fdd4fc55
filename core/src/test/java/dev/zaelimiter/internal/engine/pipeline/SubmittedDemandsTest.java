package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreTraits;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What throws while it is queued: the pipeline is let go, and others are served. */
class SubmittedDemandsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final Engine engine = EngineFixture.engine(new Silent(), clock);
    private final BucketPipeline pipeline = new BucketPipeline(engine, new NoOthers(), "e", "r", 0, null);

    @Test
    void submit_demandThatThrows_leavesThePipelineToOthers() {
        Waiter first = new Waiter();
        pipeline.submit(first, false, Outbox.ofCall());
        Waiter broken = new Waiter();
        broken.throwing = true;
        assertThatThrownBy(() -> pipeline.submit(broken, false, Outbox.ofCall()))
                .hasMessage("no time");
        broken.withdraw();
        clock.advance(DEADLINE.dividedBy(2));
        Waiter last = new Waiter();
        pipeline.submit(last, false, Outbox.ofCall());
        clock.advance(DEADLINE);

        assertThat(first.ended).isInstanceOf(Demand.Outcome.Unavailable.class);
        assertThat(last.ended).isInstanceOf(Demand.Outcome.Unavailable.class);
    }

    private final class Waiter extends Demand {
        private final long deadlineNanos = clock.monotonicNanos() + DEADLINE.toNanos();
        private boolean throwing;
        private @Nullable Outcome ended;

        Waiter() {
            super(new TakeRequest(Tokens.of(new String[] {"rpm"}, new long[] {1000}), 0, null), 0, false);
        }

        @Override
        public void completed(Outcome outcome, Outbox out) {
            ended = outcome;
        }

        @Override
        public long deadlineNanos() {
            if (throwing) {
                throwing = false;
                throw new IllegalStateException("no time");
            }
            return deadlineNanos;
        }
    }

    /** Gives no answer. */
    private static final class Silent extends EmptyStore {

        @Override
        public StoreTraits traits() {
            return new StoreTraits("silent", true, true, 0);
        }

        @Override
        public CompletableFuture<@Nullable Item> get(Key key) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
            return new CompletableFuture<>();
        }
    }

    private static final class NoOthers implements BucketPipeline.Registry {

        @Override
        public MultiShardTakes multiShardTakes(BucketPipeline home, MultiShardHost host) {
            throw new AssertionError("nothing is taken from several shards");
        }

        @Override
        public BucketPipeline get(String entity, String resource, int shard) {
            throw new AssertionError("there is no other shard");
        }

        @Override
        public List<BucketPipeline> all(String entity, String resource) {
            throw new AssertionError("there is no other shard");
        }
    }
}
