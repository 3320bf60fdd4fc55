package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.admin.migration.MigrationPlan;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.dynamodb.RealTable;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables that others wrote to: a newer version than ours, an older one, or somebody who adds attributes of their own.
 * What we don't know is recognised or left alone, is told, and never lost.
 */
class TablesOfOthersScenariosTest {

    private static final Key VERSION = Key.of("_/SYSTEM#", "#VERSION");
    private static final String RECORD = "0.10.0-record";

    /** Where the table is; a real one by {@code -Dscenarios.on=dynoxide}. */
    enum Place {
        CHOSEN,
        FILE;

        ItemStore open(ManualClock clock) {
            if (this == CHOSEN) {
                return ScenarioStores.open(clock);
            }
            try {
                return FileStore.open(
                        Files.createTempDirectory("others").resolve("store"), Durability.PROCESS_CRASH, clock);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void put(Fleet fleet, Item item) {
        fleet.store.write(Write.put(WriteShape.put(null), item)).join();
    }

    private static Item item(Fleet fleet, Key key) {
        return Objects.requireNonNull(fleet.store.get(key).join(), key.toString());
    }

    private static String namespace(LimitRepository repository) {
        return Administration.of(repository)
                .namespaces()
                .get("scenarios")
                .map(Namespace::id)
                .orElseThrow();
    }

    private static boolean take(LimitRepository repository, long amount) {
        return repository
                .rateLimiter()
                .tryAcquire(AcquireRequest.entity("user")
                        .resource("api")
                        .take("rpm", amount)
                        .build())
                .granted();
    }

    /** Gives an item what nobody here knows. */
    private static Map<String, AttributeValue> marked(Fleet fleet, Key key) {
        Map<String, AttributeValue> unknown = new TreeMap<>();
        unknown.put("zz_future", AttributeValue.of("a stranger's"));
        unknown.put("b_rpm_zz", AttributeValue.of(17));
        unknown.put(
                "zz_map",
                new AttributeValue.Mapping(Map.of("deep", AttributeValue.of(true), "n", AttributeValue.of(1))));
        Item.Builder item = item(fleet, key).toBuilder();
        unknown.forEach(item::put);
        put(fleet, item.build());
        return unknown;
    }

    private static void assertKept(Fleet fleet, Key key, Map<String, AttributeValue> unknown) {
        assertThat(item(fleet, key).attributes()).as("%s", key).containsAllEntriesOf(unknown);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    @DisplayName("what others add to levels, buckets and records is there after all that ours do to them")
    void unknownAttributes_everythingIsDone_areKept(Place place) {
        try (Fleet fleet = new Fleet(place::open)) {
            LimitRepository repository = fleet.process();
            String namespace = namespace(repository);
            Key level = Key.of(namespace + "/RESOURCE#api", "#CONFIG");
            Key record = Key.of(namespace + "/ENTITY#user", "#META");
            Key bucket = Key.of(namespace + "/BUCKET#user#api#0", "#STATE");
            repository.limits().setResourceDefaults("api", Limit.perMinute("rpm", 10));
            repository.entities().create(Entity.builder("org").build());
            repository.entities().create(Entity.builder("user").build());
            assertThat(take(repository, 1)).isTrue();
            Map<String, AttributeValue> inLevel = marked(fleet, level);
            Map<String, AttributeValue> inRecord = marked(fleet, record);
            Map<String, AttributeValue> inBucket = marked(fleet, bucket);
            fleet.seconds(61);

            assertThat(take(repository, 4)).isTrue();
            fleet.seconds(61);
            repository.limits().change(Level.resource("api"), LevelChange.keep().put(Limit.perMinute("tpm", 5)));
            repository.entities().setParent("user", "org");
            repository.entities().setCascade("user", true);
            fleet.seconds(61);
            assertThat(take(repository, 10)).isTrue();
            assertThat(take(repository, 1)).isFalse();
            for (String entity : Set.of("user", "org")) {
                Administration.of(repository).refills().reset(entity, "api", Set.of(), null);
            }
            fleet.seconds(2);
            assertThat(take(repository, 10)).isTrue();

            assertKept(fleet, level, inLevel);
            assertKept(fleet, record, inRecord);
            assertKept(fleet, bucket, inBucket);
            assertThat(repository.limits().getResourceDefaults("api"))
                    .containsExactly(Limit.perMinute("rpm", 10), Limit.perMinute("tpm", 5));
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    @DisplayName("a table whose migration stopped half way works, says what is left, and goes on from there")
    void halfMigrated_worksAndGoesOn(Place place) {
        try (Fleet fleet = new Fleet(place::open)) {
            LimitRepository repository = fleet.process();
            String namespace = namespace(repository);
            Administration admin = Administration.of(repository);
            put(
                    fleet,
                    Item.builder(VERSION)
                            .put("schema_version", "0.9.0")
                            .put("client_min_version", "0.0.0")
                            .put("note", "a stranger's")
                            .build());
            repository.limits().setResourceDefaults("api", Limit.perMinute("rpm", 10));
            Item old = OldBucketScenariosTest.bucket(namespace, "user", "api", fleet.clock.wallMillis());
            put(fleet, old);
            assertThat(take(repository, 4)).isTrue();

            assertThat(plan(admin, RECORD).state()).isEqualTo(MigrationPlan.State.READY);
            assertThat(item(fleet, old.key())).isEqualTo(old);
            assertThat(take(repository, 7))
                    .as("of the bucket of today 6 are left")
                    .isFalse();
            admin.migrations().run(RECORD, count -> {});

            assertThat(plan(admin, RECORD).state()).isEqualTo(MigrationPlan.State.DONE);
            assertThat(item(fleet, VERSION).text("schema_version")).isEqualTo("0.10.0");
            assertThat(item(fleet, VERSION).text("note")).isEqualTo("a stranger's");
            assertThat(take(repository, 6)).isTrue();
        }
    }

    private static MigrationPlan plan(Administration admin, String name) {
        return admin.migrations().plan(count -> {}).stream()
                .filter(plan -> plan.id().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    @DisplayName("buckets of the keys before 0.9 are listed by a migration alone, and stay until it runs")
    void oldBuckets_areCountedAndStay(Place place) {
        try (Fleet fleet = new Fleet(place::open)) {
            LimitRepository repository = fleet.process();
            String namespace = namespace(repository);
            Administration admin = Administration.of(repository);
            repository.limits().setResourceDefaults("api", Limit.perMinute("rpm", 10));
            Item old = OldBucketScenariosTest.bucket(namespace, "user", "api", fleet.clock.wallMillis());
            put(fleet, old);

            assertThat(take(repository, 10))
                    .as("an empty old bucket is nobody's")
                    .isTrue();
            assertThat(take(repository, 1)).isFalse();
            assertThat(item(fleet, old.key())).isEqualTo(old);
            assertThat(admin.migrations().plan(count -> {}))
                    .anySatisfy(plan -> assertThat(plan.items()).isEqualTo(1));
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    @DisplayName("the record of a newer writer is never lowered, and is shown")
    void newerRecord_isShownAndNeverLowered(Place place) {
        try (Fleet fleet = new Fleet(place::open)) {
            LimitRepository repository = fleet.process();
            Administration admin = Administration.of(repository);
            Item newer = Item.builder(VERSION)
                    .put("schema_version", "0.12.0")
                    .put("client_min_version", "0.18.0")
                    .put("lambda_version", "0.18.0")
                    .put("zz_future", "a stranger's")
                    .build();
            put(fleet, newer);

            repository
                    .limits()
                    .setResourceDefaults("api", Limit.perMinute("rpm", 10).asSoft());
            assertThat(plan(admin, RECORD).state()).isEqualTo(MigrationPlan.State.DONE);

            assertThat(item(fleet, VERSION)).isEqualTo(newer);
            assertThat(admin.versions().flatMap(StoreVersions::leastClient)).contains("0.18.0");
        }
    }

    /** Only a table is shared with others: a store in memory or a file has one program. */
    @Test
    @Tag("extended")
    @Tag("back-end")
    @DisplayName(
            "a table that asks for newer clients, or has another schema, is refused by name, and nothing is written")
    void newerTable_isRefusedByName() {
        RealTable real = new RealTable(Backend.DYNOXIDE.endpoint());
        try (ItemStore store = real.open()) {
            for (String[] versions : new String[][] {
                {"0.10.0", "0.99.0", "client_min_version 0.99.0"}, {"1.0.0", "0.0.0", "schema is version 1.0.0"}
            }) {
                Item newer = Item.builder(VERSION)
                        .put("schema_version", versions[0])
                        .put("client_min_version", versions[1])
                        .build();
                store.write(Write.put(WriteShape.put(null), newer)).join();
                assertThatThrownBy(() -> DynamoDbRepository.builder(real.name())
                                .region("us-east-1")
                                .endpoint(Backend.DYNOXIDE.endpoint())
                                .credentials("local", "local")
                                .connect()
                                .close())
                        .hasMessageContaining(versions[2]);
                assertThat(store.get(VERSION).join()).isEqualTo(newer);
            }
        } finally {
            real.drop();
        }
    }
}
