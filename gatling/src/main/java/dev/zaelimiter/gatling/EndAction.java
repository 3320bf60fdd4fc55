package dev.zaelimiter.gatling;

import dev.zaelimiter.Lease;
import io.gatling.core.session.Session;
import java.util.function.Function;

/** Ends a lease that the session holds. */
final class EndAction extends LimiterAction {

    private final EndBuilder end;

    EndAction(Context context, Function<io.gatling.javaapi.core.Session, String> name, EndBuilder end) {
        super(context, name);
        this.end = end;
    }

    @Override
    void run(Session session, String requestName) {
        Object value = session.contains(end.key()) ? session.attributes().apply(end.key()) : null;
        if (!(value instanceof OpenLeases.Held held)) {
            next().$bang(session);
            return;
        }
        long start = clock().nowMillis();
        Session without = session.remove(end.key());
        try {
            Lease lease = held.lease();
            io.gatling.javaapi.core.Session seen = new io.gatling.javaapi.core.Session(session);
            end.settlements()
                    .forEach(each -> lease.settle(each.limit(), each.tokens().applyAsLong(seen)));
            if (end.givesBack()) {
                lease.giveBack();
            }
        } catch (RuntimeException | Error e) {
            held.close();
            done(without, requestName, start, text(e));
            return;
        }
        held.close();
        done(without, requestName, start, null);
    }
}
