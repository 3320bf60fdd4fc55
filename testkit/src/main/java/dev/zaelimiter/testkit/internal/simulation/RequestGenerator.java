package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Draws what clients ask. */
final class RequestGenerator {

    static final String RESOURCE = "api";
    static final String PARENT = "team";
    /** Whom entities may be moved to. */
    static final String OTHER_PARENT = "other-team";

    private final Scenario scenario;
    private final SplittableRandom random;
    private final List<AcquireRequest> kept = new ArrayList<>();
    private int count;

    RequestGenerator(Scenario scenario, SplittableRandom random) {
        this.scenario = scenario;
        this.random = random;
    }

    /** The resources of a run. */
    static List<String> resources(Scenario scenario) {
        List<String> resources = new ArrayList<>(List.of(RESOURCE));
        for (int i = 1; i < scenario.resources; i++) {
            resources.add(RESOURCE + "-" + i);
        }
        return resources;
    }

    /** Some are asked for often, others seldom, and late. */
    private String resource(SplittableRandom chance) {
        if (scenario.resources == 1) {
            return RESOURCE;
        }
        double drawn = chance.nextDouble();
        return resources(scenario).get((int) (scenario.resources * drawn * drawn * drawn));
    }

    static String entity(int index) {
        return "user-" + index;
    }

    int count() {
        return count;
    }

    AcquireRequest next() {
        if (kept.size() < scenario.differentRequests) {
            kept.add(drawn());
        }
        return kept.isEmpty() ? drawn() : kept.get(random.nextInt(kept.size()));
    }

    private AcquireRequest drawn() {
        AcquireRequest.Builder request =
                AcquireRequest.entity(entity(random.nextInt(scenario.entities))).resource(resource(random));
        List<Limit> limits = new ArrayList<>(scenario.limits);
        if (random.nextDouble() < scenario.onlyOneLimit) {
            limits = List.of(limits.get(random.nextInt(limits.size())));
        }
        for (Limit limit : limits) {
            request.take(limit.name(), amount(limit));
        }
        if (random.nextDouble() < scenario.waits) {
            request.waitAtMost(Duration.ofMillis(1 + random.nextLong(scenario.mostWaitMillis)));
        }
        if (scenario.callLimits && (scenario.bringsLimits >= 1 || random.nextDouble() < scenario.bringsLimits)) {
            request.limits(scenario.limits);
        }
        return request.build();
    }

    /** A token of each of some limits; none of what never comes back. */
    AcquireRequest oneOfEach(List<Limit> limits) {
        AcquireRequest.Builder request = AcquireRequest.entity(entity(0)).resource(RESOURCE);
        // Where nothing but budgets is left, nothing is asked of them.
        limits.forEach(limit -> {
            boolean comesBack = !limit.isBudget() || scenario.refills > 0;
            if (comesBack || limits.stream().allMatch(Limit::isBudget)) {
                request.take(limit.name(), comesBack ? Math.min(1, limit.capacity()) : 0);
            }
        });
        if (scenario.callLimits) {
            request.limits(limits);
        }
        return request.build();
    }

    /** Up to all that fits of some of the limits. */
    AcquireRequest large(List<Limit> limits, SplittableRandom chance) {
        AcquireRequest.Builder request =
                AcquireRequest.entity(entity(chance.nextInt(scenario.entities))).resource(resource(chance));
        int always = chance.nextInt(limits.size());
        for (int i = 0; i < limits.size(); i++) {
            Limit limit = limits.get(i);
            if (i == always || chance.nextBoolean()) {
                request.take(limit.name(), chance.nextLong(mostOf(limit) + 1));
            }
        }
        if (scenario.callLimits) {
            request.limits(limits);
        }
        return request.build();
    }

    /** What somebody would like to see, who takes nothing. */
    AcquireRequest look(SplittableRandom chance) {
        AcquireRequest.Builder request =
                AcquireRequest.entity(entity(chance.nextInt(scenario.entities))).resource(resource(chance));
        scenario.limits.forEach(limit -> request.take(limit.name(), chance.nextLong(limit.capacity() + 1)));
        return request.build();
    }

    /** What fits into a bucket and into its parent's. */
    private long mostOf(Limit limit) {
        return scenario.parentLimits.stream()
                .filter(parent -> parent.name().equals(limit.name()))
                .mapToLong(Limit::capacity)
                .reduce(limit.capacity(), Math::min);
    }

    private long amount(Limit limit) {
        double drawn = random.nextDouble();
        drawn -= scenario.none;
        if (drawn < 0) {
            return 0;
        }
        drawn -= scenario.impossible;
        if (drawn < 0) {
            return Math.min(limit.capacity() + 1 + random.nextLong(5), Limit.MAX_AMOUNT);
        }
        drawn -= scenario.large;
        if (drawn < 0) {
            return random.nextLong(limit.capacity() + 1);
        }
        return Math.min(1 + random.nextLong(Math.max(1, limit.capacity() / scenario.smallest)), limit.capacity());
    }

    Asked asked(AcquireRequest request, String client, long nanos) {
        Map<String, Long> amounts = new TreeMap<>();
        for (int i = 0; i < request.size(); i++) {
            amounts.put(request.limit(i), request.amount(i) * 1000);
        }
        List<String> entities = scenario.operations > 0
                ? List.of(request.entity(), PARENT, OTHER_PARENT)
                : scenario.cascade ? List.of(request.entity(), PARENT) : List.of(request.entity());
        List<String> buckets = entities.stream()
                .map(entity -> KeyReader.bucket(entity, request.resource()))
                .toList();
        boolean brings = request.limits() != null;
        return new Asked(count++, client, buckets, amounts, request.waitAtMost().toMillis(), brings, nanos);
    }
}
