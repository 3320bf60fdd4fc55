package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whom a running process charges beside an entity that another process has moved, deleted or created anew. */
class LineageScenariosTest {

    private static final int CONFIG_TTL_SECONDS = 60;
    private static final String NEW = "images";

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @BeforeEach
    void familyOfK() {
        one.limits().setSystemDefaults(Limit.perDay("rpm", 1_000));
        family(one, "p1", "k");
        one.entities().create(Entity.builder("p2").build());
        take(two, RESOURCE);
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private static void take(LimitRepository process, String resource) {
        AcquireRequest request =
                AcquireRequest.entity("k").resource(resource).take("rpm", 1).build();
        assertThat(took(process, request)).isTrue();
    }

    private long charged(String parent, String resource) {
        Item bucket = fleet.bucket(parent, resource);
        return bucket == null ? 0 : bucket.whole("b_rpm_tc", 0) / 1_000;
    }

    private String parentOf(String resource) {
        return Objects.requireNonNull(fleet.bucket("k", resource)).text("parent_id");
    }

    @Test
    @DisplayName("A5: a moved entity is charged to its new parent on resources that a running process has not used yet")
    void moved_resourceNotUsedYet_chargesTheNewParentWithinTheTtl() {
        one.entities().setParent("k", "p2");
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(two, NEW);
        assertThat(parentOf(NEW)).isEqualTo("p2");
        assertThat(charged("p2", NEW)).isEqualTo(1);
        assertThat(charged("p1", NEW)).isZero();
    }

    @Test
    @DisplayName("A5: a bucket that was made under the old parent is put right within the ttl, by whoever uses it")
    void moved_bucketMadeUnderTheOldParent_isPutRightByItsMaker() {
        one.entities().setParent("k", "p2");
        take(two, NEW);
        long before = charged("p1", NEW);
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(two, NEW);
        assertThat(parentOf(NEW)).isEqualTo("p2");
        for (int i = 0; i < 5; i++) {
            take(two, NEW);
        }
        assertThat(charged("p1", NEW)).as("one acquire at most after the ttl").isLessThanOrEqualTo(before + 1);
        assertThat(charged("p2", NEW)).isGreaterThanOrEqualTo(5);
    }

    @Test
    @DisplayName(
            "A5: a shard of a divided bucket went by the parent that it named when it was last used, though others had told of a move")
    void moved_shardThatWasNotUsedForLong_chargesTheNewParent() {
        // Before a minute is over: then what is not needed is made one again.
        LimitRepository brief = fleet.process(settings -> settings.configTtl(Duration.ofSeconds(5)));
        Divided.evenly(fleet, "k", RESOURCE, 2);
        takes(brief, 10);
        one.entities().setParent("k", "p2");
        fleet.seconds(5);
        long before = charged("p1", RESOURCE);
        takes(brief, 10);
        assertThat(charged("p1", RESOURCE))
                .as("one acquire at most after the ttl")
                .isLessThanOrEqualTo(before + 1);
        assertThat(charged("p2", RESOURCE)).isGreaterThanOrEqualTo(9);
    }

    @Test
    @DisplayName("a look that found the bucket gone was taken for an entity without a parent")
    void madeAnew_whileARequestThatMayWaitLooks_chargesTheParent() {
        Divided.evenly(fleet, "k", RESOURCE, 2);
        takes(two, 10);
        long before = charged("p1", RESOURCE);
        one.entities().delete("k");
        one.entities().create(Entity.builder("k").parent("p1").cascade(true).build());
        fleet.seconds(2);
        assertThat(took(two, Requests.patient("k", "rpm", 900, Duration.ofSeconds(1))))
                .isTrue();
        assertThat(charged("p1", RESOURCE)).isEqualTo(before + 900);
    }

    /** Far enough apart to go to one shard and to another. */
    private void takes(LimitRepository process, int count) {
        for (int i = 0; i < count; i++) {
            take(process, RESOURCE);
            fleet.clock.advance(Duration.ofMillis(100));
        }
    }

    @Test
    @DisplayName("A5, I1: a process that starts later believes the wrong bucket for no longer than the ttl")
    void moved_bucketMadeUnderTheOldParent_isPutRightByAnother() {
        one.entities().setParent("k", "p2");
        take(two, NEW);
        LimitRepository three = fleet.process();
        take(three, NEW);
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(three, NEW);
        take(three, NEW);
        assertThat(parentOf(NEW)).isEqualTo("p2");
        assertThat(charged("p2", NEW)).isPositive();
        long old = charged("p1", NEW);
        take(two, NEW);
        assertThat(charged("p1", NEW)).as("and the maker hears of it").isLessThanOrEqualTo(old + 1);
    }

    /**
     * Another system has written the record, and its buckets were never told: it failed midway, or its index lagged.
     */
    private void movedBehindOurBack(String parent, boolean cascade, long generation) {
        Item bucket = Objects.requireNonNull(fleet.bucket("k", RESOURCE));
        String pk = bucket.key().pk();
        Key key = Key.of(pk.substring(0, pk.indexOf('/')) + "/ENTITY#k", "#META");
        Item record = Objects.requireNonNull(fleet.store.get(key).join());
        Divided.put(
                fleet,
                record.toBuilder()
                        .put("parent_id", parent)
                        .put("cascade", cascade)
                        .put("pgen", record.whole("pgen", 0) + generation)
                        .build());
    }

    @Test
    @DisplayName("A5, I1: a bucket in use that was never told of a move is put right within the ttl")
    void moved_bucketInUseNeverTold_isPutRight() {
        movedBehindOurBack("p2", true, 1);
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(two, RESOURCE);
        take(two, RESOURCE);
        assertThat(parentOf(RESOURCE)).isEqualTo("p2");
        assertThat(charged("p2", RESOURCE)).isPositive();
        long old = charged("p1", RESOURCE);
        take(two, RESOURCE);
        assertThat(charged("p1", RESOURCE)).isEqualTo(old);
    }

    @Test
    @DisplayName("a bucket that knows of a later move than the record that was read is left alone")
    void bucketKnowsMore_isLeftAlone() {
        Item bucket = Objects.requireNonNull(fleet.bucket("k", RESOURCE));
        Divided.put(
                fleet,
                bucket.toBuilder()
                        .put("parent_id", "p2")
                        .put("pgen", bucket.whole("pgen", 0) + 1)
                        .build());
        LimitRepository fresh = fleet.process();
        for (int i = 0; i < 3; i++) {
            take(fresh, RESOURCE);
            fleet.seconds(CONFIG_TTL_SECONDS);
        }
        assertThat(parentOf(RESOURCE)).isEqualTo("p2");
    }

    @Test
    @DisplayName("a bucket that knows this very record and cascades otherwise follows a policy of the other system")
    void bucketCascadesByAPolicy_isLeftAlone() {
        movedBehindOurBack("p1", false, 0);
        LimitRepository fresh = fleet.process();
        for (int i = 0; i < 3; i++) {
            take(fresh, RESOURCE);
            fleet.seconds(CONFIG_TTL_SECONDS);
        }
        assertThat(Objects.requireNonNull(fleet.bucket("k", RESOURCE)).get("cascade"))
                .isEqualTo(AttributeValue.of(true));
    }

    @Test
    @DisplayName("limits and parent change at once: one write puts both right, and the balance stays")
    void movedAndChanged_oneWriteForBoth() {
        one.limits().setSystemDefaults(Limit.perDay("rpm", 5_000), Limit.perDay("tpm", 5));
        movedBehindOurBack("p2", true, 1);
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(two, RESOURCE);
        Item after = Objects.requireNonNull(fleet.bucket("k", RESOURCE));
        assertThat(after.text("parent_id")).isEqualTo("p2");
        assertThat(after.whole("b_rpm_cp", 0)).isEqualTo(5_000_000);
        assertThat(after.whole("b_rpm_tk", 0)).isBetween(998_000L, 1_000_000L);
        assertThat(after.whole("b_tpm_cp", 0)).isEqualTo(5_000);
    }

    @Test
    @DisplayName("A5: every shard of a divided bucket is put right")
    void moved_dividedBucket_isPutRightShardByShard() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perDay("rpm", 1_000));
        Divided.evenly(fleet, "k", RESOURCE, 2);
        for (int shard = 0; shard < 2; shard++) {
            Divided.put(
                    fleet,
                    Divided.shard(fleet, "k", RESOURCE, shard).toBuilder()
                            .put("parent_id", "p2")
                            .build());
        }
        LimitRepository fresh = fleet.process();
        for (int i = 0; i < 40; i++) {
            take(fresh, RESOURCE);
        }
        for (int shard = 0; shard < 2; shard++) {
            assertThat(Divided.shard(fleet, "k", RESOURCE, shard).text("parent_id"))
                    .as("shard %s", shard)
                    .isEqualTo("p1");
        }
    }

    @Test
    @DisplayName("A5: deleted and created anew under another parent: buckets in use at once, new ones within the ttl")
    void deletedAndCreatedAnew_chargesTheNewParent() {
        one.entities().delete("k");
        one.entities().create(Entity.builder("k").parent("p2").cascade(true).build());
        take(two, RESOURCE);
        take(two, RESOURCE);
        assertThat(parentOf(RESOURCE)).isEqualTo("p2");
        long old = charged("p1", RESOURCE);
        take(two, RESOURCE);
        assertThat(charged("p1", RESOURCE)).isEqualTo(old);
        take(two, NEW);
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(two, NEW);
        take(two, NEW);
        assertThat(parentOf(NEW)).isEqualTo("p2");
        assertThat(charged("p2", NEW)).isPositive();
    }

    @Test
    @DisplayName(
            "A5: a deleted entity's bucket that was made from what was known before names no parent within the ttl")
    void deleted_bucketMadeUnderTheOldParent_losesIt() {
        one.entities().delete("k");
        take(two, NEW);
        fleet.seconds(CONFIG_TTL_SECONDS);
        take(two, NEW);
        long old = charged("p1", NEW);
        take(two, NEW);
        assertThat(parentOf(NEW)).isNull();
        assertThat(charged("p1", NEW)).isEqualTo(old);
        assertThat(Objects.requireNonNull(fleet.bucket("k", NEW)).has("pgen")).isFalse();
    }

    @Test
    @DisplayName("A5: given a record later: the parent is charged on resources not used yet")
    void createdLate_resourceNotUsedYet_chargesTheParent() {
        AcquireRequest late =
                AcquireRequest.entity("late").resource(RESOURCE).take("rpm", 1).build();
        assertThat(took(two, late)).isTrue();
        one.entities().create(Entity.builder("late").parent("p2").cascade(true).build());
        AcquireRequest other =
                AcquireRequest.entity("late").resource(NEW).take("rpm", 1).build();
        assertThat(took(two, other)).isTrue();
        assertThat(charged("p2", NEW)).as("at once").isEqualTo(1);
    }

    @Test
    @DisplayName("a process that knows an older record does not undo what a later move told the bucket")
    void moved_bucketTold_isNotPutBackByAProcessThatKnowsLess() {
        take(two, NEW);
        one.entities().setParent("k", "p2");
        for (int i = 0; i < 70; i++) {
            fleet.seconds(1);
            take(two, NEW);
            assertThat(parentOf(NEW)).isEqualTo("p2");
        }
    }

    @Test
    @DisplayName("nothing is written or read for it where nothing has changed")
    void unmoved_warm_costsOneRefreshInATtl() {
        take(two, RESOURCE);
        long writes = two.statistics().writes();
        long reads = two.statistics().reads();
        for (int i = 0; i < CONFIG_TTL_SECONDS; i++) {
            take(two, RESOURCE);
            fleet.seconds(1);
        }
        take(two, RESOURCE);
        assertThat(two.statistics().writes() - writes).isEqualTo(2L * (CONFIG_TTL_SECONDS + 1));
        assertThat(two.statistics().reads() - reads)
                .as("one refresh of each of two buckets")
                .isLessThanOrEqualTo(2);
    }
}
