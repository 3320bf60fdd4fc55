package dev.zaelimiter.tests.python;

import static dev.zaelimiter.tests.python.SharedTable.RESOURCE;
import static dev.zaelimiter.tests.python.SharedTable.drain;
import static dev.zaelimiter.tests.python.SharedTable.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.UsageWriter;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;

/** Divided buckets, usage, namespaces. */
enum SameTableAcross implements SameTableCase {
    DIVIDE("divides a bucket, and takes from each shard") {
        @Override
        public void byPython(Fleet fleet) {
            fleet.table.seed(3);
            divide(fleet);
            // It makes the new shard full: up to a half of the limit passes once more, and half of what was there is
            // cut.
            int theirs = fleet.theirs.exhaust("warm", "rpd", 12);
            int ours = drain(fleet.ours, "warm", "rpd", 20);
            assertThat(theirs + ours).isBetween(5, 15);
            assertThat(fleet.table.shard("warm", 1)).isNotNull();
            assertThat(took(fleet.ours, "warm", "rpd", 1)).isFalse();
        }

        private void divide(Fleet fleet) {
            fleet.python("bump_shard_count", Map.of("entity_id", "warm", "resource", RESOURCE, "current_count", 1));
        }

        @Override
        public void byOurs(Fleet fleet) {
            fleet.table.seed(3);
            divide(fleet);
            fleet.table.seconds(2);
            // A part of 5 is less than 6: ours make the shard that is counted and missing, empty.
            assertThat(took(fleet.ours, "warm", "rpd", 6)).isFalse();
            assertThat(fleet.table.shard("warm", 1)).isNotNull();
            int ours = drain(fleet.ours, "warm", "rpd", 20);
            int theirs = fleet.theirs.exhaust("warm", "rpd", 12);
            assertThat(ours + theirs).isEqualTo(5);
        }
    },
    USAGE("counts usage: the other reads it") {
        @Override
        public void byPython(Fleet fleet) {
            // Not in the first hour of a day, which it counts twice; and it counts by the bucket's stamp.
            fleet.table.seconds(3 * 3600);
            fleet.warm("warm");
            String pk = fleet.table.namespace() + "/BUCKET#warm#" + RESOURCE + "#0";
            fleet.table.tell("remember", Map.of("pk", pk));
            assertThat(took(fleet.ours, "warm", "rpd", 3)).isTrue();
            assertThat(fleet.theirs.took("warm", "rpd", 4)).isTrue();
            JsonNode counted = fleet.table.tell("aggregate", Map.of("pk", pk));
            assertThat(counted.get("errors")).isEmpty();
            assertThat(counted.get("snapshots").asInt()).isEqualTo(2);
            for (UsageWindow window : new UsageWindow[] {UsageWindow.HOURLY, UsageWindow.DAILY}) {
                assertThat(fleet.ours
                                .usage()
                                .read(UsageQuery.ofEntity("warm").window(window), 10, null)
                                .records())
                        .singleElement()
                        .satisfies(record -> assertThat(record.consumed("rpd")).isEqualTo(new UsageAmount(7, 0)));
            }
        }

        @Override
        public void byOurs(Fleet fleet) {
            long at = fleet.table.clock.wallMillis();
            Instant start = UsageWindow.HOURLY.start(Instant.ofEpochMilli(at));
            LimitUsage usage = new LimitUsage(new UsageAmount(7, 0), UsageAmount.NONE, 0);
            fleet.table
                    .store
                    .write(UsageWriter.add(
                            new UsageWriter.Target(
                                    new Keys(fleet.table.namespace()), "warm", RESOURCE, UsageWindow.HOURLY, start),
                            Map.of("rpd", usage),
                            2,
                            new UsageWriter.Span("s-1", BigInteger.ONE, BigInteger.TWO, at, at),
                            at / 1000 + 90L * 86_400))
                    .join();
            JsonNode read = fleet.theirs.repository(
                    "get_usage_summary", Map.of("entity_id", "warm", "resource", RESOURCE, "window_type", "hourly"));
            assertThat(read.get("total").get("rpd").asLong()).isEqualTo(7);
            assertThat(read.get("snapshot_count").asInt()).isEqualTo(1);
        }
    },
    PURGE("deletes a namespace, and purges it") {
        @Override
        public void byPython(Fleet fleet) {
            String id = fleet.table.namespace();
            assertThat(fleet.theirs.took("warm", "rpd", 1)).isTrue();
            fleet.table.tell("unregister", Map.of("name", SharedTable.NAMESPACE));
            assertThat(fleet.admin.namespaces().get(SharedTable.NAMESPACE)).isEmpty();
            assertThat(fleet.admin.namespaces().deleted())
                    .anySatisfy(gone -> assertThat(gone.id()).isEqualTo(id));
            fleet.table.tell("purge", Map.of("id", id));
            assertThat(fleet.admin.namespaces().deleted())
                    .noneSatisfy(gone -> assertThat(gone.id()).isEqualTo(id));
            assertThat(fleet.table.shard("warm", 0)).isNull();
        }

        @Override
        public void byOurs(Fleet fleet) {
            String id = fleet.table.namespace();
            fleet.admin.namespaces().delete(SharedTable.NAMESPACE);
            assertThatThrownBy(() -> fleet.table.client("late")).hasMessageContaining("NamespaceNotFound");
            assertThat(fleet.table.tell("deleted", Map.of()).toString()).contains(id);
            fleet.admin.namespaces().purge(id, purged -> {});
            assertThat(fleet.table.tell("deleted", Map.of()).toString()).doesNotContain(id);
            assertThat(fleet.table.shard("warm", 0)).isNull();
        }
    };

    private final String words;

    SameTableAcross(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
