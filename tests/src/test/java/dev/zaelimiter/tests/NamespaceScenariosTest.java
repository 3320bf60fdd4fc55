package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.NamespaceStateException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.NamespaceRegistry;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a namespace: registered, deleted, recovered, purged. */
class NamespaceScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final NamespaceRegistry namespaces = Administration.of(repository).namespaces();

    @AfterEach
    void close() {
        fleet.close();
    }

    private static void fill(LimitRepository tenant, int entities) {
        for (int i = 0; i < entities; i++) {
            tenant.limits().setEntityDefaults("e" + i, Limit.perMinute("rpm", 5));
        }
    }

    private int items(String id) {
        return fleet.store.query(Query.of(Query.Index.GSI4, id)).join().items().size();
    }

    @Test
    void register_twice_isOneNamespace() {
        Namespace first = namespaces.register("tenant-a");
        assertThat(namespaces.register("tenant-a")).isEqualTo(first);
        assertThat(first.id()).matches("[A-Za-z0-9_][A-Za-z0-9_-]{10}");
        assertThat(namespaces.list()).extracting(Namespace::name).containsExactly("scenarios", "tenant-a");
        assertThat(namespaces.get("tenant-a")).contains(first);
        assertThat(namespaces.get("none")).isEmpty();
    }

    @Test
    void delete_andRecover_keepTheItems() {
        fill(fleet.process(builder -> builder.namespace("tenant-a")), 1);
        String id = namespaces.get("tenant-a").orElseThrow().id();
        int before = items(id);
        Namespace deleted = namespaces.delete("tenant-a");
        assertThat(deleted.status()).isEqualTo("deleted");
        assertThat(deleted.deletedAt()).isPresent();
        assertThat(namespaces.get("tenant-a")).isEmpty();
        assertThat(namespaces.deleted()).containsExactly(deleted);
        assertThatThrownBy(() -> namespaces.delete("tenant-a")).isInstanceOf(NamespaceNotFoundException.class);
        Namespace recovered = namespaces.recover(id);
        assertThat(recovered.status()).isEqualTo("active");
        assertThat(recovered.deletedAt()).isEmpty();
        assertThat(namespaces.get("tenant-a")).contains(recovered);
        assertThat(namespaces.deleted()).isEmpty();
        assertThat(items(id)).isEqualTo(before);
    }

    @Test
    @DisplayName("peer 14: recovering is one transaction, and takes nobody's name")
    void recover_nameTakenMeanwhile_isRefused() {
        String id = namespaces.register("tenant-a").id();
        namespaces.delete("tenant-a");
        Namespace second = namespaces.register("tenant-a");
        assertThat(second.id()).isNotEqualTo(id);
        assertThatThrownBy(() -> namespaces.recover(id))
                .isInstanceOf(NamespaceStateException.class)
                .hasMessageContaining("another one is called 'tenant-a'");
        assertThat(namespaces.getById(id).orElseThrow().status()).isEqualTo("deleted");
    }

    @Test
    void purge_deletesAllItemsOfThatNamespaceAlone_andCountsThem() {
        fill(repository, 3);
        fill(fleet.process(builder -> builder.namespace("tenant-a")), 150);
        String own = namespaces.get("scenarios").orElseThrow().id();
        int ours = items(own);
        String id = namespaces.get("tenant-a").orElseThrow().id();
        int theirs = items(id);
        assertThatThrownBy(() -> namespaces.purge(id, count -> {}))
                .as("A24: one that is in use is not one that can't be found")
                .isInstanceOfSatisfying(
                        NamespaceStateException.class,
                        inUse -> assertThat(inUse.state()).isEqualTo("active"))
                .hasMessageContaining("in use as 'tenant-a'");
        assertThat(items(id)).isEqualTo(theirs);
        namespaces.delete("tenant-a");
        List<Long> progress = new ArrayList<>();
        assertThat(namespaces.purge(id, progress::add)).isEqualTo(theirs);
        assertThat(progress).isSorted().endsWith((long) theirs).hasSizeGreaterThan(2);
        assertThat(items(id)).isZero();
        assertThat(items(own)).isEqualTo(ours);
        assertThat(namespaces.getById(id)).isEmpty();
        assertThat(namespaces.purge(id, count -> {}))
                .as("A24: what is gone already has nothing left")
                .isZero();
    }

    @Test
    @DisplayName("A24: purging an id that nobody registered deletes what is left under it, and nothing else")
    void purge_unknown_deletesLeftoversAlone() {
        fill(repository, 3);
        int ours = items(namespaces.get("scenarios").orElseThrow().id());
        assertThat(namespaces.purge("nobody", count -> {})).isZero();
        fill(fleet.process(builder -> builder.namespace("tenant-a")), 5);
        String id = namespaces.delete("tenant-a").id();
        int theirs = items(id);
        // The last record of the namespace was lost, as by a restore from a backup of another time.
        fleet.store
                .write(Write.of(WriteShape.delete(null), Key.of("_/SYSTEM#", "#NSID#" + id)))
                .join();
        assertThat(namespaces.getById(id)).isEmpty();
        assertThat(namespaces.purge(id, count -> {})).isEqualTo(theirs);
        assertThat(items(id)).isZero();
        assertThat(items(namespaces.get("scenarios").orElseThrow().id())).isEqualTo(ours);
    }

    @Tag("long")
    @Test
    void purge_interrupted_isNotRecoveredButGoesOn() {
        fill(fleet.process(builder -> builder.namespace("tenant-a")), 150);
        String id = namespaces.delete("tenant-a").id();
        int items = items(id);
        List<Long> progress = new ArrayList<>();
        assertThatThrownBy(() -> namespaces.purge(id, count -> {
                    progress.add(count);
                    fleet.store.down();
                }))
                .isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(namespaces.deleted()).extracting(Namespace::status).containsExactly("purging");
        assertThatThrownBy(() -> namespaces.recover(id)).isInstanceOf(NamespaceStateException.class);
        assertThat(namespaces.purge(id, count -> {})).isEqualTo(items - progress.get(0));
    }

    @Test
    void everyChange_isRecorded_andSurvivesThePurge() {
        Administration admin = Administration.of(repository).actingAs("alice");
        List<Namespace> made = admin.namespaces().register(List.of("tenant-a", "tenant-b"));
        assertThat(made).extracting(Namespace::name).containsExactly("tenant-a", "tenant-b");
        String id = made.get(0).id();
        admin.namespaces().register("tenant-a");
        admin.namespaces().delete("tenant-a");
        admin.namespaces().recover(id);
        admin.namespaces().delete("tenant-a");
        admin.namespaces().purge(id, count -> {});
        assertThat(admin.audit().read(AuditLog.namespace("tenant-a"), 10, null).events())
                .allSatisfy(event -> assertThat(event.principal()).contains("alice"))
                .extracting(AuditEvent::action)
                .containsExactly(
                        "namespace_purged",
                        "namespace_deleted",
                        "namespace_recovered",
                        "namespace_deleted",
                        "namespace_created");
        assertThatThrownBy(() -> admin.namespaces().register(List.of("tenant-c", "a b")))
                .isInstanceOf(InvalidInputException.class);
        assertThat(admin.namespaces().get("tenant-c")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_", "-a", "a b", "a#b", "a/b", "ä"})
    void names_thatCannotBe_areRefused(String name) {
        assertThatThrownBy(() -> namespaces.register(name)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> namespaces.purge(name, count -> {})).isInstanceOf(InvalidInputException.class);
    }

    @Test
    @DisplayName("the way back from a scope is the repository that was opened, not another on the same buckets")
    void namespace_ofTheRootFromAScope_isTheRoot() {
        namespaces.register("tenant-a");
        LimitRepository tenant = repository.namespace("tenant-a");
        assertThat(tenant.namespace("scenarios")).isSameAs(repository);
        assertThat(tenant.namespace("tenant-a")).isSameAs(tenant);
        tenant.close();
        LimitRepository again = repository.namespace("tenant-a");
        assertThat(again).isNotSameAs(tenant);
        tenant.close();
        assertThat(repository.namespace("tenant-a")).isSameAs(again);
    }

    @Test
    void close_ofTheRoot_closesItsScopes_andNoneIsMadeAfterwards() {
        namespaces.register("tenant-a");
        namespaces.register("tenant-b");
        LimitRepository root = fleet.process();
        LimitRepository tenant = root.namespace("tenant-a");
        root.close();
        assertThatThrownBy(() -> tenant.namespace("tenant-b")).isInstanceOf(RepositoryClosedException.class);
        assertThatThrownBy(() -> root.namespace("tenant-b")).isInstanceOf(RepositoryClosedException.class);
    }

    @Test
    @DisplayName("a scope that is asked for while the repository closes is refused, not left open")
    void namespace_whileTheRootCloses_isRefused() {
        namespaces.register("tenant-a");
        LimitRepository[] root = new LimitRepository[1];
        InterferedStore store = new InterferedStore(fleet.store);
        root[0] = RepositoryBuilder.on(store)
                .environment(fleet.clock)
                .namespace("scenarios")
                .inlineCallbacks()
                .build();
        store.afterNextGet(root[0]::close);
        assertThatThrownBy(() -> root[0].namespace("tenant-a")).isInstanceOf(RepositoryClosedException.class);
    }

    @Test
    @DisplayName("the registry alone opens on a store that has no namespace, writes nothing, and leads to the others")
    void registryOnly_administersNamespaces_andNothingElse() {
        try (LimitRepository registry = RepositoryBuilder.on(fleet.store)
                .environment(fleet.clock)
                .registryOnly()
                .build()) {
            int before = items("_");
            NamespaceRegistry all =
                    Administration.of(registry).actingAs("alice").namespaces();
            assertThat(all.list()).extracting(Namespace::name).containsExactly("scenarios");
            assertThat(Administration.of(registry).versions()).isEmpty();
            assertThat(items("_")).isEqualTo(before);
            assertThatThrownBy(registry::limits).isInstanceOf(InvalidInputException.class);
            assertThatThrownBy(registry::rateLimiter).isInstanceOf(InvalidInputException.class);
            assertThatThrownBy(
                            () -> Administration.of(registry).actingAs("alice").entities())
                    .isInstanceOf(InvalidInputException.class);
            all.register("tenant-a");
            registry.namespace("tenant-a").limits().setSystemDefaults(Limit.perMinute("rpm", 5));
            assertThat(registry.namespace("tenant-a").limits().getSystemDefaults())
                    .hasSize(1);
        }
    }
}
