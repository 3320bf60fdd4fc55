package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.Contention;
import dev.zaelimiter.internal.engine.pipeline.DebtQueue;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.pipeline.MultiShardDemand;
import dev.zaelimiter.internal.engine.pipeline.MultiShardHost;
import dev.zaelimiter.internal.guard.OneByOne;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of {@link MultiShardWorker} that is under way: sent, its answer read, and those who took told.
 * Belongs to the one who works the pipeline of the first shard.
 *
 * <p>One whose answer was lost is sent again as it was, under its token, which the store applies once: so it is known
 * in the end whether it landed, and what nobody waits for any more goes back. It is not planned anew before. If no
 * answer comes for too long, what may have been taken for nobody is told as lost.
 */
final class MultiShardWriter {

    private final Engine engine;
    private final MultiShardHost host;
    private final MultiShardCallSlot calls;
    /** Of these nobody's debt is shortened by what comes back to one shard alone. */
    private final DebtQueue debts = new DebtQueue();

    private Map<Key, Item> from = Map.of();
    private @Nullable MultiShardTransaction underWay;
    private @Nullable MultiShardTransaction unsettled;
    /** Whose answer is being read: a fault here must not forget them. */
    private @Nullable MultiShardTransaction inHand;
    /** Who takes by that one, if it is known to have landed, and has not had its turn to be told. */
    private final Set<MultiShardDemand> untold = new HashSet<>();

    MultiShardWriter(Engine engine, MultiShardHost host, MultiShardCallSlot calls) {
        this.engine = engine;
        this.host = host;
        this.calls = calls;
    }

    /** Takes back what surely did not land. */
    interface Returning {
        /** To be planned anew. */
        void putBack(List<MultiShardTransaction.Granted> parts);

        /** The store failed. */
        void failed(StoreException failure, Outbox out);
    }

    /** Whether the answer to one was lost. */
    boolean isUnsettled() {
        return unsettled != null;
    }

    /** Sends the one again whose answer was lost, unless that is too long ago: then it is given up. */
    void settle(Returning returning, Outbox out) {
        MultiShardTransaction lost = Objects.requireNonNull(unsettled, "unsettled");
        host.touch();
        unsettled = null;
        if (host.nowNanos() - lost.firstSentNanos() < engine.patienceNanos()) {
            send(lost.again(), returning, out);
        } else {
            giveUp(lost, out);
        }
    }

    /** Nothing is sent any more: what became of the one whose answer was lost will never be known. */
    void ended(Outbox out) {
        MultiShardTransaction lost = unsettled;
        unsettled = null;
        if (lost != null) {
            giveUp(lost, out);
        }
    }

    private void giveUp(MultiShardTransaction lost, Outbox out) {
        OneByOne.each(lost.parts(), granted -> giveUp(granted.part(), out));
    }

    private void giveUp(MultiShardDemand part, Outbox out) {
        try {
            part.expire(new Demand.Outcome.Unavailable(calls.lastFailure()), out);
        } finally {
            if (!part.keepIfLate) {
                host.lost(part.wanted().tokens(), calls.lastFailure());
            }
        }
    }

    /** Sends one that was planned from these items. */
    void send(MultiShardTransaction next, Map<Key, Item> plannedFrom, Returning returning, Outbox out) {
        from = plannedFrom;
        send(next, returning, out);
    }

    private void send(MultiShardTransaction next, Returning returning, Outbox out) {
        underWay = next;
        calls.await(
                host.transact(next.writes(), next.token()),
                out,
                (result, o) -> {
                    underWay = null;
                    inHand = next;
                    untold.clear();
                    answered(next, result, returning, o);
                    inHand = null;
                },
                (failure, o) -> {
                    underWay = null;
                    unanswered(next, failure, returning, o);
                });
    }

    private void answered(MultiShardTransaction sent, TransactionResult result, Returning returning, Outbox out) {
        calls.succeeded();
        if (result instanceof TransactionResult.Committed) {
            sent.parts().forEach(granted -> granted.part().takenFrom(target(granted), granted.left()));
            sent.parts().forEach(granted -> untold.add(granted.part()));
            for (MultiShardTransaction.Granted granted : sent.parts()) {
                granted.given().forEach(given -> given.shard().overtake(out));
            }
            OneByOne.each(sent.parts(), granted -> grant(granted, out));
            return;
        }
        LimiterFaultException fault = result instanceof TransactionResult.Refused refused
                ? host.faultOf("a take from several shards", sent.writes(), from, refused)
                : null;
        if (fault != null) {
            OneByOne.each(sent.parts(), granted -> granted.part().finish(new Demand.Outcome.Failed(fault), out));
            return;
        }
        contend(sent, out);
        returning.putBack(sent.parts());
    }

    private void unanswered(MultiShardTransaction sent, StoreException failure, Returning returning, Outbox out) {
        if (failure.maybeApplied() || sent.resent()) {
            unsettled = sent;
            calls.failed(failure);
            return;
        }
        // A conflict too is the store's, and no sign of the limits: it is tried again until the deadline.
        returning.putBack(sent.parts());
        returning.failed(failure, out);
    }

    /** Others were faster. After some tries the caller is told to come back a little later. */
    private static void contend(MultiShardTransaction lost, Outbox out) {
        OneByOne.each(lost.parts(), granted -> {
            if (Contention.ends(++granted.part().lostRefills)) {
                granted.part().refuse(Contention.RETRY_MILLIS, false, out);
            }
        });
    }

    private static MultiShardTarget target(MultiShardTransaction.Granted granted) {
        return new MultiShardTarget(granted.given());
    }

    private void grant(MultiShardTransaction.Granted granted, Outbox out) {
        MultiShardDemand part = granted.part();
        part.place = DebtQueue.LAST;
        long wait = granted.waitMillis();
        if (wait > 0) {
            part.debt = debts.enter(1);
            long paidAt = engine.environment().monotonicNanos() + wait * 1_000_000;
            part.debt.owes(part.take.names()[0], 1, 1, paidAt);
        }
        Demand.Outcome outcome = wait == 0 ? Demand.Outcome.NOW : new Demand.Outcome.Granted(wait);
        untold.remove(part);
        if (!part.finish(outcome, out) && !part.keepIfLate) {
            part.giveBack(out);
        }
    }

    /** Those who take by it. */
    List<MultiShardDemand> parts() {
        List<MultiShardDemand> parts = new ArrayList<>(0);
        for (MultiShardTransaction any : new MultiShardTransaction[] {inHand, underWay, unsettled}) {
            if (any != null) {
                any.parts().forEach(granted -> parts.add(granted.part()));
            }
        }
        return parts;
    }

    /**
     * Tells those whose answer was being read that it came to nothing. What was taken for them goes back, and what was
     * taken for those who had gone before their turn came.
     */
    void failInHand(RuntimeException cause, Outbox out) {
        MultiShardTransaction read = inHand;
        inHand = null;
        if (read != null) {
            OneByOne.each(read.parts(), granted -> {
                MultiShardDemand part = granted.part();
                part.finish(new Demand.Outcome.Failed(cause), out);
                if (untold.remove(part) && !part.keepIfLate) {
                    part.giveBack(out);
                }
            });
        }
    }
}
