package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.VersionConflictException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.FaultyStore.Call;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What older clients of the Python system would misread is stored only once they are locked out. */
class ClientVersionFloorScenariosTest {

    private static final Level GPT = Level.resource("gpt-4");
    private static final Key RECORD = Key.of("_/SYSTEM#", "#VERSION");

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final Administration admin = Administration.of(repository);

    @AfterEach
    void close() {
        fleet.close();
    }

    private void record(String leastClient, String aggregator) {
        Item.Builder record = Item.builder(RECORD)
                .put("GSI4PK", "_")
                .put("GSI4SK", RECORD.pk())
                .put("schema_version", "0.10.0")
                .put("client_min_version", leastClient)
                .put("updated_by", "test");
        if (aggregator != null) {
            record.put("lambda_version", aggregator);
        }
        fleet.store.write(Write.put(WriteShape.put(null), record.build())).join();
    }

    private Optional<String> leastClient() {
        return admin.versions().flatMap(StoreVersions::leastClient);
    }

    /** What asks for newer clients. */
    enum Change {
        SOFT {
            @Override
            void make(Administration admin) {
                admin.limits().setSystemDefaults(Limit.perMinute("rpm", 5).asSoft());
            }
        },
        SOFT_IN_PART {
            @Override
            void make(Administration admin) {
                admin.limits()
                        .change(
                                GPT,
                                LevelChange.keep().put(Limit.perMinute("rpm", 5).asSoft()));
            }
        },
        BYPASS {
            @Override
            void make(Administration admin) {
                admin.switches().set(GPT, Access.BYPASS);
            }
        },
        MOVE {
            @Override
            void make(Administration admin) {
                admin.entities().create(Entity.builder("p").build());
                admin.entities().create(Entity.builder("c").build());
                admin.entities().setParent("c", "p");
            }
        };

        abstract void make(Administration admin);
    }

    @ParameterizedTest
    @EnumSource
    void change_olderClientsAllowed_locksThemOut(Change change) {
        record("0.9.0", null);
        change.make(admin);
        assertThat(leastClient()).contains("0.17.0");
        assertThat(admin.raisedLeastClient()).contains("0.17.0");
        assertThat(fleet.store.get(RECORD).join().text("updated_by")).isEqualTo("java");
        assertThat(fleet.store.get(RECORD).join().text("schema_version")).isEqualTo("0.10.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.17.0", "0.17.2", "0.18", "1.0.0"})
    void change_newerClientsAskedForAlready_leavesTheRecord(String least) {
        record(least, null);
        admin.switches().set(GPT, Access.BYPASS);
        assertThat(leastClient()).contains(least);
        assertThat(admin.raisedLeastClient()).isEmpty();
    }

    @Test
    void change_thatOlderClientsUnderstand_leavesTheRecord() {
        record("0.0.0", "0.10.0");
        admin.limits().setSystemDefaults(Limit.perMinute("rpm", 5));
        admin.switches().set(GPT, Access.DISABLED);
        admin.switches().clear(GPT);
        assertThat(leastClient()).contains("0.0.0");
        assertThat(admin.raisedLeastClient()).isEmpty();
    }

    @Test
    @DisplayName("a deployed function that is too old is named, and nothing is changed")
    void change_olderAggregator_isRefused() {
        record("0.9.0", "0.12.1");
        assertThatThrownBy(() -> admin.switches().set(GPT, Access.BYPASS))
                .isInstanceOfSatisfying(VersionConflictException.class, e -> {
                    assertThat(e.field()).isEqualTo("lambda_version");
                    assertThat(e.found()).isEqualTo("0.12.1");
                    assertThat(e.needed()).isEqualTo("0.17.0");
                })
                .hasMessageContaining("0.12.1");
        assertThat(leastClient()).contains("0.9.0");
        assertThat(admin.switches().get(GPT)).isEmpty();
        record("0.9.0", "0.17.3");
        admin.switches().set(GPT, Access.BYPASS);
        assertThat(leastClient()).contains("0.17.0");
    }

    @Test
    void change_storeWithoutARecord_makesNone() {
        admin.switches().set(GPT, Access.BYPASS);
        assertThat(admin.versions()).isEmpty();
        assertThat(admin.raisedLeastClient()).isEmpty();
    }

    @Test
    @DisplayName("once known to be raised it is not read again; in another namespace neither")
    void change_oftenAndElsewhere_readsTheRecordOnce() {
        record("0.9.0", null);
        admin.namespaces().register("tenant");
        admin.switches().set(GPT, Access.BYPASS);
        LimitRepository tenant = repository.namespace("tenant");
        fleet.store.resetCounts();
        tenant.limits().setSystemDefaults(Limit.perMinute("rpm", 5).asSoft());
        assertThat(fleet.store.count(Call.GET))
                .as("the level, and what is remembered of it from before it was emptied")
                .isEqualTo(2);
    }

    @Test
    void change_storeDownAtTheRecord_changesNothing() {
        record("0.9.0", null);
        fleet.store.down();
        assertThatThrownBy(() -> admin.switches().set(GPT, Access.BYPASS)).isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(leastClient()).contains("0.9.0");
        assertThat(admin.switches().get(GPT)).isEmpty();
    }
}
