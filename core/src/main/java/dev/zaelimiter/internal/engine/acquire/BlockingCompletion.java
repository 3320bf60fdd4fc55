package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.WakeTree;
import dev.zaelimiter.internal.engine.pipeline.Lane;
import dev.zaelimiter.internal.guard.OneByOne;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits for its decision. On a store in memory it looks again some times, then lets other threads run
 * (one of them is working the pipeline), before it parks: waking a parked thread costs more than ten acquires.
 */
final class BlockingCompletion implements Completion {

    private static final int SPINS = 50;
    private static final int YIELDS = 100;
    private static final Object GONE = new Object();
    private static final VarHandle RESULT;

    static {
        try {
            RESULT = MethodHandles.lookup().findVarHandle(BlockingCompletion.class, "result", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A thread that becomes a waiter only if the short way will not do. */
    private static final class Visitor extends Entrance {

        Visitor(Limiters limiters, AcquireRequest request, @Nullable Lane tried) {
            super(limiters, request, tried);
        }

        @Override
        boolean urgent() {
            return true;
        }

        @Override
        BlockingCompletion newCompletion() {
            return new BlockingCompletion();
        }
    }

    private volatile @Nullable Object result;
    private volatile @Nullable WakeTree wakening;

    /** Decides about a request on the calling thread, or waits for who does. */
    static Decision decide(Limiters limiters, AcquireRequest request) {
        Lane lane = LaneLease.laneOf(limiters, request);
        LeaseImpl inPlace = LaneLease.take(limiters, request, lane);
        if (inPlace != null) {
            return new Decision.Granted(inPlace);
        }
        if (!limiters.engine().hasShortWay()) {
            BlockingCompletion waiter = new BlockingCompletion();
            Outbox out = Outbox.ofCall();
            AcquireFlow begun;
            try {
                begun = Entrance.flow(limiters, request, true, waiter, out);
            } finally {
                out.run(limiters.engine().environment());
            }
            return waiter.await(limiters.engine(), begun, request);
        }
        Visitor visitor = new Visitor(limiters, request, lane);
        AcquireFlow flow;
        try {
            LeaseImpl lease = visitor.tryShortWay();
            if (lease != null) {
                return new Decision.Granted(lease);
            }
            flow = visitor.goOn();
        } finally {
            visitor.leave();
        }
        return ((BlockingCompletion) flow.completion()).await(limiters.engine(), flow, request);
    }

    @Override
    public void decided(Decision decision, Outbox out) {
        complete(decision, out);
    }

    @Override
    public void failed(RuntimeException failure, Outbox out) {
        complete(failure, out);
    }

    private void complete(Object outcome, Outbox out) {
        if (!RESULT.compareAndSet(this, null, outcome)) {
            giveBack(outcome, out);
            return;
        }
        WakeTree asleep = wakening;
        if (asleep != null) {
            out.waken(asleep);
        }
    }

    private static void giveBack(@Nullable Object outcome, Outbox out) {
        if (outcome instanceof Decision.Granted granted && granted.lease() instanceof LeaseImpl lease) {
            lease.giveBackQuietly(out);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it: whoever yields in vain parks a little later
    private void lookAgain() {
        for (int i = 0; result == null && i < SPINS + YIELDS; i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** The decision, once it is there. An interrupt withdraws the flow. */
    Decision await(Engine engine, AcquireFlow flow, AcquireRequest request) {
        if (!engine.store().traits().answersTakeTime()) {
            lookAgain();
        }
        if (result == null) {
            waitFor(engine, flow, request);
        }
        Object outcome = result;
        if (outcome instanceof RuntimeException failure) {
            throw failure;
        }
        return (Decision) Objects.requireNonNull(outcome);
    }

    private void waitFor(Engine engine, AcquireFlow flow, AcquireRequest request) {
        PendingReport report = PendingReport.ofCaller(engine.telemetry(), request);
        try {
            sleep(engine, flow, request);
        } catch (AcquireInterruptedException interrupted) {
            report.withdrawn();
            throw interrupted;
        }
        if (result instanceof Decision decision) {
            report.decided(decision);
        } else {
            report.failed((Throwable) Objects.requireNonNull(result));
        }
    }

    private void sleep(Engine engine, AcquireFlow flow, AcquireRequest request) {
        WakeTree asleep = new WakeTree(Thread.currentThread());
        wakening = asleep;
        try {
            while (result == null) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    Thread.currentThread().interrupt();
                    if (result == null) {
                        // Giving back may take its time; those below are not to wait for it.
                        asleep.up();
                        interrupted(engine, flow);
                        throw new AcquireInterruptedException(request.entity(), request.resource());
                    }
                }
            }
        } finally {
            asleep.up();
        }
    }

    private void interrupted(Engine engine, AcquireFlow flow) {
        Outbox out = Outbox.ofCall();
        OneByOne all = new OneByOne();
        all.run(() -> flow.withdraw(out));
        all.run(() -> {
            // What was decided at this very moment, or is being decided, goes back as well.
            if (!RESULT.compareAndSet(this, null, GONE)) {
                giveBack(result, out);
            }
        });
        all.run(() -> out.run(engine.environment()));
        all.end();
    }
}
