package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.admin.migration.MigrationOvertakenException;
import dev.zaelimiter.admin.migration.MigrationPlan;
import dev.zaelimiter.admin.migration.MigrationReport;
import dev.zaelimiter.admin.migration.Migrations;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of older versions is planned, done, broken off and taken over. */
class MigrationScenariosTest {

    private static final String OLD = "0.9.0-old-buckets";
    private static final String RECORD = "0.10.0-record";
    private static final Key VERSION = Key.of("_/SYSTEM#", "#VERSION");
    private static final Key CHECKPOINT = Key.of("_/SYSTEM#", "#MIGRATION#" + OLD);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final Administration admin = Administration.of(repository).actingAs("alice");
    private final String namespace =
            admin.namespaces().get("scenarios").map(Namespace::id).orElseThrow();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void put(Item item) {
        fleet.store.write(Write.put(WriteShape.put(null), item)).join();
    }

    private void oldBuckets(String id, int count, Duration age) {
        for (int i = 0; i < count; i++) {
            put(OldBucketScenariosTest.bucket(id, "user-" + i, "gpt-4", fleet.clock.wallMillis() - age.toMillis()));
        }
    }

    private long left(String id) {
        long left = 0;
        String after = null;
        do {
            Page page = fleet.store
                    .query(Query.of(Query.Index.GSI4, id).after(after))
                    .join();
            left += page.items().stream()
                    .filter(item -> item.key().sk().startsWith("#BUCKET#"))
                    .count();
            after = page.next();
        } while (after != null);
        return left;
    }

    private Map<String, MigrationPlan> plans() {
        Map<String, MigrationPlan> plans = new HashMap<>();
        admin.migrations().plan(count -> {}).forEach(plan -> plans.put(plan.id(), plan));
        return plans;
    }

    @Test
    void plan_storeOfToday_findsNothingToDo() {
        admin.limits().setEntityDefaults("user-1", Limit.perMinute("rpm", 5));
        assertThat(plans().values()).extracting(MigrationPlan::state).containsOnly(MigrationPlan.State.DONE);
        assertThat(admin.migrations().begun()).isEmpty();
        assertThat(admin.migrations().ids()).containsExactly(OLD, RECORD);
    }

    @Test
    void plan_oldBuckets_countsThem_andWritesNothing() {
        oldBuckets(namespace, 3, Duration.ofDays(2));
        oldBuckets("default", 2, Duration.ofDays(2));
        int before = fleet.changes().size();

        MigrationPlan plan = plans().get(OLD);

        assertThat(plan.state()).isEqualTo(MigrationPlan.State.READY);
        assertThat(plan.writes()).isEqualTo(5);
        assertThat(plan.items()).isEqualTo(5);
        assertThat(plan.what()).contains("before 0.9");
        assertThat(fleet.changes()).hasSize(before);
    }

    @Test
    void run_oldBuckets_deletesThemInAllNamespaces_andNothingElse() {
        admin.limits().setEntityDefaults("user-1", Limit.perMinute("rpm", 5));
        Namespace deleted = admin.namespaces().register("tenant-b");
        admin.namespaces().delete("tenant-b");
        for (String id : List.of(namespace, deleted.id(), "default")) {
            oldBuckets(id, 3, Duration.ofDays(2));
        }

        MigrationReport report = admin.migrations().run(OLD, count -> {});

        assertThat(report.written()).isEqualTo(9);
        assertThat(List.of(namespace, deleted.id(), "default"))
                .allSatisfy(id -> assertThat(left(id)).isZero());
        assertThat(admin.limits().getEntityDefaults("user-1")).isNotNull();
        assertThat(plans().get(OLD).state()).isEqualTo(MigrationPlan.State.DONE);
        assertThat(admin.migrations().run(OLD, count -> {}).written()).isZero();
    }

    /** To delete a bucket that an old client still uses would fill it. */
    @Test
    void run_bucketsStillInUse_leavesThem_andSaysSo() {
        oldBuckets(namespace, 2, Duration.ofDays(2));
        put(OldBucketScenariosTest.bucket(namespace, "busy", "gpt-4", fleet.clock.wallMillis() - 1000));

        MigrationPlan plan = plans().get(OLD);
        assertThat(plan.writes()).isEqualTo(2);
        assertThat(plan.left()).isEqualTo(1);
        assertThat(plan.why().orElseThrow()).contains("ENTITY#busy", "within the last day");

        MigrationReport report = admin.migrations().run(OLD, count -> {});
        assertThat(report.written()).isEqualTo(2);
        assertThat(report.left()).isEqualTo(1);
        assertThat(left(namespace)).isEqualTo(1);

        fleet.clock.advance(Duration.ofDays(2));
        assertThat(admin.migrations().run(OLD, count -> {}).written()).isEqualTo(1);
    }

    /** More than one part: a page of the index holds 500 keys. */
    private static final int MANY = 1_100;

    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Tag("long")
    @Test
    void run_brokenOff_goesOnWhereItWas() {
        oldBuckets(namespace, MANY, Duration.ofDays(2));
        assertThatThrownBy(() -> admin.migrations().run(OLD, count -> {
                    if (count >= 500) {
                        throw new Broken();
                    }
                }))
                .isInstanceOf(Broken.class);
        assertThat(left(namespace)).isEqualTo(MANY - 500);
        assertThat(plans().get(OLD).state()).isEqualTo(MigrationPlan.State.BEGUN);
        assertThat(admin.migrations().begun()).containsExactly(OLD);

        List<Long> seen = new ArrayList<>();
        Administration other = Administration.of(fleet.process()).actingAs("bob");
        MigrationReport report = other.migrations().run(OLD, seen::add);

        assertThat(report.written()).isEqualTo(MANY);
        assertThat(report.items()).as("nothing was looked at twice").isEqualTo(MANY);
        assertThat(seen.get(0)).as("it did not begin anew").isGreaterThan(500);
        assertThat(left(namespace)).isZero();
        assertThat(admin.migrations().begun()).isEmpty();
    }

    @Tag("long")
    @Test
    void run_twoOperatorsAtOnce_theLaterOneGoesOn_theOtherIsTold() {
        oldBuckets(namespace, MANY, Duration.ofDays(2));
        Migrations bob = Administration.of(fleet.process()).actingAs("bob").migrations();
        AtomicInteger begun = new AtomicInteger();

        assertThatThrownBy(() -> admin.migrations().run(OLD, count -> {
                    if (begun.getAndIncrement() == 1) {
                        assertThat(bob.run(OLD, other -> {}).written()).isEqualTo(MANY);
                    }
                }))
                .isInstanceOf(MigrationOvertakenException.class)
                .hasMessageContainingAll(OLD, "bob");

        assertThat(left(namespace)).isZero();
        assertThat(fleet.store.get(CHECKPOINT).join().text("by")).isEqualTo("bob");
        assertThat(plans().get(OLD).state()).isEqualTo(MigrationPlan.State.DONE);
    }

    @Tag("long")
    @Test
    void run_whoseRecordIsDeletedMeanwhile_stops() {
        oldBuckets(namespace, MANY, Duration.ofDays(2));
        assertThatThrownBy(() -> admin.migrations()
                        .run(
                                OLD,
                                count -> fleet.store
                                        .write(Write.of(WriteShape.delete(null), CHECKPOINT))
                                        .join()))
                .isInstanceOf(MigrationOvertakenException.class);
        assertThat(admin.migrations().run(OLD, count -> {}).written()).isPositive();
        assertThat(left(namespace)).isZero();
    }

    /** A checkpoint of another store, as after a restore into a file, named a place that means nothing here. */
    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "default nonsense", "nowhere ", " "})
    void run_placeThatMeansNothing_beginsAnew(String place) {
        oldBuckets(namespace, 3, Duration.ofDays(2));
        put(Item.builder(CHECKPOINT)
                .put("run", "r")
                .put("turn", 7)
                .put("place", place)
                .put("done", false)
                .build());
        admin.migrations().run(OLD, count -> {});
        if (!place.equals("nowhere ")) {
            assertThat(left(namespace)).isZero();
        }
        assertThat(fleet.store.get(CHECKPOINT).join().whole("turn", 0)).isGreaterThan(7);
    }

    @Test
    void run_storeFails_isSaid_andTheNextRunGoesOn() {
        oldBuckets(namespace, 3, Duration.ofDays(2));
        fleet.store.down();
        assertThatThrownBy(() -> admin.migrations().run(OLD, count -> {})).isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(admin.migrations().run(OLD, count -> {}).written()).isEqualTo(3);
    }

    /** Runs that are broken off by faults are never mistaken for another operator's, and the next one goes on. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void run_answersLostAgainAndAgain_comesToItsEnd(long seed) {
        oldBuckets(namespace, 30, Duration.ofDays(2));
        boolean done = false;
        for (int tries = 0; tries < 200 && !done; tries++) {
            fleet.store.failAtRandom(seed + tries, 0.05, Fault.LOST_APPLIED, Fault.LOST_NOT_APPLIED, Fault.THROTTLED);
            try {
                admin.migrations().run(OLD, count -> {});
                done = true;
            } catch (StoreFailureException e) {
                assertThat(e).hasMessageContaining("on purpose");
            }
        }
        fleet.store.clearScript();
        assertThat(done).isTrue();
        assertThat(left(namespace)).isZero();
    }

    @Test
    void run_unknownMigration_namesThoseThereAre() {
        assertThatThrownBy(() -> admin.migrations().run("0.1.0-none", count -> {}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("0.1.0-none", OLD, RECORD);
    }

    private void record(String schema) {
        put(Item.builder(VERSION)
                .put("GSI4PK", "_")
                .put("GSI4SK", VERSION.pk())
                .put("schema_version", schema)
                .put("client_min_version", "0.16.0")
                .put("lambda_version", "0.15.0")
                .put("updated_by", "client:0.9.0")
                .put("note", "a stranger's")
                .build());
    }

    @ParameterizedTest
    @CsvSource({"0.8.0,READY", "0.9.0,READY", "0.10.0,DONE", "0.11.0,DONE", "0.7.3,BLOCKED"})
    void plan_recordOfVersions_isRaisedAndNeverLowered(String schema, MigrationPlan.State state) {
        record(schema);
        assertThat(plans().get(RECORD).state()).isEqualTo(state);
    }

    @Test
    void run_olderRecord_raisesTheSchemaAlone() {
        record("0.9.0");
        Item before = fleet.store.get(VERSION).join();

        assertThat(admin.migrations().run(RECORD, count -> {}).written()).isEqualTo(1);

        Item after = fleet.store.get(VERSION).join();
        assertThat(after.text("schema_version")).isEqualTo("0.10.0");
        Map<String, AttributeValue> untouched = new HashMap<>(before.attributes());
        untouched.keySet().removeAll(List.of("schema_version", "updated_at", "updated_by"));
        assertThat(after.attributes()).containsAllEntriesOf(untouched);
        assertThat(admin.versions().flatMap(StoreVersions::leastClient)).contains("0.16.0");
        assertThat(admin.versions().flatMap(StoreVersions::aggregator)).contains("0.15.0");
        assertThat(admin.migrations().run(RECORD, count -> {}).written()).isZero();
    }

    @Test
    void run_limitsOfBefore08_isRefused_andSaysWhatToDo() {
        record("0.7.3");
        assertThatThrownBy(() -> admin.migrations().run(RECORD, count -> {}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("0.7.3", "Python system", "upgrade");
        assertThat(fleet.store.get(VERSION).join().text("schema_version")).isEqualTo("0.7.3");
    }
}
