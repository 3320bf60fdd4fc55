package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.ConfigConflictException;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.ResourceCapacity;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators do, on a store of any kind in real time. A day's limits refill nothing that would show. */
abstract class OperatorStories {

    /** Ids that the rules allow and that somebody could take apart in a wrong way. */
    private static final List<String> ODD_IDS = List.of("a:b@c.d-e_f", "0", "META", "CONFIG", "x".repeat(256));

    /** Ids that would be mixed up with others, or with parts of keys. */
    private static final List<String> WRONG_IDS =
            List.of("a b", "a#b", "a/b", "ä", "-a", "a\n", "", "x".repeat(257), "x".repeat(300));

    /** A table is shared by all stories, a namespace is not. */
    private final String namespace = "n" + UUID.randomUUID();

    private LimitRepository repository;
    private Administration admin;

    /** Opens the store. */
    abstract LimitRepository open(String namespaceName);

    /** How long an index may be behind. */
    void letIndexesCatchUp() {}

    @BeforeEach
    void openRepository() {
        repository = open(namespace);
        admin = Administration.of(repository).actingAs("alice");
    }

    @AfterEach
    void closeRepository() {
        Namespace gone = admin.namespaces().delete(namespace);
        admin.namespaces().purge(gone.id(), count -> {});
        repository.close();
    }

    private void take(String entity, String resource, long amount) {
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity(entity)
                        .resource(resource)
                        .take("rpd", amount)
                        .build())
                .keep();
    }

    @Test
    void manifest_isPlanned_applied_exported_andTakenBack() {
        Manifest manifest = Manifest.parse("namespace: " + namespace
                + "\nsystem: {limits: {rpd: {capacity: 9, refill_period: 86400}}}"
                + "\nresources: {openai/gpt-4: {disabled: bypass, limits: {rpd: {capacity: 5, soft: true}}}}"
                + "\nentities: {key-1: {resources: {_default_: {limits: {rpd: {capacity: 7}}}}}}\n");
        assertThat(admin.declared()
                        .apply(admin.declared().plan(manifest), level -> {})
                        .done())
                .hasSize(3);
        letIndexesCatchUp();
        Manifest exported = admin.declared().export();
        assertThat(exported.hash()).isEqualTo(manifest.hash());
        assertThat(admin.declared().plan(exported).changes()).isEmpty();
        ManifestPlan none = admin.declared().plan(Manifest.parse("namespace: " + namespace + "\n"));
        assertThat(admin.declared().apply(none, level -> {}).complete()).isTrue();
        assertThat(repository.limits().resourcesWithDefaults())
                .as("the switch stays: whoever set it may not know of manifests")
                .containsExactly("openai/gpt-4");
        assertThat(repository.limits().getResourceDefaults("openai/gpt-4")).isEmpty();
        assertThat(repository.limits().getEntityDefaults("key-1")).isEmpty();
    }

    @Test
    void twoOperatorsOnOneLevel_theSecondIsToldSo_andNothingIsLost() {
        Level level = Level.resource("gpt-4");
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 1));
        long seen = repository.limits().read(level).version();
        Administration bob = Administration.of(repository).actingAs("bob");
        admin.limits()
                .change(level, LevelChange.keep().put(Limit.perDay("rpd", 2)).ifVersion(seen));
        assertThatThrownBy(() -> bob.limits()
                        .change(
                                level,
                                LevelChange.keep().put(Limit.perDay("rpd", 3)).ifVersion(seen)))
                .isInstanceOf(ConfigConflictException.class);
        bob.limits().change(level, LevelChange.keep().put(Limit.perDay("tpd", 4)));
        assertThat(repository.limits().getResourceDefaults("gpt-4"))
                .containsExactly(Limit.perDay("rpd", 2), Limit.perDay("tpd", 4));
    }

    @Test
    void twoManifestsAtOnce_theSecondIsToldSo() {
        ManifestPlan first = admin.declared()
                .plan(Manifest.parse("namespace: " + namespace + "\nresources: {a: {limits: {rpd: {capacity: 1}}}}\n"));
        ManifestPlan second = admin.declared()
                .plan(Manifest.parse("namespace: " + namespace + "\nresources: {b: {limits: {rpd: {capacity: 1}}}}\n"));
        admin.declared().apply(first, level -> {});
        assertThatThrownBy(() -> admin.declared().apply(second, level -> {})).isInstanceOf(StoreFailureException.class);
        assertThat(repository.limits().resourcesWithDefaults()).containsExactly("a");
    }

    @Test
    void oddIds_areCarriedFaithfully_andWrongOnesWriteNothing() {
        repository.limits().setSystemDefaults(Limit.perDay("rpd", 10));
        for (int i = 0; i < ODD_IDS.size(); i++) {
            String id = ODD_IDS.get(i);
            repository.entities().create(Entity.builder(id).build());
            repository.limits().setEntityLimits(id, "openai/gpt:4", Limit.perDay("rpd", i + 2));
            take(id, "openai/gpt:4", 1);
        }
        letIndexesCatchUp();
        for (int i = 0; i < ODD_IDS.size(); i++) {
            List<BucketView> seen = admin.buckets().ofEntity(ODD_IDS.get(i)).toList();
            assertThat(seen).hasSize(1);
            assertThat(seen.get(0).entity()).isEqualTo(ODD_IDS.get(i));
            assertThat(seen.get(0).resource()).isEqualTo("openai/gpt:4");
            assertThat(seen.get(0).limits().get(0).available()).isEqualTo(i + 1);
            assertThat(admin.audit().read(ODD_IDS.get(i), 10, null).events())
                    .extracting(AuditEvent::action)
                    .containsExactly("limits_set", "entity_created");
        }
        assertThat(repository
                        .limits()
                        .entitiesWithLimits("openai/gpt:4", 10, null)
                        .names())
                .containsExactlyInAnyOrderElementsOf(ODD_IDS);
        for (String id : WRONG_IDS) {
            List<Runnable> calls = List.of(
                    () -> repository.entities().create(Entity.builder(id).build()),
                    () -> repository.limits().setEntityDefaults(id, Limit.perDay("rpd", 1)),
                    () -> admin.switches().set(Level.entity(id), Access.DISABLED),
                    () -> admin.refills().reset(id, "gpt-4", Set.of(), null),
                    () -> admin.buckets().ofEntity(id),
                    () -> admin.audit().read(id, 1, null));
            for (Runnable call : calls) {
                assertThatThrownBy(call::run).as(id).isInstanceOf(InvalidInputException.class);
            }
        }
        assertThat(repository.limits().resourcesWithEntityLimits())
                .isEqualTo(Map.of("openai/gpt:4", (long) ODD_IDS.size()));
    }

    @Test
    void switches_hold_andBucketsAreToldOfThem() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 2));
        take("a", "gpt-4", 1);
        letIndexesCatchUp();
        assertThat(admin.switches().set(Level.resource("gpt-4"), Access.DISABLED))
                .isEqualTo(1);
        assertThatThrownBy(() -> take("a", "gpt-4", 1)).isInstanceOf(ResourceDisabledException.class);
        assertThat(admin.switches().set(Level.entity("a"), Access.BYPASS)).isEqualTo(1);
        take("a", "gpt-4", 50);
        admin.switches().clear(Level.entity("a"));
        assertThat(admin.switches().clear(Level.resource("gpt-4"))).isEqualTo(1);
        take("a", "gpt-4", 1);
        assertThatThrownBy(() -> take("a", "gpt-4", 1)).hasMessageContaining("rpd");
    }

    @Test
    void softLimit_counts_andResetForgivesTheDebt() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 2).asSoft());
        take("a", "gpt-4", 1);
        take("a", "gpt-4", 20);
        assertThat(admin.refills().reset("a", "gpt-4", Set.of(), "k").amounts()).isEqualTo(Map.of("rpd", 21L));
        assertThat(admin.refills().reset("a", "gpt-4", Set.of(), "k").repeated())
                .isTrue();
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 2));
        take("a", "gpt-4", 2);
        assertThat(admin.refills().topUp("a", "gpt-4", Map.of("rpd", 1L), null).amounts())
                .isEqualTo(Map.of("rpd", 1L));
        take("a", "gpt-4", 1);
    }

    @Test
    void capacity_addsUpOverPages() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 10));
        for (int i = 0; i < 120; i++) {
            take("e" + i, "gpt-4", 1);
        }
        letIndexesCatchUp();
        ResourceCapacity capacity = admin.buckets().capacity("gpt-4");
        assertThat(capacity.totals().get("rpd")).isEqualTo(new ResourceCapacity.Total(120, 1200, 1080, 120));
    }

    /** Whatever is stored of an entity, its id is found, once, and by the text that it stands for. */
    @Test
    void entityNames_areFoundByTheirBeginning_aPageAtATime() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 10));
        repository.limits().setResourceDefaults("gpt-5", Limit.perDay("rpd", 10));
        List<String> expected = new ArrayList<>();
        for (int i = 100; i < 160; i++) {
            take("user-" + i, "gpt-4", 1);
            take("user-" + i, "gpt-5", 1);
            expected.add("user-" + i);
        }
        for (int i = 150; i < 170; i++) {
            repository.entities().create(Entity.builder("user-" + i).build());
            repository.limits().setEntityLimits("user-" + i, "gpt-4", Limit.perDay("rpd", 10));
        }
        for (int i = 160; i < 170; i++) {
            expected.add("user-" + i);
        }
        String encoded = NameEncoding.ENTITY.encode("user-+1@x.org");
        repository.limits().setEntityDefaults(encoded, Limit.perDay("rpd", 10));
        expected.add(encoded);
        take("other", "gpt-4", 1);
        letIndexesCatchUp();

        assertThat(names("user-", 7)).isEqualTo(expected);
        assertThat(names("user-1", 1000)).isEqualTo(expected.subList(0, 70));
        assertThat(names("user-+", 10)).containsExactly(encoded);
        assertThat(names("x--user", 10)).containsExactly(encoded);
        assertThat(names("", 50)).hasSize(72).contains("other", encoded).isSorted();
        assertThat(names("nobody", 10)).isEmpty();
        assertThatThrownBy(() -> admin.entityNames().beginningWith("a", 10, "nonsense"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("after");
        assertThatThrownBy(() -> admin.entityNames().beginningWith("a", 0, null))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> admin.entityNames().beginningWith("a".repeat(257), 10, null))
                .isInstanceOf(InvalidInputException.class);
    }

    private List<String> names(String prefix, int limit) {
        List<String> names = new ArrayList<>();
        String token = null;
        do {
            NamePage page = admin.entityNames().beginningWith(prefix, limit, token);
            assertThat(page.names()).hasSizeLessThanOrEqualTo(limit);
            names.addAll(page.names());
            token = page.next().orElse(null);
        } while (token != null);
        return names;
    }

    @Test
    void bucket_readByItsKey_isAsTheIndexKnowsIt() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("rpd", 10));
        assertThat(admin.buckets().get("a", "gpt-4")).isEmpty();
        take("a", "gpt-4", 3);
        letIndexesCatchUp();
        BucketView bucket = admin.buckets().get("a", "gpt-4").orElseThrow();
        assertThat(bucket.limits())
                .isEqualTo(admin.buckets().ofEntity("a").toList().get(0).limits());
        assertThat(bucket.limits().get(0).consumed()).isEqualTo(3);
        assertThatThrownBy(() -> admin.buckets().get("#", "gpt-4")).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void scopes_areApart_onOneClient() {
        String name = namespace + "-c";
        Namespace made = admin.namespaces().register(name);
        LimitRepository scope = repository.namespace(name);
        assertThat(repository.namespace(name)).isSameAs(scope);
        assertThat(repository.namespace(namespace)).isSameAs(repository);
        scope.limits().setSystemDefaults(Limit.perDay("rpd", 1));
        AcquireRequest one =
                AcquireRequest.entity("a").resource("gpt-4").take("rpd", 1).build();
        scope.rateLimiter().acquire(one).keep();
        assertThat(scope.rateLimiter().tryAcquire(one).granted()).isFalse();
        assertThatThrownBy(() -> repository.rateLimiter().acquire(one)).isInstanceOf(NoLimitsException.class);
        scope.close();
        assertThatThrownBy(() -> scope.rateLimiter().acquire(one)).isInstanceOf(RepositoryClosedException.class);
        repository.limits().setSystemDefaults(Limit.perDay("rpd", 1));
        repository.rateLimiter().acquire(one).keep();
        assertThatThrownBy(() -> repository.namespace("nobody")).isInstanceOf(CannotOpenException.class);
        admin.namespaces().delete(name);
        admin.namespaces().purge(made.id(), count -> {});
    }

    @Test
    void namespace_deletedAndRecovered_isRecorded() {
        String name = namespace + "-b";
        Namespace made = admin.namespaces().register(name);
        admin.namespaces().delete(name);
        assertThat(admin.namespaces().recover(made.id())).isEqualTo(made);
        admin.namespaces().delete(name);
        admin.namespaces().purge(made.id(), count -> {});
        letIndexesCatchUp();
        assertThat(admin.audit().read(AuditLog.namespace(name), 10, null).events())
                .hasSize(5);
    }
}
