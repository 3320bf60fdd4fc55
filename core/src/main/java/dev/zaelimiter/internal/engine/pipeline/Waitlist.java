package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.SoftLimits;
import dev.zaelimiter.internal.guard.OneByOne;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who waits for a bucket: for tokens, or to see it. Belongs to the pipeline. */
public final class Waitlist {

    /** In order of their coming. */
    final ArrayDeque<Demand> pending = new ArrayDeque<>();

    /** Who wants to see the bucket as it is after the corrections so far. */
    final List<Look> looks = new ArrayList<>();

    /** Who wants to know it at all. */
    final List<Look> loads = new ArrayList<>();

    /** Somebody who waits to see the bucket. */
    public interface Look {
        public long deadlineNanos();

        /**
         * Whether its caller asks for tokens: then the bucket is put in order first, as for whoever takes something of
         * it.
         */
        public default boolean ofTaker() {
            return false;
        }

        /** Called once, by the one who works the pipeline; must not block. */
        public void looked(@Nullable Throwable failure, Outbox out);
    }

    /** Demands that were sent come first again, in their order, but for those that were withdrawn meanwhile. */
    void putBack(List<Demand> demands) {
        List<Demand> back = new ArrayList<>(demands.size());
        for (Demand demand : demands) {
            demand.attempts++;
            if (demand.requeue()) {
                back.add(demand);
            }
        }
        for (int i = back.size() - 1; i >= 0; i--) {
            pending.addFirst(back.get(i));
        }
    }

    /** Whether somebody looks who asks for tokens. */
    boolean takersLook() {
        for (Look look : looks) {
            if (look.ofTaker()) {
                return true;
            }
        }
        return false;
    }

    void answer(List<Look> asked, @Nullable Throwable failure, Outbox out) {
        List<Look> all = new ArrayList<>(asked);
        asked.clear();
        OneByOne.each(all, look -> look.looked(failure, out));
    }

    /** Whether what is stored, before gains, would not do for the first who waits and for others who want as much. */
    boolean storedFallsShort(BucketImage image, @Nullable Resolution known, double others) {
        Demand first = pending.peek();
        if (first == null) {
            return false;
        }
        int soft = SoftLimits.mask(known, first.take.heldTo(known).callLimits(), image.layout());
        String[] names = first.take.names();
        for (int k = 0; k < names.length; k++) {
            int i = image.layout().indexOf(names[k]);
            if (i >= 0 && (soft & 1 << i) == 0 && image.tk()[i] < first.take.amounts()[k] * (1 + others)) {
                return true;
            }
        }
        return false;
    }

    /** When the first of them will wait no longer, monotonic; {@link Long#MAX_VALUE} if nobody waits. */
    long earliestDeadline() {
        long earliest = Long.MAX_VALUE;
        for (Demand demand : pending) {
            if (demand.alive()) {
                earliest = Math.min(earliest, demand.deadlineNanos());
            }
        }
        for (Look look : looks) {
            earliest = Math.min(earliest, look.deadlineNanos());
        }
        for (Look load : loads) {
            earliest = Math.min(earliest, load.deadlineNanos());
        }
        return earliest;
    }

    /** Tells those whose time is up. */
    void expire(long nowNanos, @Nullable Throwable lastFailure, Outbox out) {
        OneByOne turns = new OneByOne();
        turns.run(() -> OneByOne.each(pending, demand -> {
            if (demand.deadlineNanos() - nowNanos <= 0) {
                demand.expire(new Demand.Outcome.Unavailable(lastFailure), out);
            }
        }));
        pending.removeIf(demand -> !demand.alive());
        Throwable cause = lastFailure == null ? new StoreException.Unreachable("no answer in time", null) : lastFailure;
        turns.run(() -> expire(looks, nowNanos, cause, out));
        turns.run(() -> expire(loads, nowNanos, cause, out));
        turns.end();
    }

    private void expire(List<Look> waiting, long nowNanos, Throwable cause, Outbox out) {
        List<Look> late = new ArrayList<>(waiting);
        late.removeIf(look -> look.deadlineNanos() - nowNanos > 0);
        waiting.removeAll(late);
        answer(late, cause, out);
    }

    /** Tells all who wait why they wait in vain. */
    void failAll(RuntimeException cause, Outbox out) {
        OneByOne turns = new OneByOne();
        turns.run(() -> failDemands(cause, out));
        turns.run(() -> answer(loads, cause, out));
        turns.run(() -> answer(looks, cause, out));
        turns.end();
    }

    /** Tells those who wait for a limit that the bucket does not have. */
    @SuppressWarnings("ReferenceEquality") // a demand is bound to one layout, and anew to any other
    void failUnbound(@Nullable Object layout, RuntimeException cause, Outbox out) {
        List<Demand> unbound = new ArrayList<>(pending);
        unbound.removeIf(demand -> demand.boundTo == layout);
        pending.removeAll(unbound);
        fail(unbound, cause, out);
    }

    /** Tells those who wait for tokens and bring no limits of their own. */
    void failDemandsWithoutLimits(RuntimeException cause, Outbox out) {
        List<Demand> all = new ArrayList<>(pending);
        all.removeIf(demand -> demand.take.callLimits() != null);
        pending.removeAll(all);
        fail(all, cause, out);
    }

    /** Tells all who wait for tokens. */
    void failDemands(RuntimeException cause, Outbox out) {
        List<Demand> all = new ArrayList<>(pending);
        pending.clear();
        fail(all, cause, out);
    }

    private static void fail(List<Demand> all, RuntimeException cause, Outbox out) {
        OneByOne.each(all, demand -> demand.finish(new Demand.Outcome.Failed(cause), out));
    }
}
