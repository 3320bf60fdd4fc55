package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What older versions have left is found, asked about, and brought to today's form. */
interface UpgradeStories extends OnStore {

    private void put(Item item) {
        try (LimitRepository repository = open()) {
            ((EngineRepository) repository)
                    .engine()
                    .store()
                    .write(Write.put(WriteShape.put(null), item))
                    .join();
        }
    }

    /** Buckets of the Python system 0.8. */
    private void leaveOldBuckets(int count) {
        try (LimitRepository repository = open()) {
            EngineRepository engine = (EngineRepository) repository;
            Keys keys = engine.engine().keys();
            for (int i = 0; i < count; i++) {
                Key key = Key.of(keys.namespace() + "/ENTITY#old-" + i, "#BUCKET#gpt-4");
                Item bucket = Item.builder(key)
                        .put("entity_id", "old-" + i)
                        .put("resource", "gpt-4")
                        .put("rf", 1_700_000_000_000L)
                        .put("GSI4PK", keys.namespace())
                        .put("GSI4SK", key.pk())
                        .put("b_rpm_tk", 5_000)
                        .build();
                engine.engine()
                        .store()
                        .write(Write.put(WriteShape.put(null), bucket))
                        .join();
            }
        }
    }

    private Map<String, Object> old(String json) {
        return Json.objects(json).stream()
                .filter(row -> "0.9.0-old-buckets".equals(row.get("migration")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    default void upgrade_storeOfToday_hasNothingToDo_andAsksNobody() {
        assertThat(Json.objects(done("upgrade", "--output", "json")))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row).containsEntry("state", "done"));
    }

    @Test
    default void upgrade_oldBuckets_areShown_askedFor_andDeleted() {
        leaveOldBuckets(3);
        String before = dump();

        assertThat(old(done("upgrade", "--dry-run", "--output", "json")).toString())
                .contains("state=ready", "writes=3", "left=0");
        refused(2, "--yes is needed where nobody can be asked: this changes or deletes 3 items", "upgrade");
        assertThat(dump()).isEqualTo(before);

        assertThat(old(done("upgrade", "--yes", "--output", "json")).toString()).contains("state=done", "writes=3");
        assertThat(dump()).doesNotContain("#BUCKET#gpt-4").contains("#MIGRATION#0.9.0-old-buckets");
        assertThat(old(done("upgrade", "--output", "json")).toString()).contains("state=done", "writes=0");
    }

    @Test
    default void check_migrationThatWasBrokenOff_isNamed_andUpgradeGoesOn() {
        put(Item.builder(Key.of("_/SYSTEM#", "#MIGRATION#0.9.0-old-buckets"))
                .put("run", "r")
                .put("turn", 3)
                .put("done", false)
                .build());
        CommandRun check = run("check", "-N", "tenant-a");
        assertThat(check.out()).contains("0.9.0-old-buckets was broken off");
        assertThat(check.exitCode()).isEqualTo(1);
        assertThat(old(done("upgrade", "--dry-run", "--output", "json"))).containsEntry("state", "begun");

        done("upgrade", "--yes");

        assertThat(done("check", "-N", "tenant-a")).contains("none was broken off");
    }

    @Test
    default void upgrade_schemaOfBefore08_isRefused_withoutATouch() {
        put(version("0.7.0"));
        CommandRun run = run("upgrade", "--yes", "--output", "json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("\"state\":\"blocked\"", "Python system", "upgrade");
        put(version("0.9.0"));
        assertThat(done("upgrade", "--yes")).contains("0.10.0-record");
        Map<String, Object> versions = Json.object(done("version", "--output", "json"));
        assertThat(versions)
                .containsEntry("schema_version", "0.10.0")
                .containsEntry("client_min_version", "0.12.0")
                .containsEntry("lambda_version", "0.11.0")
                .containsEntry("own_schema_version", "0.10.0");
    }

    private static Item version(String schema) {
        Key key = Key.of("_/SYSTEM#", "#VERSION");
        return Item.builder(key)
                .put("GSI4PK", "_")
                .put("GSI4SK", key.pk())
                .put("schema_version", schema)
                .put("client_min_version", "0.12.0")
                .put("lambda_version", "0.11.0")
                .build();
    }
}
