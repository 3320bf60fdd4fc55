package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.loadtest.internal.scenario.PunctualUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One user of a worker. Its steps follow each other; what they do may run on any thread. */
final class ActiveUser implements PunctualUser {

    private static final Object NOTHING = new Object();
    private static final CompletableFuture<Object> OVER = CompletableFuture.completedFuture(NOTHING);

    private final Playing playing;
    private final int number;
    private final SplittableRandom random;
    /** Guarded by itself: a step may take several at the same time. */
    private final List<CountedLease> open = new ArrayList<>(2);

    private @Nullable AcquireRequest lastRequest;
    private BucketTally.Taken @Nullable [] lastTaken;
    /** When the step was due, until its first acquire has begun; 0 after that. */
    private long dueNanos;

    private volatile boolean failed;

    ActiveUser(Playing playing, int number) {
        this.playing = playing;
        this.number = number;
        this.random = new SplittableRandom(playing.plan().seed() * 31 + number);
    }

    /**
     * Does a step.
     *
     * @param dueNanos when it should begin; the time until then counts to its first acquire
     * @return completes when all is done and ended; never fails
     */
    CompletableFuture<?> step(long dueNanos) {
        this.dueNanos = dueNanos;
        this.failed = false;
        CompletableFuture<?> future;
        try {
            CompletionStage<?> stage = playing.scenario(random).step(this);
            future = stage == null
                    ? CompletableFuture.failedFuture(
                            new IllegalStateException("the step of a scenario gave null instead of a stage"))
                    : stage.toCompletableFuture();
        } catch (Throwable e) {
            // Whatever others' code throws ends their step alone: the thread has other users.
            return ended(e);
        }
        if (future.isDone() && !future.isCompletedExceptionally()) {
            return ended(null);
        }
        return future.handle((value, failure) -> {
            finish(failure);
            return NOTHING;
        });
    }

    private CompletableFuture<?> ended(@Nullable Throwable failure) {
        finish(failure);
        return OVER;
    }

    private void finish(@Nullable Throwable failure) {
        if (failure != null) {
            fail(failure, 0);
        }
        closeAll();
    }

    /** Ends every lease that is still open. */
    void closeAll() {
        synchronized (open) {
            for (CountedLease lease : open) {
                try {
                    lease.close();
                } catch (RuntimeException e) {
                    playing.tally().problem(e);
                }
            }
            open.clear();
        }
    }

    /** Whether something failed in the last step: whoever fails at once should not do it a million times a second. */
    boolean failed() {
        return failed;
    }

    private void fail(Throwable failure, long nanos) {
        Throwable cause =
                failure.getCause() != null && failure instanceof CompletionException ? failure.getCause() : failure;
        failed = true;
        playing.tally().count(Outcome.FAILED, nanos);
        playing.tally().problem(cause);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int entities() {
        return playing.plan().entities();
    }

    @Override
    public List<Limit> limits() {
        return playing.plan().limits();
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public CompletionStage<@Nullable Lease> acquire(AcquireRequest request) {
        long from = dueNanos == 0 ? playing.environment().monotonicNanos() : dueNanos;
        return take(request, from);
    }

    @Override
    public CompletionStage<@Nullable Lease> acquireDue(AcquireRequest request, long due) {
        playing.tally().begun(playing.environment().monotonicNanos() - due);
        return take(request, due);
    }

    private CompletionStage<@Nullable Lease> take(AcquireRequest request, long from) {
        dueNanos = 0;
        CompletableFuture<Decision> answer;
        try {
            answer = playing.limiter().tryAcquire(request);
        } catch (RuntimeException e) {
            fail(e, 0);
            return CompletableFuture.completedFuture(null);
        }
        if (answer.isDone() && !answer.isCompletedExceptionally()) {
            return CompletableFuture.completedFuture(decided(request, answer.join(), from));
        }
        return answer.handle((decision, failure) -> {
            if (failure != null) {
                fail(failure, playing.environment().monotonicNanos() - from);
                return null;
            }
            return decided(request, decision, from);
        });
    }

    private @Nullable Lease decided(AcquireRequest request, Decision decision, long from) {
        long nanos = playing.environment().monotonicNanos() - from;
        if (decision instanceof Decision.Granted granted) {
            Lease lease = granted.lease();
            playing.tally().count(lease.degraded() ? Outcome.DEGRADED : Outcome.ADMITTED, nanos);
            BucketTally.Taken[] taken = taken(request);
            for (int i = 0; !lease.degraded() && i < taken.length; i++) {
                taken[i].granted(request.amount(i));
            }
            CountedLease counted = new CountedLease(lease, request, taken);
            synchronized (open) {
                open.add(counted);
            }
            return counted;
        }
        playing.tally().count(Outcome.REFUSED, nanos);
        return null;
    }

    /** Most users ask the same again and again. */
    @SuppressWarnings("ReferenceEquality") // the same object is found fast, an equal one slowly
    private synchronized BucketTally.Taken[] taken(AcquireRequest request) {
        BucketTally.Taken[] known = lastTaken;
        if (request != lastRequest || known == null) {
            known = playing.buckets().of(request);
            lastTaken = known;
            lastRequest = request;
        }
        return known;
    }

    @Override
    public CompletionStage<Void> pause(Duration time) {
        return playing.pauses().of(time.isNegative() ? 0 : time.toNanos());
    }
}
