package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One caller's take from one bucket, on its way through a pipeline. The state moves by compare-and-set, since a caller
 * may cancel and a deadline may pass at any moment; everything else belongs to the pipeline.
 */
public abstract class Demand {

    private static final int QUEUED = 0;
    private static final int SENT = 1;
    private static final int DONE = 2;
    private static final int ABANDONED = 3;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Demand.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public final TakeRequest take;
    /** The configuration read before this number can't be blamed on this demand's lateness. */
    public final long configMark;
    /** Whether another bucket may know the names that this one does not. */
    public final boolean tolerant;

    /** The index of each name in the image it was last bound to, or negative. */
    public int @Nullable [] bound;

    @Nullable
    Object boundTo;

    @Nullable
    Rates boundRates;

    public @Nullable Set<String> unknown;

    public @Nullable Set<String> removed;

    /** Whether it only wants to know whether it would be refused: nothing is taken for it. */
    public boolean probe;

    boolean removedReported;
    /** Where its grant stands among those who wait, see {@link DebtQueue}. */
    public long place;

    /** What it waits for to come back, if it does. */
    public DebtQueue.@Nullable Debt debt;

    /** Whether it was granted past the limits: counted as consumed, and nothing taken. */
    public boolean bypassed;

    int attempts;
    /** Whether the caller was let through without an answer, so that what lands late is rightly charged. */
    public volatile boolean keepIfLate;

    public int lostRefills;

    @SuppressWarnings("unused")
    private volatile int state;

    Demand(TakeRequest take, long configMark, boolean tolerant) {
        this.take = take;
        this.configMark = configMark;
        this.tolerant = tolerant;
    }

    /** The outcome, called once, by the thread that works the pipeline; must not block. */
    public abstract void completed(Outcome outcome, Outbox out);

    /** Says where the names stand in a layout. */
    public final void bind(Object layout, int[] indexes) {
        bound = indexes;
        boundTo = layout;
    }

    /** When the caller will wait no longer for the store, monotonic. */
    public abstract long deadlineNanos();

    /**
     * It is no longer on its way: it ended, was withdrawn, or went elsewhere. Called once, by whoever ended it; must
     * not block.
     */
    public void gone() {}

    /** Takes the demand into a batch. False if it was withdrawn meanwhile. */
    public final boolean send() {
        return STATE.compareAndSet(this, QUEUED, SENT) || state == SENT;
    }

    /** Puts the demand back in the queue. False if it was withdrawn meanwhile. */
    public final boolean requeue() {
        return STATE.compareAndSet(this, SENT, QUEUED);
    }

    public final boolean queued() {
        return state == QUEUED;
    }

    /** Takes the demand out of its pipeline, without an outcome. False if it is not waiting there. */
    public final boolean leave() {
        boolean mine = STATE.compareAndSet(this, QUEUED, DONE);
        if (mine) {
            gone();
        }
        return mine;
    }

    /** Whether no other shard was asked before: one that was refused there gains nothing by a division. */
    public boolean firstChoice() {
        return true;
    }

    /** Goes to another bucket that may serve it, if there is one; false if it stays. */
    public boolean goElsewhere(Outbox out) {
        return false;
    }

    /**
     * Would have to wait here: goes where it is served sooner, if that has not been looked for yet; false if it stays.
     */
    public boolean waitElsewhere(Outbox out) {
        return false;
    }

    /** Ends the demand with an outcome. False if it was withdrawn meanwhile: then what it took goes back. */
    public final boolean finish(Outcome outcome, Outbox out) {
        if (STATE.compareAndSet(this, SENT, DONE) || STATE.compareAndSet(this, QUEUED, DONE)) {
            gone();
            completed(outcome, out);
            return true;
        }
        return false;
    }

    /** Ends the demand without an outcome: nobody waits for it any more. */
    public final void withdraw() {
        if (STATE.compareAndSet(this, QUEUED, DONE) || STATE.compareAndSet(this, SENT, ABANDONED)) {
            gone();
        }
    }

    /** Ends the demand with an outcome while its write may be under way. */
    public final void expire(Outcome outcome, Outbox out) {
        if (STATE.compareAndSet(this, QUEUED, DONE) || STATE.compareAndSet(this, SENT, ABANDONED)) {
            gone();
            completed(outcome, out);
        }
    }

    public final boolean alive() {
        return state < DONE;
    }

    /** How a demand ends. Closed. */
    public sealed interface Outcome {

        /** Granted; the tokens are there. */
        Granted NOW = new Granted(0);

        /**
         * Granted.
         *
         * @param waitMillis until this demand's part of the debt has come back
         */
        record Granted(long waitMillis) implements Outcome {}

        /**
         * Refused.
         *
         * @param statuses of every limit asked of
         * @param contendedRetryMillis when to come back if refused for contention, otherwise negative
         * @param local whether it was refused without a call
         */
        record Refused(List<LimitStatus> statuses, long contendedRetryMillis, boolean local) implements Outcome {}

        /**
         * The store gave no answer in time.
         *
         * @param cause its last error, or null
         */
        record Unavailable(@Nullable Throwable cause) implements Outcome {}

        /**
         * Can't be decided at all: a mistake of the caller, or a store that refuses access.
         *
         * @param cause what to throw
         */
        record Failed(RuntimeException cause) implements Outcome {}
    }
}
