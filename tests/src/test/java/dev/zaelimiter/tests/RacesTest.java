package dev.zaelimiter.tests;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real threads, in many random interleavings: each outcome must be one that some order of the calls, one after the
 * other, has too. A limiter and a store are shared by threads through lock-free pieces (mail boxes of pipelines, states
 * of demands, futures, gates), and must look as if they were not.
 */
@Tag("extended")
@Tag("races")
class RacesTest {

    /** {@code -Draces.iterations} says how many. */
    private static final int ITERATIONS = Integer.getInteger("races.iterations", 3);

    private static StressOptions options() {
        return new StressOptions()
                .iterations(ITERATIONS)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2);
    }

    @Test
    @DisplayName("blocking acquires and give-backs of many threads are those of one after the other")
    void blockingLimiter_isLinearizable() {
        options().check(BlockingCalls.class);
    }

    @Test
    @DisplayName("acquires on futures, and give-backs, are those of one after the other")
    void asyncLimiter_isLinearizable() {
        options().check(CallsOnFutures.class);
    }

    @Test
    @DisplayName("writes and reads of a store in memory are those of one after the other")
    void inMemoryStore_isLinearizable() {
        options().check(StoreCalls.class);
    }

    /** One bucket of few tokens, which nothing refills. */
    private abstract static class Calls {
        final LimitRepository repository = RepositoryBuilder.on(new InMemoryStore(new ManualClock()))
                .environment(new ManualClock())
                .inlineCallbacks()
                .build();

        Calls() {
            repository.limits().setSystemDefaults(Limit.custom("n", 5, 1, Duration.ofDays(1_000)));
        }

        static AcquireRequest request(long amount) {
            return AcquireRequest.entity("e").resource("r").take("n", amount).build();
        }
    }

    /** Threads that take and give back. */
    public static final class BlockingCalls extends Calls {
        private final Queue<Lease> held = new ConcurrentLinkedQueue<>();

        /** Takes some. */
        @Operation
        public boolean takeOne() {
            return take(1);
        }

        /** Takes more. */
        @Operation
        public boolean takeThree() {
            return take(3);
        }

        private boolean take(long amount) {
            Decision decision = repository.rateLimiter().tryAcquire(request(amount));
            return decision.match(lease -> held.add(lease), refusal -> false);
        }
    }

    /** Threads that take two on futures and give back one. */
    public static final class CallsOnFutures extends Calls {

        /** Takes two, and settles to one. */
        @Operation
        public boolean takeTwo() {
            return repository
                    .asyncRateLimiter()
                    .tryAcquire(request(2))
                    .join()
                    .match(
                            lease -> {
                                lease.keep();
                                return true;
                            },
                            refusal -> false);
        }

        /** What is left. */
        @Operation
        public long left() {
            return repository.rateLimiter().check(request(1)).available("n");
        }
    }

    /** Threads on one item. */
    public static final class StoreCalls {
        private static final Key KEY = Key.of("a", "b");
        private static final WriteShape ADD = WriteShape.update(
                null, List.of(new WriteShape.Action(WriteShape.Verb.ADD, "n", new Operand.WholeSlot(0))));
        private static final WriteShape ADD_BELOW_THREE = WriteShape.update(
                new Condition.Or(List.of(
                        new Condition.NotExists("n"),
                        new Condition.Compare("n", Condition.Op.LT, new Operand.WholeSlot(1)))),
                List.of(new WriteShape.Action(WriteShape.Verb.ADD, "n", new Operand.WholeSlot(0))));

        private final InMemoryStore store = new InMemoryStore(new ManualClock());

        /** Adds one, whatever is there. */
        @Operation
        public long add() {
            return after(store.write(Write.of(ADD, KEY, new long[] {1})).join());
        }

        /** Adds one if there are few. */
        @Operation
        public long addBelowThree() {
            return after(store.write(Write.of(ADD_BELOW_THREE, KEY, new long[] {1, 3}))
                    .join());
        }

        /** What is there. */
        @Operation
        public long read() {
            Item item = store.get(KEY).join();
            return item == null ? -1 : item.whole("n", -1);
        }

        private static long after(WriteResult result) {
            return result instanceof WriteResult.Written written && written.after() != null
                    ? written.after().whole("n", -1)
                    : -2;
        }
    }
}
