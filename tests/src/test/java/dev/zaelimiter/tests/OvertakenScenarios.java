package dev.zaelimiter.tests;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Two repositories on one {@link OvertakenStore}, which hold an entity with its parent, limits and a bucket. The second
 * repository is the somebody else who interferes.
 */
abstract class OvertakenScenarios {

    static final Level GPT = Level.resource("gpt-4");

    final Fleet fleet = new Fleet();
    final OvertakenStore store = new OvertakenStore(fleet.store);
    final LimitRepository repository = open("scenarios");
    final LimitRepository other = open("scenarios");

    LimitRepository open(String namespace) {
        return RepositoryBuilder.on(store)
                .environment(fleet.clock)
                .namespace(namespace)
                .inlineCallbacks()
                .build();
    }

    @BeforeEach
    void somethingThere() {
        repository.entities().create(Entity.builder("org").build());
        repository.entities().create(Entity.builder("key").parent("org").build());
        repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 3));
        repository.limits().setEntityLimits("key", "gpt-4", Limit.perHour("rpm", 5));
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity("key")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .build())
                .keep();
    }

    @AfterEach
    void close() {
        store.heal();
        repository.close();
        other.close();
        fleet.close();
    }
}
