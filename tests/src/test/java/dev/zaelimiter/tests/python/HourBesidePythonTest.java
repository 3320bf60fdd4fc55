package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.limit;
import static dev.zaelimiter.tests.python.SharedTable.take;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.python.SharedTable.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An hour of a fleet of both, by the test's clock: afterwards all that is stored makes sense to either. */
class HourBesidePythonTest extends BesidePython {

    private static final int CAPACITY = 30;
    private static final int SECONDS = 3600;

    private final SplittableRandom random = new SplittableRandom(20);
    private long granted;

    @Test
    @Timeout(300)
    @DisplayName("after an hour of both, counters, stamps, times to live and registers are right")
    void hour_ofBoth_leavesWhatMakesSense() {
        table.seed(20);
        List<LimitRepository> ours = List.of(table.process(), table.process());
        List<Client> theirs = List.of(table.client("one"), table.client("two"));
        ours.get(0)
                .limits()
                .setResourceDefaults(RESOURCE, Limit.perMinute("rpm", CAPACITY), Limit.perDay("rpd", 9_000));
        ours.get(0).entities().create(Entity.builder("org").build());
        ours.get(1)
                .entities()
                .create(Entity.builder("key").parent("org").cascade(true).build());
        theirs.get(0)
                .repository(
                        "set_limits",
                        Map.of(
                                "entity_id",
                                "org",
                                "resource",
                                RESOURCE,
                                "limits",
                                List.of(limit("rpm", CAPACITY, CAPACITY, 60), limit("rpd", 9_000, 9_000, 86_400))));
        long began = table.clock.wallMillis();
        while (table.clock.wallMillis() - began < SECONDS * 1000L) {
            step(ours, theirs);
            table.millis(1 + random.nextInt(25_000));
        }
        table.seconds(1);
        assertThat(granted).isGreaterThan(400);
        for (String entity : List.of("key", "org")) {
            assertSane(table.bucket(entity), began);
        }
        assertThat(table.bucket("org").has("ttl")).as("limits of its own").isFalse();
        assertThat(table.bucket("key").has("ttl")).as("limits of everybody").isTrue();
        registers(ours.get(0), theirs.get(1));
    }

    /** One takes, settles or fails, whoever's turn it is. */
    private void step(List<LimitRepository> ours, List<Client> theirs) {
        int who = random.nextInt(4);
        long amount = 1 + random.nextInt(4);
        int end = random.nextInt(4);
        if (who < 2) {
            Lease lease = ours.get(who).rateLimiter().tryAcquire(both(amount)).match(taken -> taken, refusal -> null);
            if (lease == null) {
                return;
            }
            if (end == 0) {
                lease.giveBack();
                return;
            }
            if (end == 1) {
                lease.settle("rpm", amount - 1);
                lease.settle("rpd", amount - 1);
                granted -= 1;
            }
            lease.keep();
            granted += amount;
            return;
        }
        Client client = theirs.get(who - 2);
        if (!client.acquire("key", Map.of("rpm", amount, "rpd", amount), Map.of("lease", "l"))
                .get("granted")
                .asBoolean()) {
            return;
        }
        if (end == 0) {
            client.fail("l");
            return;
        }
        if (end == 1) {
            client.adjust("l", "rpm", -1);
            client.adjust("l", "rpd", -1);
            granted -= 1;
        }
        client.keep("l");
        granted += amount;
    }

    private static dev.zaelimiter.AcquireRequest both(long amount) {
        return dev.zaelimiter.AcquireRequest.entity("key")
                .resource(RESOURCE)
                .take("rpm", amount)
                .take("rpd", amount)
                .build();
    }

    private void assertSane(Item bucket, long began) {
        long now = table.clock.wallMillis();
        assertThat(bucket.whole("shard_count", 0)).isEqualTo(1);
        assertThat(bucket.whole("rf", 0)).isBetween(now - 600_000, now);
        for (String name : List.of("rpm", "rpd")) {
            assertThat(bucket.whole("b_" + name + "_tc", -1)).as(name).isEqualTo(1000 * granted);
            assertThat(bucket.whole("b_" + name + "_tk", -1))
                    .as(name)
                    .isBetween(0L, bucket.whole("b_" + name + "_cp", 0));
        }
        // No more than the capacity and what came back, and once more what it spends twice after a rest.
        assertThat(granted).isLessThanOrEqualTo(2L * CAPACITY + CAPACITY * (now - began) / 60_000);
        long ttl = bucket.whole("ttl", Long.MAX_VALUE);
        assertThat(ttl).isGreaterThan(now / 1000);
        if (bucket.has("ttl")) {
            assertThat(ttl)
                    .as("seven days, since a day's limit takes one to fill")
                    .isLessThanOrEqualTo(now / 1000 + 8 * 86_400);
        }
    }

    /** Each system reads what the other has registered, and deletes it. */
    private void registers(LimitRepository ours, Client theirs) {
        assertThat(ours.limits().resourcesWithEntityLimits()).containsEntry(RESOURCE, 1L);
        List<String> listed = new ArrayList<>();
        JsonNode entities = theirs.repository("list_entities_with_custom_limits", Map.of("resource", RESOURCE));
        entities.get(0).forEach(each -> listed.add(each.asText()));
        assertThat(listed).containsExactly("org");
        assertThat(theirs.repository("get_children", Map.of("parent_id", "org")).toString())
                .contains("key");
        theirs.repository("delete_entity", Map.of("entity_id", "key"));
        assertThat(table.shard("key", 0)).isNull();
        assertThat(Objects.requireNonNull(table.shard("org", 0)).has("b_rpm_tk"))
                .isTrue();
        ours.entities().delete("org");
        assertThat(ours.limits().resourcesWithEntityLimits()).isEmpty();
        assertThat(table.shard("org", 0)).isNull();
        assertThat(took(ours, take("fresh", "rpm", 1))).isTrue();
    }
}
