package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.Plan;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.futures.Callbacks;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The one place for an outstanding call of the store, or for the rest before the next: whoever calls takes it, and its
 * answer comes back as a message. Keeps the {@link Phase}. Belongs to the one who works the pipeline.
 */
public final class CallSlot {

    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final Site site;
    private final TurnClock clock;
    private final DelayTimer.Delay rest;
    private Phase phase = Phase.idle();

    CallSlot(Site site, TurnClock clock, DelayTimer timer) {
        this.site = site;
        this.clock = clock;
        this.rest = timer.delay();
    }

    /** Takes an answer. */
    public interface Answer<T> {
        public void accept(T value, Outbox out);
    }

    /** Hears why there is none. */
    public interface Failure {
        public void accept(Throwable cause, Outbox out);
    }

    Phase phase() {
        if (rest.isOver()) {
            phase = phase.woken();
        }
        return phase;
    }

    /** Whether a call or a rest is under way. */
    public boolean busy() {
        return phase().busy();
    }

    /** A read is under way. */
    <T> void read(CompletableFuture<T> future, Outbox out, Answer<? super T> answer, Failure failure) {
        phase = phase().reading();
        await(future, out, answer, failure);
    }

    /** A read is under way whose answer comes another way; {@link #ended} must follow. */
    void reading() {
        phase = phase().reading();
    }

    /** What {@link #reading} began has ended. */
    void ended() {
        phase = phase().ended();
    }

    /** A write is under way. */
    <T> void write(
            InFlightWrite write, CompletableFuture<T> future, Outbox out, Answer<? super T> answer, Failure failure) {
        phase = phase().writing(write);
        await(future, out, answer, failure);
    }

    /** A transaction over several shards is under way, or the read that it is planned from. */
    public <T> void move(CompletableFuture<T> future, Outbox out, Answer<? super T> answer, Failure failure) {
        phase = phase().moving();
        await(future, out, answer, failure);
    }

    private <T> void await(CompletableFuture<T> future, Outbox out, Answer<? super T> answer, Failure failure) {
        if (future.isDone()) {
            arrive(future, answer, failure, out);
        } else {
            Callbacks.whenDone(future, (value, thrown) -> site.answered(o -> arrive(future, answer, failure, o)));
        }
    }

    private <T> void arrive(CompletableFuture<T> future, Answer<? super T> answer, Failure failure, Outbox out) {
        phase = phase().ended();
        try {
            clock.touch();
        } catch (RuntimeException | Error broken) {
            // Otherwise whoever waits for the answer would never hear.
            failure.accept(broken, out);
            return;
        }
        T value;
        try {
            value = future.join();
        } catch (CompletionException | CancellationException e) {
            failure.accept(Callbacks.cause(e), out);
            return;
        }
        answer.accept(value, out);
    }

    /** It is not known whether a write was applied. */
    void lost(InFlightWrite write) {
        phase = phase().lost(write);
    }

    /** What became of a write is known, or given up. */
    void settled() {
        phase = phase().settled();
    }

    /**
     * The store's partition has to rest; of one that would rest for long nobody knows what others do to it meanwhile.
     */
    void rest(Plan.Pause pause) {
        rest(Math.max(1, Math.min(pause.millis(), LONGEST_PAUSE_MILLIS)) * 1_000_000);
    }

    /** Nothing goes out for a while. */
    public void rest(long nanos) {
        phase = phase().paused();
        rest.start(nanos);
    }
}
