package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A clean break with the buckets of the Python system before 0.9: they lie in the table and in its indexes, and nobody
 * reads them, trips over them or counts them. Whoever had used one begins with a full bucket.
 */
class OldBucketScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final Administration admin = Administration.of(repository);
    private final String namespace =
            admin.namespaces().get("scenarios").map(Namespace::id).orElseThrow();
    private final Key old = key(namespace, "user-1", "gpt-4");

    static Key key(String namespace, String entity, String resource) {
        return Key.of(namespace + "/ENTITY#" + entity, "#BUCKET#" + resource);
    }

    /** As 0.8 stored it: one item for all limits of a resource, beside the entity's record, in the indexes of today. */
    static Item bucket(String namespace, String entity, String resource, long stamp) {
        Key key = key(namespace, entity, resource);
        return Item.builder(key)
                .put("entity_id", entity)
                .put("resource", resource)
                .put("rf", stamp)
                .put("GSI2PK", namespace + "/RESOURCE#" + resource)
                .put("GSI2SK", "BUCKET#" + entity)
                .put("GSI4PK", namespace)
                .put("GSI4SK", key.pk())
                .put("cascade", false)
                .put("b_rpm_tk", -5_000)
                .put("b_rpm_cp", 100_000)
                .put("b_rpm_bx", 100_000)
                .put("b_rpm_ra", 100_000)
                .put("b_rpm_rp", 60_000)
                .put("b_rpm_tc", 105_000)
                .build();
    }

    @BeforeEach
    void anOldBucketInDebt() {
        fleet.store
                .write(Write.put(WriteShape.put(null), bucket(namespace, "user-1", "gpt-4", fleet.clock.wallMillis())))
                .join();
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("user-1")
                .resource("gpt-4")
                .take("rpm", amount)
                .build();
    }

    @Test
    void acquire_afterAnOldBucketInDebt_beginsFull_andLeavesTheOldOneAlone() {
        Item before = fleet.store.get(old).join();

        assertThat(repository.rateLimiter().tryAcquire(request(100)).granted()).isTrue();
        assertThat(repository.rateLimiter().tryAcquire(request(1)).granted()).isFalse();

        assertThat(fleet.store.get(old).join()).isEqualTo(before);
        assertThat(fleet.bucket("user-1", "gpt-4")).isNotNull();
    }

    /** An old bucket was shown as a shard of the new one, which was then called damaged. */
    @Test
    void listings_oldBucketInTheIndexes_showsWhatIsOfTodayAlone() {
        repository.rateLimiter().acquire(request(10)).keep();

        assertThat(admin.buckets().onResource("gpt-4"))
                .extracting(BucketView::entity)
                .containsExactly("user-1");
        assertThat(admin.buckets().capacity("gpt-4").buckets()).isEqualTo(1);
        assertThat(admin.buckets().capacity("gpt-4").unreadable()).isZero();
        assertThat(admin.buckets().ofEntity("user-1")).hasSize(1);
        assertThat(admin.buckets().onResource("gpt-4")).allSatisfy(bucket -> {
            assertThat(bucket.shards()).hasSize(1);
            assertThat(bucket.damage()).isEmpty();
        });
    }

    @Test
    void switch_oldBucketInTheIndexes_reachesTheNewOne() {
        repository.rateLimiter().acquire(request(10)).keep();

        admin.switches().set(Level.resource("gpt-4"), Access.DISABLED);

        assertThat(fleet.bucket("user-1", "gpt-4").has("disabled")).isTrue();
        assertThat(fleet.store.get(old).join().has("disabled")).isFalse();
    }

    @Test
    void entity_deleted_takesItsOldBucketsAlong() {
        repository.rateLimiter().acquire(request(10)).keep();
        repository.entities().delete("user-1");
        assertThat(fleet.store.get(old).join()).isNull();
    }

    @Test
    void namespace_purged_takesOldBucketsAlong() {
        admin.namespaces().delete("scenarios");
        admin.namespaces().purge(namespace, count -> {});
        assertThat(fleet.store.get(old).join()).isNull();
    }
}
