package dev.zaelimiter.admin.capacity;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.facets.EngineRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the limits of an entity on a resource, and remembers the look before: what was consumed in between gives the
 * rate. Takes nothing. For one thread at a time.
 *
 * <p>Refusals are stored nowhere, since they cost nothing; so each look finds out whether one token would be refused.
 */
public final class Looker {

    private static final double MILLIS = 1000;

    private final RateLimiter limiter;
    private final Buckets buckets;
    private final String entity;
    private final String resource;
    private final LongSupplier wallMillis;
    private final Map<String, Long> consumedBefore = new HashMap<>();
    private final Map<String, Long> refusals = new HashMap<>();
    private @Nullable Instant before;

    /**
     * For {@link dev.zaelimiter.admin.Administration}.
     *
     * @param repository whose limits
     * @param entity who
     * @param resource on what
     * @throws InvalidInputException if a name breaks its rule
     */
    @SuppressWarnings("exports") // made by Administration, in the package beside this one
    public Looker(EngineRepository repository, String entity, String resource) {
        Level.entity(entity, resource);
        this.limiter = repository.rateLimiter();
        this.buckets = new Buckets(repository);
        this.entity = entity;
        this.resource = resource;
        this.wallMillis = repository.engine().environment()::wallMillis;
    }

    /**
     * Looks. Reads the levels, and each bucket twice: some five items, and as many of a parent that is charged too.
     *
     * @return how the limits stand
     * @throws NoLimitsException if there are none
     * @throws StoreFailureException if the store fails
     * @throws RateLimiterUnavailableException if the store gives no answer in time
     */
    public Look look() {
        AcquireRequest.Builder request = AcquireRequest.entity(entity).resource(resource);
        Map<String, Explanation.Line> known = new HashMap<>();
        int own = 0;
        for (Explanation.Line line : limiter.explain(entity, resource).lines()) {
            known.put(key(line.entity(), line.limit().name()), line);
            if (line.entity().equals(entity)) {
                request.take(line.limit().name(), 1);
                own++;
            }
        }
        if (own == 0) {
            throw new NoLimitsException(entity, resource);
        }
        List<LimitStatus> statuses = limiter.check(request.build()).statuses();
        Map<String, Long> consumed = new HashMap<>();
        statuses.stream().map(LimitStatus::entity).distinct().forEach(each -> count(each, consumed));
        Instant now = Instant.ofEpochMilli(wallMillis.getAsLong());
        List<Look.Line> lines = new ArrayList<>();
        for (LimitStatus status : statuses) {
            lines.add(line(status, known, consumed, now));
        }
        consumedBefore.clear();
        consumedBefore.putAll(consumed);
        before = now;
        return new Look(now, lines);
    }

    private void count(String whose, Map<String, Long> consumed) {
        buckets.get(whose, resource).ifPresent(bucket -> {
            for (LimitView limit : bucket.limits()) {
                consumed.put(key(whose, limit.limit().name()), limit.consumed());
            }
        });
    }

    private Look.Line line(
            LimitStatus status, Map<String, Explanation.Line> known, Map<String, Long> consumed, Instant now) {
        String key = key(status.entity(), status.limit().name());
        Explanation.Line explained = known.get(key);
        long refused = refusals.merge(key, status.exceeded() ? 1L : 0L, Long::sum);
        return new Look.Line(
                status.entity(),
                explained != null && explained.limit().soft() ? status.limit().asSoft() : status.limit(),
                explained == null ? null : explained.level(),
                status.available() - status.debt(),
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
