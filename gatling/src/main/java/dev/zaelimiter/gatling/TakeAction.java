package dev.zaelimiter.gatling;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import io.gatling.core.controller.throttle.Throttler$Command$ThrottledRequest;
import io.gatling.core.session.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import scala.runtime.BoxedUnit;

/** Takes tokens without blocking a thread of Gatling. */
final class TakeAction extends LimiterAction {

    private final TakeBuilder take;
    private final LimiterProtocol protocol;

    TakeAction(Context context, Function<io.gatling.javaapi.core.Session, String> name, TakeBuilder take) {
        super(context, name);
        this.take = take;
        this.protocol = context.protocol();
    }

    @Override
    void run(Session session, String requestName) {
        AcquireRequest request = take.request(new io.gatling.javaapi.core.Session(session));
        if (context().throttled() && context().core().throttler().isDefined()) {
            context().core().throttler().get().$bang(new Throttler$Command$ThrottledRequest(session.scenario(), () -> {
                send(session, requestName, request);
                return BoxedUnit.UNIT;
            }));
        } else {
            send(session, requestName, request);
        }
    }

    private void send(Session session, String requestName, AcquireRequest request) {
        long start = clock().nowMillis();
        try {
            CompletableFuture<?> unused = protocol.limiter().tryAcquire(request).whenComplete((decision, failure) -> {
                try {
                    answered(session, requestName, start, decision, failure);
                } catch (RuntimeException | Error e) {
                    // A check may be an assertion of a test library; nobody else would hand the user on.
                    crashed(session, requestName, e);
                }
            });
        } catch (RuntimeException e) {
            answered(session, requestName, start, null, e);
        }
    }

    private void answered(
            Session session, String requestName, long start, @Nullable Decision decision, @Nullable Throwable failure) {
        if (decision == null) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            ended(
                    session,
                    requestName,
                    start,
                    LimiterAnswer.failed(cause == null ? new IllegalStateException("no decision") : cause));
        } else if (decision instanceof Decision.Granted granted) {
            granted(session, requestName, start, granted.lease());
        } else {
            ended(session, requestName, start, LimiterAnswer.refused(decision.refusal()));
        }
    }

    private void granted(Session session, String requestName, long start, Lease lease) {
        LimiterAnswer answer = LimiterAnswer.granted(lease.degraded());
        String key = take.held();
        if (key != null) {
            Object before = session.contains(key) ? session.attributes().apply(key) : null;
            if (before instanceof OpenLeases.Held forgotten) {
                forgotten.close();
            }
            ended(session.set(key, protocol.leases().hold(lease)), requestName, start, answer);
            return;
        }
        try (lease) {
            io.gatling.javaapi.core.Session seen = new io.gatling.javaapi.core.Session(session);
            take.settlements()
                    .forEach(each -> lease.settle(each.limit(), each.tokens().applyAsLong(seen)));
        }
        ended(session, requestName, start, answer);
    }

    /** Counts the answer, and lets the checks have a look. */
    private void ended(Session session, String requestName, long start, LimiterAnswer answer) {
        protocol.count(answer.outcome());
        String problem = answer.failure().map(LimiterAction::text).orElse(null);
        for (LimiterCheck check : take.checks()) {
            problem = problem == null ? check.problem(answer) : problem;
        }
        Session after = take.saved() == null ? session : session.set(take.saved(), answer);
        done(after, nameOf(requestName, answer.outcome()), start, problem);
    }

    private static String nameOf(String requestName, LimiterAnswer.Outcome outcome) {
        return switch (outcome) {
            case REFUSED -> requestName + " (refused)";
            case DEGRADED -> requestName + " (degraded)";
            default -> requestName;
        };
    }
}
