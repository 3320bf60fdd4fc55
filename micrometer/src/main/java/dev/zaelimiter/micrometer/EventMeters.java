package dev.zaelimiter.micrometer;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What happens, in one registry. Safe for use by many threads. */
final class EventMeters {

    static final String PREFIX = "zae.limiter.";

    private static final String GRANTED = "granted";
    private static final String REFUSED = "refused";
    private static final String UNANSWERED = "unanswered";

    /** What refused. */
    private record RefusedBy(String resource, String limit, String reason) {}

    /** Whose requests ended how: of an entity, or on a resource. */
    private record Ended(String name, String outcome) {}

    private final MeterRegistry registry;
    private final Tags tags;
    private final boolean byResource;
    private final Set<String> entities;
    private final Timer waits;
    private final Map<BucketWrite.Kind, Timer> roundTrips = new EnumMap<>(BucketWrite.Kind.class);
    private final DistributionSummary batches;
    private final Counter writeUnits;
    private final Counter admitted;
    private final Counter blocked;
    private final Counter lostCharges;
    private final Counter lostGiveBacks;
    private final Bounded<RefusedBy, Counter> refusals;
    private final Bounded<Ended, Counter> ofResources;
    private final Bounded<Ended, Counter> ofEntities;

    EventMeters(MeterRegistry registry, Tags tags, boolean byResource, Set<String> entities, int maxResources) {
        this.registry = registry;
        this.tags = tags;
        this.byResource = byResource;
        this.entities = entities;
        this.waits = timer("waits", "How long grants had to wait for tokens", Tags.empty());
        for (BucketWrite.Kind kind : BucketWrite.Kind.values()) {
            Tags own = Tags.of("kind", StatisticsMeters.lower(kind));
            roundTrips.put(kind, timer("round.trip", "From sending a write to its answer", own));
        }
        this.batches = DistributionSummary.builder(PREFIX + "batch.size")
                .description("Requests that one write holds")
                .baseUnit("requests")
                .tags(tags)
                .register(registry);
        this.writeUnits = counter("write.units", "Capacity that writes used, as the store reports it", Tags.empty());
        String unanswered = "Requests that the store gave no answer to";
        this.admitted = counter("unanswered", unanswered, Tags.of("admitted", "true"));
        this.blocked = counter("unanswered", unanswered, Tags.of("admitted", "false"));
        String lost = "Tokens of corrections that were lost";
        this.lostCharges = counter("lost.tokens", lost, Tags.of("direction", "charge"));
        this.lostGiveBacks = counter("lost.tokens", lost, Tags.of("direction", "give_back"));
        String other = Bounded.OTHER;
        this.refusals = new Bounded<>(2 * maxResources, new RefusedBy(other, other, other), this::refusals);
        this.ofResources = new Bounded<>(3 * maxResources, new Ended(other, other), this::ofResource);
        this.ofEntities = new Bounded<>(3 * Math.max(1, entities.size()), new Ended(other, other), this::ofEntity);
    }

    private Timer timer(String name, String description, Tags own) {
        return Timer.builder(PREFIX + name)
                .description(description)
                .tags(tags.and(own))
                .register(registry);
    }

    private Counter counter(String name, String description, Tags own) {
        return Counter.builder(PREFIX + name)
                .description(description)
                .tags(tags.and(own))
                .register(registry);
    }

    private Counter refusals(RefusedBy by) {
        return counter(
                "refusals",
                "Refusals, by the limit that decided",
                Tags.of("resource", by.resource, "limit", by.limit, "reason", by.reason));
    }

    private Counter ofResource(Ended ended) {
        return counter(
                "resource.requests",
                "Requests that were decided, by resource",
                Tags.of("resource", ended.name, "outcome", ended.outcome));
    }

    private Counter ofEntity(Ended ended) {
        return counter(
                "entity.requests",
                "Requests that were decided, of entities that were allowed to be named",
                Tags.of("entity", ended.name, "outcome", ended.outcome));
    }

    void granted(AcquireRequest request, long waitNanos) {
        if (waitNanos > 0) {
            waits.record(waitNanos, TimeUnit.NANOSECONDS);
        }
        decided(request.entity(), request.resource(), GRANTED);
    }

    private void decided(String entity, String resource, String outcome) {
        if (byResource) {
            ofResources.get(new Ended(resource, outcome)).increment();
        }
        if (entities.contains(entity)) {
            ofEntities.get(new Ended(entity, outcome)).increment();
        }
    }

    void refused(Refusal refusal) {
        String limit = refusal.primary()
                .map(LimitStatus::limit)
                .map(each -> each.name())
                .orElse("none");
        String reason = !refusal.everFits() ? "never_fits" : refusal.contended() ? "contended" : "exceeded";
        refusals.get(new RefusedBy(refusal.resource(), limit, reason)).increment();
        decided(refusal.entity(), refusal.resource(), REFUSED);
    }

    void degraded(String entity, String resource, boolean letIn) {
        (letIn ? admitted : blocked).increment();
        decided(entity, resource, UNANSWERED);
    }

    void wrote(BucketWrite write) {
        Objects.requireNonNull(roundTrips.get(write.kind())).record(write.roundTripNanos(), TimeUnit.NANOSECONDS);
        batches.record(write.batch());
        if (write.writeUnits() > 0) {
            writeUnits.increment(write.writeUnits());
        }
    }

    void lost(long delta) {
        (delta > 0 ? lostCharges : lostGiveBacks).increment(Math.abs((double) delta));
    }
}
