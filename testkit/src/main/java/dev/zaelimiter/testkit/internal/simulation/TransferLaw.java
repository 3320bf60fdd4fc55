package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a split or a merge moves tokens and makes none. Counted exactly, in ms x millitokens, with what came back
 * until the transfer was decided: what the shards held before is what they hold after, to the last remainder. Where a
 * stamp was once taken back, some of that time is left out (decision 029): then it is no more, and no less than without
 * that time. Who takes a stamp back begins without the remainder, which is less than a millitoken.
 */
final class TransferLaw {

    private final String name;
    private final Oracle oracle;

    TransferLaw(String name, Oracle oracle) {
        this.name = name;
        this.oracle = oracle;
    }

    /** One item of a transaction, before and after. */
    record Change(
            Sent sent,
            @Nullable StoredBucket before,
            @Nullable StoredBucket after) {}

    /** Whether a transaction of two writes is a transfer. */
    static boolean is(Change first, Change second) {
        return first.before != null
                && first.after != null
                && first.before.count() != first.after.count()
                && (second.before == null) != (second.after == null);
    }

    /** A transfer has landed: the shard that stays, and the one that comes or goes. */
    void landed(Change stays, Change moves, boolean takenBack) {
        StoredBucket before = Objects.requireNonNull(stays.before);
        StoredBucket after = Objects.requireNonNull(stays.after);
        StoredBucket other = Objects.requireNonNull(moves.after == null ? moves.before : moves.after);
        boolean split = moves.after != null;
        long most = split ? after.count() : before.count();
        if (after.count() != (split ? 2 * before.count() : before.count() / 2)
                || other.count() != most
                || other.shard() != before.shard() + most / 2) {
            fail(stays, "no pair: " + before + " and " + other + " became " + after);
            return;
        }
        boolean setBack = before.stamp() - stays.sent.wallMillis() > ShardSteps.DAMAGED_MILLIS;
        if ((after.stamp() < before.stamp() && !setBack) || (split && other.stamp() != after.stamp())) {
            fail(stays, "stamps " + before.stamp() + " to " + after.stamp() + " and " + other.stamp());
        }
        if (!after.limits().keySet().equals(other.limits().keySet())) {
            fail(
                    stays,
                    "limits " + after.limits().keySet() + " and "
                            + other.limits().keySet());
            return;
        }
        for (String limit : after.limits().keySet()) {
            if (before.limits().containsKey(limit) && !limit.equals(StoredBucket.WCU)) {
                checkLimit(limit, stays, before, after, other, split, takenBack);
            }
        }
    }

    /** Of one limit as much is there as before, in tokens and as counted; and no shard has more than its ceiling. */
    private void checkLimit(
            String limit,
            Change stays,
            StoredBucket before,
            StoredBucket after,
            StoredBucket other,
            boolean split,
            boolean takenBack) {
        LimitView was = Objects.requireNonNull(before.limits().get(limit));
        LimitView view = Objects.requireNonNull(after.limits().get(limit));
        LimitView apart = Objects.requireNonNull(other.limits().get(limit));
        long wall = stays.sent.wallMillis();
        BigInteger held = was.held(Math.max(0, wall - before.stamp()));
        BigInteger least = least(was, before, wall);
        BigInteger now = view.exactly(0);
        if (split) {
            now = now.add(apart.exactly(0));
        } else {
            held = held.add(apart.held(Math.max(0, wall - other.stamp())));
            least = least.add(least(apart, other, wall));
        }
        if (now.compareTo(held) > 0 || now.compareTo(takenBack ? least : held) < 0) {
            oracle.violated(
                    now.compareTo(held) > 0 ? "transfer-made" : "transfer-lost",
                    name + " " + limit + ": " + held + " became " + now + " ms x millitokens: " + before + " and "
                            + other + " to " + after);
        }
        long consumed = split ? was.tc() : was.tc() + apart.tc();
        if (Written.net((split ? view.tc() + apart.tc() : view.tc()) - consumed) != 0) {
            fail(stays, limit + ": counted as consumed were " + consumed);
        }
        if (view.tk() > view.cap() || (split && apart.tk() > apart.cap())) {
            fail(stays, limit + " holds more than its ceiling: " + view + ", " + apart);
        }
    }

    /** What a shard holds of a limit without any refill. */
    private static BigInteger least(LimitView view, StoredBucket shard, long wall) {
        boolean setBack = shard.stamp() - wall > ShardSteps.DAMAGED_MILLIS;
        BigInteger there = setBack ? StoredBucket.times(view.tk(), view.rp()) : view.exactly(0);
        return there.min(StoredBucket.times(view.cap(), view.rp()));
    }

    private void fail(Change change, String what) {
        oracle.violated(
                "transfer", name + ": " + what + "; by " + change.sent.client() + " at " + change.sent.wallMillis());
    }
}
