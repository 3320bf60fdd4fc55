package dev.zaelimiter.llm;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.http.client.OutgoingCall;
import dev.zaelimiter.internal.guard.SafeLog;
import org.jspecify.annotations.Nullable;

/**
 * One call to a model whose tokens are taken. It is told what happens, and ends once, by the first of
 * {@link #answered}, {@link #failed} and {@link #cancelled}; what comes later does nothing.
 *
 * <ul>
 *   <li>Answered: settled to the usage that the model has told. Without a usage the estimate stays taken, or what was
 *       seen if that is more.
 *   <li>Failed before anything came back: all of it goes back.
 *   <li>Failed or cancelled after some output: the prompt and what came back stay taken, by the model's numbers or else
 *       by estimate.
 *   <li>Cancelled before anything came back: the prompt stays taken, since the model has it. If it was not sent yet,
 *       all goes back.
 * </ul>
 *
 * <p>Safe for use by many threads. No method throws.
 */
public final class ModelCall {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.llm");

    private static final Rarely UNSETTLED = new Rarely();

    private final ModelLimiter limiter;
    private final AcquireRequest request;
    private final Lease lease;
    private final Spending estimated;
    private final @Nullable OutgoingCall turn;

    private final Object lock = new Object();
    /** The lock guards all below. */
    private final SeenOutput output;

    private ModelUsage usage = ModelUsage.UNKNOWN;
    private @Nullable ServiceAnswer word;
    private boolean sent;
    private boolean ended;

    ModelCall(
            ModelLimiter limiter,
            AcquireRequest request,
            Lease lease,
            Spending estimated,
            SeenOutput output,
            @Nullable OutgoingCall turn) {
        this.limiter = limiter;
        this.request = request;
        this.lease = lease;
        this.estimated = estimated;
        this.output = output;
        this.turn = turn;
    }

    /**
     * What was taken: to be read, for example for the fields of a response. The call ends it.
     *
     * @return the lease
     */
    public Lease lease() {
        return lease;
    }

    /** The model is asked now. */
    public void sent() {
        synchronized (lock) {
            sent = true;
        }
    }

    /**
     * A part of the answer has come back.
     *
     * @param text the next part; null for nothing
     */
    public void saw(@Nullable String text) {
        synchronized (lock) {
            sent = true;
            if (text != null && !ended) {
                output.add(text);
            }
        }
    }

    /**
     * The model has said what it has used so far. The highest numbers count, since streams count up.
     *
     * @param used what it said
     */
    public void saw(ModelUsage used) {
        synchronized (lock) {
            sent = true;
            usage = usage.or(used);
        }
    }

    /**
     * The provider has said something of its own limits. The last word before the end counts.
     *
     * @param answer what it said
     */
    public void saw(ServiceAnswer answer) {
        synchronized (lock) {
            word = answer;
        }
    }

    /** The answer is complete. */
    public void answered() {
        end(Way.ANSWERED);
    }

    /** The call has failed. */
    public void failed() {
        end(Way.FAILED);
    }

    /** Nobody wants the answer any more. */
    public void cancelled() {
        end(Way.CANCELLED);
    }

    private enum Way {
        ANSWERED,
        FAILED,
        CANCELLED
    }

    private void end(Way way) {
        CallReport.End end;
        Spending spent;
        ServiceAnswer said;
        synchronized (lock) {
            if (ended) {
                return;
            }
            ended = true;
            end = endOf(way);
            spent = spentBy(end);
            said = word;
        }
        CallReport report = settle(end, spent);
        endTurn(end, said);
        limiter.tell(report);
    }

    private CallReport.End endOf(Way way) {
        if (way == Way.ANSWERED) {
            return usage.known() ? CallReport.End.ANSWERED : CallReport.End.ANSWERED_WITHOUT_USAGE;
        }
        if (output.any() || usage.known()) {
            return CallReport.End.BROKEN_OFF;
        }
        if (way == Way.CANCELLED) {
            return sent ? CallReport.End.CANCELLED : CallReport.End.NOT_SENT;
        }
        return CallReport.End.FAILED;
    }

    private @Nullable Spending spentBy(CallReport.End end) {
        return switch (end) {
            case ANSWERED, ANSWERED_WITHOUT_USAGE -> Spending.used(usage, estimated, output.tokens());
            case BROKEN_OFF, CANCELLED -> Spending.brokenOff(usage, estimated, output.tokens());
            case FAILED, NOT_SENT -> null;
        };
    }

    /** Whoever has an answer must not lose it by its bill: what can't be settled stays taken as it was estimated. */
    private CallReport settle(CallReport.End end, @Nullable Spending spent) {
        long charged = estimated.total();
        try {
            if (spent == null) {
                lease.giveBack();
                charged = 0;
            } else {
                for (int i = 0; i < request.size(); i++) {
                    lease.settle(request.limit(i), spent.of(limiter.quantityOf(request.limit(i))));
                }
                lease.keep();
                charged = spent.total();
            }
        } catch (RuntimeException e) {
            if (UNSETTLED.now()) {
                LOG.warn("what a call of {} to {} has used can't be settled", lease.entity(), lease.resource(), e);
            }
        }
        return new CallReport(request.entity(), request.resource(), estimated.total(), charged, end, lease.degraded());
    }

    private void endTurn(CallReport.End end, @Nullable ServiceAnswer said) {
        try {
            if (turn == null) {
                if (said != null) {
                    limiter.providerSaid(request.resource(), said);
                }
            } else if (said != null) {
                turn.answered(said.status(), said::values);
            } else {
                turn.failed();
            }
        } catch (RuntimeException e) {
            if (UNSETTLED.now()) {
                LOG.warn("what the provider of {} says of its limits can't be noted ({})", request.resource(), end, e);
            }
        }
    }
}
