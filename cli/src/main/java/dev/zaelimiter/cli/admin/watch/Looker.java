package dev.zaelimiter.cli.admin.watch;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.LimitView;
import dev.zaelimiter.cli.admin.store.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the limits of an entity on a resource, and remembers the look before: what was consumed in between gives the
 * rate. Takes nothing. For one thread.
 *
 * <p>Refusals are stored nowhere, since they cost nothing; so each look finds out whether one token would be refused.
 */
final class Looker {

    private static final double MILLIS = 1000;

    private final Session session;
    private final String entity;
    private final String resource;
    private final Supplier<Instant> clock;
    private final Map<String, Long> consumedBefore = new HashMap<>();
    private final Map<String, Long> refusals = new HashMap<>();
    private @Nullable Instant before;

    Looker(Session session, String entity, String resource, Supplier<Instant> clock) {
        this.session = session;
        this.entity = entity;
        this.resource = resource;
        this.clock = clock;
    }

    Look look() {
        Administration admin = session.admin();
        AcquireRequest.Builder request = AcquireRequest.entity(entity).resource(resource);
        int own = 0;
        for (Explanation.Line line : admin.explain(entity, resource).lines()) {
            if (line.entity().equals(entity)) {
                request.take(line.limit().name(), 1);
                own++;
            }
        }
        if (own == 0) {
            throw new NoLimitsException(entity, resource);
        }
        List<LimitStatus> statuses =
                session.repository().rateLimiter().check(request.build()).statuses();
        Map<String, Long> consumed = new HashMap<>();
        statuses.stream().map(LimitStatus::entity).distinct().forEach(each -> count(admin, each, consumed));
        Instant now = clock.get();
        List<Look.Line> lines = new ArrayList<>();
        for (LimitStatus status : statuses) {
            lines.add(line(status, consumed, now));
        }
        consumedBefore.clear();
        consumedBefore.putAll(consumed);
        before = now;
        return new Look(now, lines);
    }

    private void count(Administration admin, String whose, Map<String, Long> consumed) {
        try (Stream<BucketView> buckets = admin.buckets().ofEntity(whose)) {
            buckets.filter(bucket -> bucket.resource().equals(resource)).forEach(bucket -> {
                for (LimitView limit : bucket.limits()) {
                    consumed.put(key(whose, limit.limit().name()), limit.consumed());
                }
            });
        }
    }

    private Look.Line line(LimitStatus status, Map<String, Long> consumed, Instant now) {
        String name = status.limit().name();
        String key = key(status.entity(), name);
        long refused = refusals.merge(key, status.exceeded() ? 1L : 0L, Long::sum);
        return new Look.Line(
                status.entity(),
                name,
                status.available() - status.debt(),
                status.limit().capacity(),
                rate(key, consumed, now),
                status.exceeded(),
                status.exceeded() ? status.retryAfter().map(Duration::toMillis).orElse(null) : Long.valueOf(0),
                refused);
    }

    private @Nullable Double rate(String key, Map<String, Long> consumed, Instant now) {
        if (before == null) {
            return null;
        }
        // A bucket that was not there before had consumed nothing.
        long more = LimitView.consumedBetween(consumedBefore.getOrDefault(key, 0L), consumed.getOrDefault(key, 0L));
        double seconds = Math.max(1, Duration.between(before, now).toMillis()) / MILLIS;
        return more / seconds;
    }

    private static String key(String entity, String limit) {
        return entity + '#' + limit;
    }
}
