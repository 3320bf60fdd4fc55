package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Entities that one system moves, deletes and makes anew while the other uses them. */
class EntitiesBesidePythonTest extends BesidePython {

    private LimitRepository ours;
    private Client theirs;

    @BeforeEach
    void clients() {
        table.close();
        table = new SharedTable(python(), "0.17.0");
        ours = table.process();
        theirs = table.client("theirs");
    }

    private static AcquireRequest on(String resource) {
        return AcquireRequest.entity("key").resource(resource).take("rpm", 1).build();
    }

    private long charged(String entity, String resource) {
        Item bucket = table.item("/BUCKET#" + entity + "#" + resource + "#0", "#STATE");
        return bucket == null ? 0 : bucket.whole("b_rpm_tc", 0) / 1000;
    }

    @Test
    @DisplayName("I1: after Python has moved an entity, a bucket that ours make names the new parent")
    void move_byPython_reachesNewBucketsOfARunningProcess() {
        ours.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
        for (String org : List.of("org1", "org2")) {
            ours.entities().create(Entity.builder(org).build());
        }
        ours.entities()
                .create(Entity.builder("key").parent("org1").cascade(true).build());
        assertThat(took(ours, on("first"))).isTrue();
        assertThat(charged("org1", "first")).isEqualTo(1);
        theirs.repository("set_parent", Map.of("entity_id", "key", "parent_id", "org2"));
        table.millis(10);
        assertThat(took(ours, on("second"))).isTrue();
        assertThat(charged("org1", "second")).isZero();
        assertThat(charged("org2", "second")).isEqualTo(1);
        Client fresh = table.client("fresh");
        assertThat(fresh.limiter("check_availability", Map.of("entity_id", "key", "resource", "second"))
                        .isMissingNode())
                .isFalse();
        table.seconds(61);
        assertThat(took(ours, on("first"))).isTrue();
        assertThat(took(ours, on("first"))).isTrue();
        assertThat(charged("org2", "first")).isPositive();
    }

    @Test
    @DisplayName("I14: settling after Python deleted the entity makes no bucket")
    void settle_afterPythonDeletedTheEntity_makesNoBucket() {
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100));
        ours.entities().create(Entity.builder("k").build());
        Lease lease = ours.rateLimiter().acquire(SharedTable.take("k", "rpm", 10));
        theirs.repository("delete_entity", Map.of("entity_id", "k"));
        lease.settle("rpm", 30);
        lease.keep();
        table.seconds(1);
        assertThat(table.shard("k", 0)).isNull();
    }

    @Test
    @DisplayName("I14: giving back to a bucket that was made anew leaves no negative count")
    void giveBack_bucketWasMadeAnew_countsNothingNegative() {
        ours.limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 100));
        ours.entities().create(Entity.builder("k").build());
        Lease lease = ours.rateLimiter().acquire(SharedTable.take("k", "rpm", 10));
        theirs.repository("delete_entity", Map.of("entity_id", "k"));
        theirs.repository("create_entity", Map.of("entity_id", "k"));
        assertThat(theirs.took("k", "rpm", 2)).isTrue();
        lease.giveBack();
        table.seconds(1);
        assertThat(took(ours, "k", "rpm", 1)).isTrue();
        assertThat(table.bucket("k").whole("b_rpm_tc", 0)).isEqualTo(3000);
    }
}
