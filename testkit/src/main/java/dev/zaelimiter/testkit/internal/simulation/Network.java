package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** How long a call takes, and what becomes of it: drawn from the seed. */
final class Network {

    private static final long MILLI = 1_000_000;
    private static final List<Breach> BREACHES = List.of(Breach.values());

    private final Scenario scenario;
    private final SplittableRandom random;
    private boolean calm;

    Network(Scenario scenario, SplittableRandom random) {
        this.scenario = scenario;
        this.random = random;
    }

    /**
     * What becomes of one call.
     *
     * @param landsNanos when it reaches the store, from now; negative for never
     * @param answeredNanos when the caller hears, from now, however it ends
     * @param failure what the caller hears instead of the answer, or null
     * @param repeatedNanos when it reaches the store once more, from now; negative for not
     * @param breach how the store breaks its contract, or null
     */
    record Fate(
            long landsNanos,
            long answeredNanos,
            @Nullable StoreException failure,
            long repeatedNanos,
            @Nullable Breach breach) {

        /** It lands and is answered before the call returns. */
        static final Fate AT_ONCE = new Fate(0, 0, null);

        private Fate(long landsNanos, long answeredNanos, @Nullable StoreException failure) {
            this(landsNanos, answeredNanos, failure, -1, null);
        }

        /** Whether its caller gets the answer. */
        boolean answered() {
            return failure == null && breach == null;
        }
    }

    /** From now on every call arrives and is answered. */
    void calmDown() {
        calm = true;
    }

    /** What becomes of one call. All that may matter is drawn at first, so that one fate does not shift the others. */
    Fate fate(boolean write) {
        if (scenario.breaches > 0 && !calm && random.nextDouble() < scenario.breaches) {
            Breach breach = BREACHES.get(random.nextInt(BREACHES.size()));
            return new Fate(write && random.nextBoolean() ? delay() : -1, delay(), null, -1, breach);
        }
        long there = delay();
        long back = delay();
        double drawn = random.nextDouble();
        long giveUp = there + back + random.nextLong(scenario.latencyMaxMillis * 4 * MILLI + 1);
        long late = giveUp + random.nextLong(scenario.latestMillis * MILLI + 1);
        if (calm) {
            return new Fate(there, there + back, null);
        }
        drawn -= scenario.throttled;
        if (drawn < 0) {
            return new Fate(-1, there + back, new StoreException.Throttled("throttled", null));
        }
        drawn -= scenario.unreachable;
        if (drawn < 0) {
            return new Fate(-1, there, new StoreException.Unreachable("unreachable", null));
        }
        return write ? ofWrite(drawn, there, back, giveUp, late) : new Fate(there, there + back, null);
    }

    private Fate ofWrite(double drawnSoFar, long there, long back, long giveUp, long late) {
        double drawn = drawnSoFar - scenario.lostApplied;
        if (drawn < 0) {
            return new Fate(there, giveUp, new StoreException.Uncertain("lost, landed", null));
        }
        drawn -= scenario.lostNotApplied;
        if (drawn < 0) {
            return new Fate(-1, giveUp, new StoreException.Uncertain("lost on the way there", null));
        }
        drawn -= scenario.late;
        if (drawn < 0) {
            return new Fate(late, giveUp, new StoreException.Uncertain("lost, lands late", null));
        }
        drawn -= scenario.repeated;
        if (drawn < 0) {
            return new Fate(there, there + back, null, late, null);
        }
        drawn -= scenario.conflicts;
        if (drawn < 0) {
            return new Fate(-1, there + back, new StoreException.Conflict("another call was faster", null));
        }
        return new Fate(there, there + back, null);
    }

    /** What becomes of a call for which its process has no right. */
    Fate denied() {
        return new Fate(-1, delay() + delay(), new StoreException.Denied("no right to write", null));
    }

    /** What becomes of one read of some items: a partition with a first shard may have had too many. */
    Fate read(Collection<Key> keys) {
        Fate fate = fate(false);
        boolean deaf = scenario.deafFirstShards > 0
                && fate.failure() == null
                && !calm
                && keys.stream().anyMatch(Network::isFirstShard)
                && random.nextDouble() < scenario.deafFirstShards;
        return deaf
                ? new Fate(-1, fate.answeredNanos, new StoreException.Throttled("too many reads", null, true))
                : fate;
    }

    private static boolean isFirstShard(Key key) {
        return key.pk().contains("/BUCKET#") && key.pk().endsWith("#0");
    }

    private long delay() {
        long most = scenario.latencyMaxMillis * MILLI / 2;
        long least = Math.min(most, scenario.latencyMinMillis * MILLI / 2);
        long nanos = least + random.nextLong(most - least + 1);
        return !calm && random.nextDouble() < scenario.slow ? nanos * 10 : nanos;
    }
}
