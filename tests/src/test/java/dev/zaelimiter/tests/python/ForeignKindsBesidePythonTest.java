package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.limit;
import static dev.zaelimiter.tests.python.SharedTable.quota;
import static dev.zaelimiter.tests.python.SharedTable.scheduled;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What only Python can follow, where it is in force: refused by name, by running processes too, and never used up or
 * undone.
 */
@Tag("extended")
class ForeignKindsBesidePythonTest extends BesidePython {

    private LimitRepository ours;
    private Client theirs;

    @BeforeEach
    void clients() {
        table.close();
        table = new SharedTable(python(), "0.17.0");
        ours = table.process();
        theirs = table.client("theirs");
    }

    /** A kind of limit that only Python can follow, of the name rpm. */
    enum Kind {
        SCHEDULE("schedule") {
            @Override
            Map<String, Object> limit() {
                return scheduled("rpm", 60, "* * * * *", 0.1);
            }
        },
        CALENDAR("calendar") {
            @Override
            Map<String, Object> limit() {
                return quota("rpm", 6, "cron", "0 0 * * *");
            }
        },
        SESSION("session") {
            @Override
            Map<String, Object> limit() {
                return quota("rpm", 6, "reset_after", 3600);
            }
        };

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        abstract Map<String, Object> limit();
    }

    private void storeOnResource(Map<String, Object> limit) {
        theirs.repository("set_resource_defaults", Map.of("resource", RESOURCE, "limits", List.of(limit)));
    }

    private void storeOnEntity(Map<String, Object> limit) {
        theirs.repository("set_limits", Map.of("entity_id", "k", "resource", RESOURCE, "limits", List.of(limit)));
    }

    private void assertRefusedByName(LimitRepository process, Kind kind) {
        assertThatThrownBy(() -> took(process, "k", "rpm", 1))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("rpm")
                .hasMessageContaining(kind.word)
                .hasMessageContaining("Python");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("I3: what Python stores on an entity is in force at once, also for a process that runs")
    void storedOnEntity_processRuns_isRefusedByName(Kind kind) {
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
        storeOnEntity(kind.limit());
        table.seconds(2);
        assertRefusedByName(ours, kind);
        Item before = table.bucket("k");
        table.seconds(120);
        assertRefusedByName(ours, kind);
        assertThat(table.bucket("k")).isEqualTo(before);
        assertThat(theirs.drain("k", "rpm", 50)).isLessThanOrEqualTo(20);
        assertRefusedByName(table.process(), kind);
        assertRefusedByName(ours, kind);
        storeOnEntity(limit("rpm", 60, 60, 60));
        table.seconds(61);
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "I3: what Python stores on a resource is in force within the cache's time, also for a process that runs")
    void storedOnResource_processRuns_isRefusedByName(Kind kind) {
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
        storeOnResource(kind.limit());
        table.seconds(61);
        took(ours, "k", "rpm", 1);
        table.seconds(1);
        assertRefusedByName(ours, kind);
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("I3: a bucket stamped with a kind that only Python follows is refused by its own stamps")
    void stampedBucket_nothingStored_isRefusedByName(Kind kind) {
        assertThat(theirs.drain("k", "rpm", 3, Map.of("limits", List.of(kind.limit()))))
                .isEqualTo(3);
        Item before = table.bucket("k");
        assertThatThrownBy(() -> took(ours, "k", "rpm", 1))
                .isInstanceOfAny(RateLimiterUnavailableException.class, dev.zaelimiter.NoLimitsException.class);
        assertThatThrownBy(() -> ours.rateLimiter()
                        .tryAcquire(dev.zaelimiter.AcquireRequest.entity("k")
                                .resource(RESOURCE)
                                .take("rpm", 1)
                                .limits(Limit.perMinute("rpm", 60))
                                .build()))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining(kind.word);
        assertThat(table.bucket("k")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("I6: reset and top-up are refused by name where a limit follows what only Python can")
    void refill_ofAForeignKind_isRefusedByName(Kind kind) {
        storeOnEntity(kind.limit());
        theirs.drain("k", "rpm", 3);
        Item before = table.bucket("k");
        Administration admin = Administration.of(ours);
        assertThatThrownBy(() -> admin.refills().reset("k", RESOURCE, Set.of(), null))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining(kind.word);
        assertThatThrownBy(() -> admin.refills().topUp("k", RESOURCE, Map.of("rpm", 50L), null))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining(kind.word);
        assertThat(table.bucket("k")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("I10: a healthy bucket of a kind that only Python follows is not called damaged, nor to be deleted")
    void bucket_ofAForeignKind_isNotCalledDamaged(Kind kind) {
        storeOnEntity(kind.limit());
        theirs.drain("k", "rpm", 3);
        assertThatThrownBy(() -> took(ours, "k", "rpm", 1))
                .hasMessageNotContaining("delete")
                .hasMessageNotContaining("damaged");
        assertThat(Administration.of(ours).buckets().ofEntity("k")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("I11: a level that only Python follows stops those alone whom it decides for")
    void levelOfAForeignKind_othersDecide_stopsNobodyElse(Kind kind) {
        theirs.repository("set_system_defaults", Map.of("limits", List.of(kind.limit())));
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        ours.limits().setEntityLimits("own", "other", Limit.perMinute("rpm", 60));
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
        storeOnResource(kind.limit());
        ours.limits().setEntityLimits("k", RESOURCE, Limit.perMinute("rpm", 60));
        table.seconds(61);
        LimitRepository fresh = table.process();
        assertThat(took(fresh, "k", "rpm", 1)).isTrue();
        assertThatThrownBy(() -> took(fresh, "x", "rpm", 1)).hasMessageContaining(kind.word);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("I11: what only Python follows is shown by explain and by export, which leaves nothing else out")
    void foreignLevel_explainedAndExported_isShownByName(Kind kind) {
        ours.limits().setSystemDefaults(Limit.perMinute("rpm", 7));
        storeOnEntity(kind.limit());
        theirs.drain("k", "rpm", 1);
        Administration admin = Administration.of(ours);
        assertThat(admin.explain("k", RESOURCE).unfollowed())
                .isNotEmpty()
                .allSatisfy(why -> assertThat(why).contains("rpm").contains(kind.word));
        assertThat(admin.explain("k", "other").unfollowed()).isEmpty();
        List<String> leftOut = new ArrayList<>();
        assertThat(admin.declared().export(leftOut::add).toYaml()).contains("capacity: 7");
        assertThat(leftOut).singleElement().asString().contains("k").contains(kind.word);
        assertThat(ours.limits().readAll(List.of(Level.entity("k", RESOURCE))).values())
                .allSatisfy(level -> assertThat(level.unfollowed()).isPresent());
    }

    @Test
    @DisplayName("I11: a cascade policy is refused by name exactly where it differs from the entity's record")
    void cascadePolicy_againstTheRecord_isRefusedByName() {
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        ours.entities().create(Entity.builder("org").build());
        ours.entities().create(Entity.builder("plain").parent("org").build());
        ours.entities()
                .create(Entity.builder("cascading").parent("org").cascade(true).build());
        theirs.repository("set_resource_cascade", Map.of("resource", RESOURCE, "cascade", true));
        table.seconds(61);
        LimitRepository fresh = table.process();
        assertThat(took(fresh, "cascading", "rpm", 1)).isTrue();
        assertThatThrownBy(() -> took(fresh, "plain", "rpm", 1))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("cascade policy");
        assertThat(theirs.took("plain", "rpm", 1)).isTrue();
        table.seconds(2);
        assertThat(took(fresh, "plain", "rpm", 1))
                .as("the bucket says itself who is charged")
                .isTrue();
        assertThat(took(fresh, "plain", "rpm", 1)).isTrue();
        assertThat(table.bucket("org").whole("b_rpm_tc", 0))
                .as("all but the take that found the bucket")
                .isEqualTo(3000);
    }

    @Test
    @DisplayName("I3: a bucket of another kind is taken over when limits that refill are stored for its entity")
    void entityLimitsStored_foreignBucket_isTakenOver() {
        for (Kind kind : Kind.values()) {
            storeOnEntity(kind.limit());
            theirs.drain("k", "rpm", 3);
            assertRefusedByName(ours, kind);
            ours.limits().setEntityLimits("k", RESOURCE, Limit.perMinute("rpm", 60));
            assertThat(took(ours, "k", "rpm", 1)).as(kind.word).isTrue();
            table.seconds(61);
            assertThat(theirs.took("k", "rpm", 1)).as(kind.word).isTrue();
        }
    }

    @Test
    @DisplayName("I11: a cascade policy that changes nothing for an entity stops it not")
    void cascadePolicy_noParent_stopsNobody() {
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 60));
        theirs.repository("set_resource_cascade", Map.of("resource", RESOURCE, "cascade", true));
        table.seconds(61);
        assertThat(took(table.process(), "k", "rpm", 1)).isTrue();
    }
}
