package dev.zaelimiter.gatling;

import com.typesafe.scalalogging.Logger;
import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.commons.util.Clock;
import io.gatling.core.action.Action;
import io.gatling.core.action.ExitableAction;
import io.gatling.core.session.Session;
import io.gatling.core.stats.StatsEngine;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import scala.Option;

/** What all actions of ours have in common: a user is always handed on, whatever is thrown. */
abstract class LimiterAction implements ExitableAction {

    private static final Logger LOGGER = Logger.apply(LoggerFactory.getLogger(LimiterAction.class));

    private final Context context;
    private final Function<io.gatling.javaapi.core.Session, String> name;

    LimiterAction(Context context, Function<io.gatling.javaapi.core.Session, String> name) {
        this.context = context;
        this.name = name;
    }

    /** Does it; the user is handed on by {@link #done} or {@link #crashed}, once. */
    abstract void run(Session session, String requestName);

    @Override
    public final void execute(Session session) {
        String requestName;
        try {
            requestName = name.apply(new io.gatling.javaapi.core.Session(session));
        } catch (RuntimeException | Error e) {
            crashed(session, "a limiter's request", e);
            return;
        }
        try {
            run(session, requestName);
        } catch (RuntimeException | Error e) {
            crashed(session, requestName, e);
        }
    }

    /** Counts a request, and hands the user on. */
    final void done(Session session, String requestName, long startMillis, @Nullable String problem) {
        long now = clock().nowMillis();
        statsEngine()
                .logResponse(
                        session.scenario(),
                        session.groups(),
                        requestName,
                        startMillis,
                        now,
                        problem == null ? OK$.MODULE$ : KO$.MODULE$,
                        Option.empty(),
                        Option.apply(problem));
        Session timed = session.logGroupRequestTimings(startMillis, now);
        next().$bang(problem == null ? timed : timed.markAsFailed());
    }

    /** For a request that could not even be made. */
    final void crashed(Session session, String requestName, Throwable thrown) {
        statsEngine().logRequestCrash(session.scenario(), session.groups(), requestName, text(thrown));
        next().$bang(session.markAsFailed());
    }

    static String text(Throwable thrown) {
        return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
    }

    final Context context() {
        return context;
    }

    @Override
    public final String name() {
        return "limiter";
    }

    @Override
    public final Clock clock() {
        return context.core().clock();
    }

    @Override
    public final StatsEngine statsEngine() {
        return context.core().statsEngine();
    }

    @Override
    public final Action next() {
        return context.next();
    }

    @Override
    public final Logger logger() {
        return LOGGER;
    }

    @Override
    public final void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger logger) {}

    // What Scala's compiler adds to a class with these traits: its "super.!". Java's compiler does not see the
    // declarations, so
    // there is nothing to override, and what they would call can't be called.

    public final void io$gatling$core$action$ExitableAction$$super$$bang(Session session) {
        onEventLoop(session);
    }

    public final void io$gatling$core$action$ChainableAction$$super$$bang(Session session) {
        onEventLoop(session);
    }

    /** The steps of a user run on one thread, one after the other. */
    private void onEventLoop(Session session) {
        if (session.eventLoop().inEventLoop()) {
            execute(session);
        } else if (!session.eventLoop().isShuttingDown()) {
            session.eventLoop().execute(() -> execute(session));
        }
    }
}
