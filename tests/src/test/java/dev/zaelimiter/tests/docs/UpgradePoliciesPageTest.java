package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.migration.MigrationPlan;
import dev.zaelimiter.admin.migration.Migrations;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.RequestsSeen.Request;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same of who brings a table to today's form: {@code zae-limiter upgrade} and {@code Administration.migrations()}.
 */
@Tag("documents")
class UpgradePoliciesPageTest extends PolicyRequests {

    /** As clients before 0.9 left it. */
    private void leaveOldBucket(String namespace) {
        Key key = Key.of(namespace + "/ENTITY#user-1", "#BUCKET#gpt-4");
        store.write(Write.put(
                        WriteShape.put(null),
                        Item.builder(key)
                                .put("entity_id", "user-1")
                                .put("resource", "gpt-4")
                                .put(
                                        "rf",
                                        clock.wallMillis() - Duration.ofDays(2).toMillis())
                                .put("GSI4PK", namespace)
                                .put("GSI4SK", key.pk())
                                .put("b_rpm_tk", 5_000)
                                .build()))
                .join();
    }

    @Test
    void upgrade() {
        Namespace other;
        try (LimitRepository repository = connect()) {
            Administration admin = Administration.of(repository);
            other = admin.namespaces().register("other");
            admin.namespaces().register("deleted");
            admin.namespaces().delete("deleted");
        }
        leaveOldBucket(namespace());
        leaveOldBucket(other.id());
        store.write(Write.put(
                        WriteShape.put(null),
                        Item.builder(Key.of("_/SYSTEM#", "#VERSION"))
                                .put("schema_version", "0.9.0")
                                .put("client_min_version", "0.9.0")
                                .build()))
                .join();
        store.take();
        try (LimitRepository repository = connect()) {
            Migrations migrations =
                    Administration.of(repository).actingAs("alice").migrations();
            migrations.begun();
            assertThat(migrations.plan(count -> {}))
                    .hasSize(2)
                    .extracting(MigrationPlan::state)
                    .containsOnly(MigrationPlan.State.READY);
            for (String id : migrations.ids()) {
                assertThat(migrations.run(id, count -> {}).written()).isPositive();
            }
        }
        Set<Request> seen = new HashSet<>(store.take());
        seen.add(VERSIONS);
        fits("Upgrade", seen);
    }
}
