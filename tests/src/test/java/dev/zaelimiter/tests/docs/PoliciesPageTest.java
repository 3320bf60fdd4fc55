package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.manifest.DeclaredLimits;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The policies of {@code docs/operator/policies.md} allow what each role asks of a table, by the requests that are made
 * here, and allow nothing that no request needs.
 */
@Tag("documents")
class PoliciesPageTest extends PolicyRequests {

    @Test
    void acquire() {
        divide("hot");
        try (LimitRepository repository = connect()) {
            RateLimiter limiter = repository.rateLimiter();
            for (String resource : List.of("gpt-4", "img")) {
                AcquireRequest request = AcquireRequest.entity("key")
                        .resource(resource)
                        .take("rpm", 2)
                        .build();
                limiter.acquire(request).giveBack();
                clock.advance(Duration.ofSeconds(70));
                limiter.call(request, lease -> {
                    lease.settle("rpm", 5);
                    return 1;
                });
                limiter.check(request);
                limiter.explain("key", resource);
            }
            AcquireRequest one = AcquireRequest.entity("hot")
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .build();
            limiter.acquire(one).keep();
            limiter.acquire(AcquireRequest.entity("hot")
                            .resource("gpt-4")
                            .take("rpm", 60)
                            .build())
                    .keep();
            for (int i = 0; i < 10; i++) {
                clock.advance(Duration.ofSeconds(70));
                limiter.acquire(one).keep();
            }
            AcquireRequest other =
                    AcquireRequest.entity("x").resource("other").take("spm", 1).build();
            limiter.acquire(other).keep();
        }
        fits("Acquire", store.take());
    }

    private void look(LimitRepository repository) {
        Administration admin = Administration.of(repository);
        admin.explain("key", "gpt-4");
        repository
                .rateLimiter()
                .check(AcquireRequest.entity("key")
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .build());
        admin.audit().read("key", 10, null);
        admin.audit().read(AuditLog.namespace("default"), 10, null);
        admin.audit().readAll(null, null, 10, null);
        admin.versions();
        admin.namespaces().list();
        admin.namespaces().deleted();
        admin.entities().list(10, null);
        admin.entities().get("key");
        admin.entities().children("org", 10, null);
        admin.limits().resourcesWithDefaults();
        admin.limits().resourcesWithEntityLimits();
        admin.limits().entitiesWithLimits("img", 10, null);
        admin.limits().read(Level.system());
        assertThat(admin.switches().list()).isEmpty();
        admin.buckets().ofEntity("key").forEach(each -> {});
        admin.buckets().capacity("gpt-4");
        admin.declared().plan(Manifest.parse("namespace: default\n"));
        admin.declared().export();
    }

    @Test
    void read() {
        try (LimitRepository repository = connect()) {
            repository
                    .rateLimiter()
                    .acquire(AcquireRequest.entity("key")
                            .resource("gpt-4")
                            .take("rpm", 1)
                            .build())
                    .keep();
        }
        store.take();
        try (LimitRepository repository = connect()) {
            look(repository);
        }
        fits("Read", store.take());
    }

    @Test
    void change() {
        try (LimitRepository repository = connect()) {
            for (String entity : List.of("key", "gone")) {
                repository
                        .rateLimiter()
                        .acquire(AcquireRequest.entity(entity)
                                .resource("gpt-4")
                                .take("rpm", 1)
                                .build())
                        .keep();
            }
        }
        store.write(Write.put(
                        WriteShape.put(null),
                        Item.builder(Key.of("_/SYSTEM#", "#VERSION"))
                                .put("client_min_version", "0.9.0")
                                .build()))
                .join();
        store.take();
        try (LimitRepository repository = connect()) {
            Administration admin = Administration.of(repository).actingAs("alice");
            look(repository);
            admin.limits().setResourceDefaults("soft", Limit.perMinute("rpm", 9).asSoft());
            admin.limits().deleteResourceDefaults("soft");
            admin.limits().setSystemDefaults(Limit.perMinute("spm", 9));
            admin.limits().setOnUnavailable(OnUnavailable.ALLOW);
            admin.limits().setResourceDefaults("new", Limit.perMinute("rpm", 9));
            admin.limits().deleteResourceDefaults("new");
            admin.limits().setEntityLimits("key", "gpt-4", Limit.perMinute("rpm", 9));
            admin.limits().deleteEntityLimits("key", "gpt-4");
            admin.switches().set(Level.resource("gpt-4"), Access.DISABLED);
            admin.switches().clear(Level.resource("gpt-4"));
            admin.entities().create(Entity.builder("gone").parent("org").build());
            admin.entities().setCascade("gone", true);
            admin.entities().setParent("gone", null);
            admin.refills().reset("key", "gpt-4", Set.of(), "ticket-1");
            admin.refills().topUp("key", "gpt-4", Map.of("rpm", 5L), null);
            admin.entities().delete("gone");
            DeclaredLimits declared = admin.declared();
            declared.apply(
                    declared.plan(
                            Manifest.parse("namespace: default\nresources: {a: {limits: {rpm: {capacity: 9}}}}\n")),
                    level -> {});
            declared.apply(declared.plan(Manifest.parse("namespace: default\n")), level -> {});
        }
        fits("Change", store.take());
    }

    @Test
    void namespaces() {
        try (LimitRepository repository = connect()) {
            Administration admin = Administration.of(repository);
            Namespace made = admin.namespaces().register("other");
            admin.namespaces().delete("other");
            admin.namespaces().list();
            admin.namespaces().recover(made.id());
            admin.namespaces().delete("other");
            admin.namespaces().purge(made.id(), count -> {});
        }
        fits("Namespaces", store.take());
    }
}
