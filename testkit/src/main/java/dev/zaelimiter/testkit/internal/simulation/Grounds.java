package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a refusal had a ground: between the coming of a request and its answer, the process knew of too little in one
 * of the buckets that were asked. What it knows of a bucket is what it was last shown there, for no longer than it may
 * go by that, less what it has sent out to take since.
 *
 * <p>So near the end of a limit that never comes back some tokens may be left, and each was rightly refused: what one
 * bucket of a cascade lacks is on its way back to the other, and nobody is left to come again when all of it is there.
 *
 * <p>What comes back by time is left out: that makes the law no stricter than it has to be.
 */
final class Grounds {

    /** What is older than this says nothing of a request that is under way. */
    private static final long KEPT_NANOS = 120_000_000_000L;

    private final Scenario scenario;
    private final Oracle oracle;
    private final Map<String, Deque<Known>> byProcess = new HashMap<>();

    /**
     * What a process knows of a bucket from a moment on.
     *
     * @param fromNanos since when
     * @param shownNanos when it was last shown the bucket
     * @param milli the balances; none of a bucket that is not there
     */
    private record Known(long fromNanos, long shownNanos, Map<String, Long> milli) {}

    Grounds(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    /** Only where nothing is lost on the way, and what is asked is what a write may take. */
    private boolean applies() {
        return scenario.drains && scenario.limitsStay() && scenario.faultless() && scenario.refills == 0;
    }

    /** A process has heard of an item, or that there is none. */
    void heard(String client, Key key, @Nullable Item item) {
        String bucket = KeyReader.bucket(key);
        if (bucket != null && applies()) {
            learns(client, bucket, oracle.nowNanos(), balances(StoredBucket.of(item)));
        }
    }

    /** A process has heard what became of its write. */
    void heard(Sent sent, WriteResult result) {
        Item shown = result instanceof WriteResult.Written written
                ? written.after()
                : result instanceof WriteResult.Refused refused ? refused.current() : null;
        heard(sent.client(), sent.write().key(), shown);
    }

    /** A process has heard what became of writes that go together. */
    void heard(List<Sent> sent, TransactionResult result) {
        if (result instanceof TransactionResult.Refused refused) {
            refused.failures()
                    .forEach((place, item) -> heard(
                            sent.get(place).client(), sent.get(place).write().key(), item));
        }
    }

    /** A write leaves. What it gives back counts when it is known to have landed. */
    void sent(Sent sent) {
        String bucket = KeyReader.bucket(sent.write().key());
        if (bucket == null || !applies()) {
            return;
        }
        Item made = sent.write().item();
        Known last = states(sent.client(), bucket).peekLast();
        if (made != null) {
            learns(sent.client(), bucket, oracle.nowNanos(), balances(StoredBucket.of(made)));
        } else if (last != null) {
            Map<String, Long> left = new TreeMap<>(last.milli);
            Written.consumption(sent.write())
                    .forEach((limit, milli) -> left.computeIfPresent(limit, (same, was) -> was - Math.max(0, milli)));
            learns(sent.client(), bucket, last.shownNanos, left);
        }
    }

    private void learns(String client, String bucket, long shownNanos, Map<String, Long> milli) {
        Deque<Known> states = states(client, bucket);
        states.addLast(new Known(oracle.nowNanos(), shownNanos, milli));
        while (states.size() > 1 && states.peekFirst().fromNanos < oracle.nowNanos() - KEPT_NANOS) {
            states.removeFirst();
        }
    }

    private Deque<Known> states(String client, String bucket) {
        return byProcess.computeIfAbsent(client + " " + bucket, any -> new ArrayDeque<>());
    }

    private static Map<String, Long> balances(@Nullable StoredBucket view) {
        Map<String, Long> balances = new TreeMap<>();
        if (view != null) {
            view.limits().forEach((limit, state) -> balances.put(limit, state.tk()));
        }
        return balances;
    }

    void refused(Asked asked) {
        if (applies() && asked.buckets.stream().noneMatch(bucket -> lacked(asked, bucket))) {
            oracle.violated("groundless", asked + " was refused, though its process knew of nothing that was missing");
        }
    }

    private boolean lacked(Asked asked, String bucket) {
        Deque<Known> states = states(asked.client, bucket);
        long since = asked.submittedNanos - scenario.freshnessMillis * 1_000_000;
        Iterator<Known> all = states.descendingIterator();
        for (long until = Long.MAX_VALUE; all.hasNext() && until >= asked.submittedNanos; ) {
            Known known = all.next();
            if (known.shownNanos >= since && lacks(known, asked)) {
                return true;
            }
            until = known.fromNanos;
        }
        return false;
    }

    private static boolean lacks(Known known, Asked asked) {
        return asked.amounts.entrySet().stream()
                .anyMatch(amount -> known.milli.getOrDefault(amount.getKey(), Long.MAX_VALUE) < amount.getValue());
    }
}
