package dev.zaelimiter.testkit.internal.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * First come, first served: among those of one client who wait for tokens of the same limits, nobody is overtaken. And
 * nobody is refused after another one of the same process was let in that came later and asked for no less.
 *
 * <p>The first only where nothing comes back: a waiter's time is reckoned once, so that tokens which others give back
 * while it sleeps serve a newcomer. So does a limit that is raised or deleted meanwhile. So do those that others refill
 * at a faster rate than the one that a waiter has brought, and waits by.
 */
final class Fairness {

    /** Between two writes of one process on a drained bucket that others write, too. */
    private static final long PAUSE_MILLIS = 20;

    private final Scenario scenario;
    private final Oracle oracle;
    private final Map<String, List<Asked>> served = new HashMap<>();
    private final Map<String, List<Asked>> letIn = new HashMap<>();

    Fairness(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    void granted(Asked asked) {
        if (scenario.divided()) {
            if (scenario.ordered && asked.waitMillis > 0 && settled(asked)) {
                served(asked);
            }
            return;
        }
        if (asked.waitMillis == 0) {
            letIn.computeIfAbsent(line(asked), key -> new ArrayList<>()).add(asked);
        } else if (scenario.nothingComesBack() && termsStay(asked) && !(asked.brings && scenario.ratesDiffer())) {
            served(asked);
        }
    }

    /**
     * Whether a newcomer is served under the limits by which a waiter's time was reckoned: one that is deleted holds up
     * nobody.
     */
    private boolean termsStay(Asked asked) {
        return scenario.limitsStay() || !oracle.notes().changedSince(asked);
    }

    /** Whether its process has had the time to see into how many shards the bucket is divided. */
    private boolean settled(Asked asked) {
        BucketBook book = oracle.landings().books().get(asked.buckets.get(0));
        long seen = (scenario.freshnessMillis + 2 * scenario.deadlineMillis) * 1_000_000;
        return scenario.nothingComesBack() && book != null && !book.transferredSince(asked.submittedNanos - seen);
    }

    /**
     * In several shards two whose turn comes at the same time are each let go when their own answer has come: after a
     * look and a write, and perhaps after the pause that a drained shard is given by a process which shares it. And a
     * clock that is ahead, or is set on, brings tokens so much earlier to who comes then, while others sleep for as
     * long as they were told. That is a number of whole milliseconds from within one: the tokens come when the wall
     * clock shows the next.
     */
    private long together() {
        long answers = scenario.divided() ? 2 * 2 * scenario.latencyMaxMillis + PAUSE_MILLIS + 2 : 0;
        long clocks = scenario.rightClocks() ? 0 : oracle.earlyMillis();
        return (answers + clocks + 1) * 1_000_000;
    }

    private void served(Asked asked) {
        Map<String, Long> taken = new TreeMap<>(asked.amounts);
        taken.values().removeIf(amount -> amount == 0);
        List<Asked> before = served.computeIfAbsent(line(asked) + taken.keySet(), key -> new ArrayList<>());
        for (Asked other : before) {
            boolean came = other.id > asked.id;
            if (came && other.endedNanos + together() < asked.endedNanos) {
                oracle.violated("overtaken", asked + " by " + other);
            }
        }
        before.add(asked);
    }

    void refused(Asked asked, boolean contended) {
        List<Asked> others = letIn.get(line(asked));
        if (others == null || contended || mayCascade(asked) || scenario.callsNarrow() || asked.waitMillis > 0) {
            return;
        }
        for (int i = others.size() - 1; i >= 0 && others.get(i).endedNanos >= asked.submittedNanos; i--) {
            Asked other = others.get(i);
            if (other.id > asked.id && other.endedNanos < asked.endedNanos && covers(other, asked)) {
                oracle.violated("overtaken", asked + " was refused, though before that there was enough for " + other);
            }
        }
    }

    /** Who stands in one line: of one process, for one bucket, under the same limits. */
    private static String line(Asked asked) {
        return asked.client + asked.buckets + asked.brings;
    }

    /** Of two buckets the one may be asked at once, and the other after a while. */
    private boolean mayCascade(Asked asked) {
        return scenario.cascade
                || (scenario.operations > 0 && !oracle.notes().parents(asked).equals(Set.of(Notes.NOBODY)));
    }

    /**
     * Whether the one asked for no less than the other. Who names a limit that the bucket lacks, if only for none of
     * it, is kept until the levels are read, and who does not name it is not.
     */
    private boolean covers(Asked other, Asked asked) {
        boolean askedAlike = scenario.limitsStay() || other.amounts.keySet().containsAll(asked.amounts.keySet());
        return askedAlike
                && asked.amounts.entrySet().stream()
                        .allMatch(amount -> other.amounts.getOrDefault(amount.getKey(), 0L) >= amount.getValue());
    }
}
