package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entities;
import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityHasChildrenException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.EntityPage;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Families of entities: children, new parents, deletion. */
class EntityScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();
    private final Entities entities = one.entities();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void create(String id, String parent) {
        Entity.Builder entity = Entity.builder(id);
        if (parent != null) {
            entity.parent(parent).cascade(true);
        }
        entities.create(entity.build());
    }

    private static List<String> ids(EntityPage page) {
        return page.entities().stream().map(Entity::id).toList();
    }

    private void take(LimitRepository process, String entity) {
        process.rateLimiter()
                .acquire(AcquireRequest.entity(entity)
                        .resource(RESOURCE)
                        .take("rpm", 1)
                        .build())
                .keep();
    }

    private long consumed(String entity) {
        var bucket = fleet.bucket(entity, RESOURCE);
        return bucket == null ? 0 : bucket.whole("b_rpm_tc", 0);
    }

    @Test
    void createIfAbsent_twice_leavesTheFirstAsItIs() {
        create("root", null);

        assertThat(entities.createIfAbsent(Entity.builder("key").parent("root").build()))
                .isTrue();
        assertThat(entities.createIfAbsent(Entity.builder("key").build())).isFalse();
        assertThat(entities.get("key").orElseThrow().parent()).contains("root");
        assertThatThrownBy(() -> entities.createIfAbsent(
                        Entity.builder("other").parent("nobody").build()))
                .isInstanceOf(EntityNotFoundException.class);
    }

    @Test
    void children_pages_holdEachOnceInOrder() {
        create("root", null);
        create("other", null);
        create("stranger", "other");
        List<String> expected = new ArrayList<>();
        for (int i = 10; i < 17; i++) {
            create("c" + i, "root");
            expected.add("c" + i);
        }
        List<String> found = new ArrayList<>();
        String after = null;
        do {
            EntityPage page = entities.children("root", 3, after);
            assertThat(page.entities()).hasSizeLessThanOrEqualTo(3);
            found.addAll(ids(page));
            after = page.next().orElse(null);
        } while (after != null);
        assertThat(found).isEqualTo(expected);
        assertThat(entities.children("nobody", 10, null).entities()).isEmpty();
        assertThatThrownBy(() -> entities.children("root", 0, null)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void setParent_bucketsInUse_chargeTheNewParentInEveryProcess() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
        create("p1", null);
        create("p2", null);
        create("k", "p1");
        take(one, "k");
        take(two, "k");
        assertThat(consumed("p1")).isEqualTo(2_000);
        assertThat(entities.setParent("k", "p2")).isTrue();
        take(one, "k");
        assertThat(consumed("p2")).isEqualTo(1_000);
        assertThat(consumed("p1")).isEqualTo(2_000);
        assertThat(ids(entities.children("p1", 10, null))).isEmpty();
        assertThat(ids(entities.children("p2", 10, null))).containsExactly("k");
        assertThat(entities.setParent("k", null)).isTrue();
        assertThat(entities.setParent("k", null)).isFalse();
        take(one, "k");
        assertThat(consumed("p2")).isEqualTo(1_000);
        assertThat(fleet.bucket("k", RESOURCE).has("parent_id")).isFalse();
        assertThat(consumed("k")).isEqualTo(4_000);
        assertThat(entities.get("k").orElseThrow().parent()).isEmpty();
        AuditEvent moved =
                Administration.of(one).audit().read("k", 10, null).events().get(0);
        assertThat(moved.action()).isEqualTo("entity_parent_changed");
        assertThat(moved.details()).containsEntry("old_parent_id", "p2").containsEntry("parent_id", null);
    }

    @Test
    void setParent_circle_isRefused() {
        create("a", null);
        create("b", "a");
        create("c", "b");
        for (String parent : List.of("a", "b", "c")) {
            assertThatThrownBy(() -> entities.setParent("a", parent))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("descend");
        }
        assertThat(entities.get("a").orElseThrow().parent()).isEmpty();
    }

    @Test
    void setParent_moreThan32Ancestors_isRefused() {
        create("e0", null);
        for (int i = 1; i <= 32; i++) {
            create("e" + i, "e" + (i - 1));
        }
        create("leaf", null);
        assertThat(entities.setParent("leaf", "e31")).isTrue();
        assertThatThrownBy(() -> entities.setParent("leaf", "e32"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("ancestors");
        assertThat(entities.get("leaf").orElseThrow().parent()).contains("e31");
    }

    @Test
    void setParent_ofOrToWhatIsNotThere_isRefused() {
        create("a", null);
        assertThatThrownBy(() -> entities.setParent("a", "ghost")).isInstanceOf(EntityNotFoundException.class);
        assertThatThrownBy(() -> entities.setParent("ghost", "a")).isInstanceOf(EntityNotFoundException.class);
    }

    @Test
    void delete_withChildren_namesThemAndDeletesNothing() {
        create("root", null);
        for (int i = 10; i < 22; i++) {
            create("c" + i, "root");
        }
        one.limits().setEntityDefaults("root", Limit.perMinute("rpm", 5));
        assertThatThrownBy(() -> entities.delete("root"))
                .isInstanceOf(EntityHasChildrenException.class)
                .hasMessageContaining("c10, c11")
                .hasMessageContaining("c19 and more");
        assertThat(entities.get("root")).isPresent();
        assertThat(one.limits().getEntityDefaults("root")).hasSize(1);
        assertThat(entities.deleteAndDetachChildren("root")).isEqualTo(2);
        assertThat(entities.get("root")).isEmpty();
        assertThat(entities.get("c15").orElseThrow().parent()).isEmpty();
    }

    @Test
    void delete_whatWasNeverCreatedButUsed_isThorough_andTwiceIsNothing() {
        one.limits().setEntityDefaults("a", Limit.perMinute("rpm", 5));
        one.limits().setEntityLimits("a", RESOURCE, Limit.perMinute("rpm", 7));
        take(one, "a");
        assertThat(entities.delete("a")).isEqualTo(3);
        assertThat(entities.delete("a")).isZero();
        assertThat(entities.delete("nobody")).isZero();
        Administration admin = Administration.of(one);
        assertThat(admin.audit().read("nobody", 10, null).events()).isEmpty();
        assertThat(admin.audit().read("a", 10, null).events().get(0).details()).containsEntry("records_deleted", 3L);
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 2));
        take(one, "a");
        assertThat(fleet.bucket("a", RESOURCE).whole("b_rpm_cp", 0)).isEqualTo(2_000);
    }

    @Test
    void delete_storeFailsMidway_isFinishedByTheNextCall() {
        create("a", null);
        one.limits().setEntityDefaults("a", Limit.perMinute("rpm", 5));
        fleet.store.down();
        assertThatThrownBy(() -> entities.delete("a")).isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(entities.delete("a")).isEqualTo(2);
        assertThat(entities.get("a")).isEmpty();
    }
}
