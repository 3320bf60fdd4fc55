package dev.zaelimiter.loadtest.internal.scenario;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.loadtest.LoadUser;
import java.time.Duration;
import java.util.List;

/** The limits of a built scenario: those that were asked for, or so much that only the store can bind. */
final class Asked {

    /** More than any store gives. */
    static final long WIDE = 1_000_000_000_000L;

    static final Limit WIDE_REQUESTS = Limit.custom("rpm", WIDE, WIDE, Duration.ofMinutes(1));

    private Asked() {}

    static Limit[] orElse(List<Limit> asked, Limit... usual) {
        return asked.isEmpty() ? usual : asked.toArray(Limit[]::new);
    }

    /** A request for one of each. */
    static AcquireRequest one(LoadUser user, String entity, String resource, Limit... usual) {
        AcquireRequest.Builder request = user.request(entity, resource);
        for (Limit limit : orElse(user.limits(), usual)) {
            request.take(limit.name(), 1);
        }
        return request.build();
    }
}
