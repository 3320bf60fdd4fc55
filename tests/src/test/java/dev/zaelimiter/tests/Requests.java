package dev.zaelimiter.tests;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.LimitView;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Short words for requests on the one resource that most tests use. */
final class Requests {

    static final String RESOURCE = "gpt-4";
    private static final int MOST_DRAINED = 100_000;

    private Requests() {}

    static AcquireRequest take(String entity, String limit, long amount) {
        return builder(entity).take(limit, amount).build();
    }

    static AcquireRequest take(String entity, String first, long amount, String second, long other) {
        return builder(entity).take(first, amount).take(second, other).build();
    }

    static AcquireRequest.Builder builder(String entity) {
        return AcquireRequest.entity(entity).resource(RESOURCE);
    }

    static AcquireRequest patient(String entity, String limit, long amount, Duration wait) {
        return builder(entity).take(limit, amount).waitAtMost(wait).build();
    }

    /** Takes and keeps, if it fits. */
    static boolean took(LimitRepository repository, AcquireRequest request) {
        Decision decision = repository.rateLimiter().tryAcquire(request);
        return decision.match(
                lease -> {
                    lease.keep();
                    return true;
                },
                refusal -> false);
    }

    static boolean took(LimitRepository repository, String entity, String limit, long amount) {
        return took(repository, take(entity, limit, amount));
    }

    /** How many of so many requests for one token are granted; what is granted is kept. */
    static int admitted(LimitRepository repository, String entity, String limit, int tries) {
        int admitted = 0;
        for (int i = 0; i < tries; i++) {
            admitted += took(repository, entity, limit, 1) ? 1 : 0;
        }
        return admitted;
    }

    /** Takes one at a time until refused; a limit that gives more than any test stores does not hold. */
    static int drain(LimitRepository repository, String entity, String limit) {
        int granted = 0;
        AcquireRequest one = take(entity, limit, 1);
        while (took(repository, one)) {
            granted++;
            if (granted > MOST_DRAINED) {
                throw new AssertionError(limit + " of " + entity + " gives without end");
            }
        }
        return granted;
    }

    static Lease lease(LimitRepository repository, String entity, String limit, long amount) {
        return repository.rateLimiter().acquire(take(entity, limit, amount));
    }

    static LimitStatus status(LimitRepository repository, String entity, String limit) {
        Availability seen = repository.rateLimiter().check(take(entity, limit, 0));
        return seen.statuses().stream()
                .filter(status -> status.entity().equals(entity))
                .findFirst()
                .orElseThrow();
    }

    /** Whole tokens there now; negative in debt. */
    static long balance(LimitRepository repository, String entity, String limit) {
        LimitStatus status = status(repository, entity, limit);
        return status.available() - status.debt();
    }

    static Map<String, Long> balances(LimitRepository repository, String entity, String... limits) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (String limit : limits) {
            all.put(limit, balance(repository, entity, limit));
        }
        return all;
    }

    /** A parent and a child that is charged to it too. */
    static void family(LimitRepository repository, String parent, String... children) {
        repository.entities().create(Entity.builder(parent).build());
        for (String child : children) {
            repository
                    .entities()
                    .create(Entity.builder(child).parent(parent).cascade(true).build());
        }
    }

    /** The first of several that says yes, or none. */
    static long granted(List<Boolean> answers) {
        return answers.stream().filter(Boolean::booleanValue).count();
    }

    /** The first limit of an entity's only bucket, as an operator sees it. */
    static LimitView view(Administration admin, String entity) {
        return admin.buckets()
                .ofEntity(entity)
                .findFirst()
                .orElseThrow()
                .limits()
                .get(0);
    }
}
