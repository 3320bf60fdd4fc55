package dev.zaelimiter.cli.admin;

import static dev.zaelimiter.cli.admin.OnStore.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entities and the limits of all four levels. */
interface EntityStories extends OnStore {

    @Test
    default void entity_wholeLife() {
        assertThat(done("entity", "create", "project-1", "--display-name", "Project One"))
                .isEqualTo(lines("Entity project-1 is created."));
        done("entity", "create", "key-1", "--parent", "project-1", "--cascade", "--metadata", "tier=gold");
        assertThat(done("entity", "show", "key-1"))
                .isEqualTo(lines(
                        "ENTITY ID   key-1",
                        "NAME        key-1",
                        "PARENT ID   project-1",
                        "CASCADE     yes",
                        "METADATA    tier=gold"));
        assertThat(done("entity", "children", "project-1", "--output", "json"))
                .isEqualTo(lines("[{\"entity_id\":\"key-1\",\"name\":\"key-1\",\"parent_id\":\"project-1\","
                        + "\"cascade\":true,\"metadata\":{\"tier\":\"gold\"}}]"));
        refused(1, "already", "entity", "create", "key-1");
        refused(2, "--yes", "entity", "delete", "project-1");
        refused(
                1,
                "has children: key-1; give them another parent first, or detach them (--detach-children",
                "entity",
                "delete",
                "project-1",
                "--yes");
        refused(
                2,
                "can't be its own ancestor: 'key-1' is below it",
                "entity",
                "set-parent",
                "project-1",
                "--parent",
                "key-1");
        refused(2, "--parent ENTITY or --none is needed", "entity", "set-parent", "key-1");
        done("entity", "set-parent", "key-1", "--none");
        assertThat(done("entity", "delete", "project-1", "--yes")).isEqualTo(lines("Deleted items: 1."));
        refused(2, "'project-1' does not exist", "entity", "show", "project-1");
    }

    @Test
    default void limits_atEachLevel_setShownExplainedDeleted() {
        done("system", "set-defaults", "-l", "rpm:1000", "--on-unavailable", "allow");
        done("system", "set-defaults", "-l", "rpm:500");
        assertThat(done("system", "get-defaults", "--output", "json"))
                .isEqualTo(
                        lines(
                                "{\"limits\":[{\"name\":\"rpm\",\"capacity\":500,\"refill_amount\":500,"
                                        + "\"refill_period_seconds\":60,\"soft\":false,\"budget\":false}],\"on_unavailable\":\"allow\",\"version\":2}"));
        done("resource", "set-defaults", "openai/gpt-4", "-l", "rpm:100", "-l", "tpm:5000/h:9000");
        done("resource", "set-defaults", "openai/gpt-4", "--merge", "-l", "rpm:200");
        done("entity", "set-limits", "key-1", "--resource", "openai/gpt-4", "-l", "rpm=7/90s");
        done("entity", "set-limits", "key-2", "-l", "rpm:3");
        assertThat(done("resource", "list")).isEqualTo(lines("RESOURCE", "openai/gpt-4"));
        assertThat(done("entity", "list-resources"))
                .isEqualTo(lines("RESOURCE       ENTITIES", "_default_             1", "openai/gpt-4          1"));
        assertThat(done("entity", "list", "--with-custom-limits", "openai/gpt-4"))
                .isEqualTo(lines("ENTITY ID", "key-1"));
        assertThat(done("entity", "list", "--with-custom-limits", "_default_", "--output", "json"))
                .isEqualTo(lines("[{\"entity_id\":\"key-2\"}]"));
        assertThat(done("entity", "list", "--with-custom-limits", "images"))
                .isEqualTo(lines("No entity has such limits."));
        assertThat(done("entity", "list", "--with-custom-limits", "images", "--output", "json"))
                .isEqualTo(lines("[]"));
        assertThat(done("explain", "key-3", "openai/gpt-4"))
                .isEqualTo(
                        lines(
                                "ENTITY ID   NAME   CAPACITY   REFILL AMOUNT   REFILL PERIOD SECONDS   SOFT   BUDGET   LEVEL      ACCESS",
                                "key-3       rpm         200             200                      60   no     no       resource   enabled",
                                "key-3       tpm        9000            5000                    3600   no     no       resource   enabled"));
        assertThat(done("explain", "key-1", "openai/gpt-4", "--output", "json"))
                .contains("\"level\":\"entity_resource\"");
        refused(1, "version 2, not 1", "resource", "set-defaults", "openai/gpt-4", "-l", "rpm:1", "--if-version", "1");
        done("entity", "delete-limits", "key-1", "--resource", "openai/gpt-4", "--yes");
        assertThat(done("entity", "delete-limits", "key-1", "--resource", "openai/gpt-4", "--yes"))
                .startsWith("There were no limits");
        done("resource", "delete-defaults", "openai/gpt-4", "--yes");
        done("system", "delete-defaults", "--yes");
        assertThat(done("resource", "list", "--output", "json")).isEqualTo(lines("[]"));
        assertThat(done("audit", "list", "--entity-id", "$RESOURCE:openai/gpt-4"))
                .contains("limits_deleted", "limits_set", "alice");
    }

    @Test
    default void list_ofMoreThanAPage_showsEachOnce() {
        try (LimitRepository repository = open()) {
            for (int i = 1000; i < 2100; i++) {
                repository.limits().setEntityDefaults("e" + i, Limit.perMinute("rpm", 1));
            }
        }
        List<String> shown = done("entity", "list").lines().toList();
        assertThat(shown)
                .hasSize(1101)
                .startsWith("ENTITY ID", "e1000")
                .endsWith("e2099")
                .doesNotHaveDuplicates();
        assertThat(done("entity", "list", "--output", "json").split("entity_id", -1))
                .hasSize(1101);
    }

    @Test
    default void idsThatLookAlike_areNotMixedUp() {
        done("entity", "set-limits", "a:b", "-l", "rpm:1");
        done("entity", "set-limits", "a", "-r", "b/c", "-l", "rpm:2");
        done("entity", "set-limits", "a", "-r", "b", "-l", "rpm:3");
        done("resource", "set-defaults", "a/b", "-l", "rpm:4");
        done("resource", "set-defaults", "a:b", "-l", "rpm:5");
        assertThat(done("explain", "a:b", "c")).contains(" 1 ");
        assertThat(done("explain", "a", "b/c")).contains(" 2 ");
        assertThat(done("explain", "a", "b")).contains(" 3 ");
        assertThat(done("explain", "x", "a/b")).contains(" 4 ");
        assertThat(done("explain", "x", "a:b")).contains(" 5 ");
    }

    /** A store's page ends at a megabyte, so fewer changes were shown than were asked for. */
    @Test
    default void audit_ofMoreThanAMegabyte_isListedAsFarAsAsked() {
        int changes = 300;
        try (LimitRepository repository = open()) {
            Administration admin = Administration.of(repository).actingAs("alice");
            for (int i = 1; i <= changes; i++) {
                LevelChange change = LevelChange.clear();
                for (int j = 0; j < 20; j++) {
                    change = change.put(Limit.perMinute("a-rather-long-name-of-a-limit-" + j, i));
                }
                admin.limits().change(Level.entity("key-1"), change);
            }
        }
        String all = done("audit", "list", "-e", "key-1", "--limit", "1000", "--output", "json");
        List<Object> ids =
                Json.objects(all).stream().map(event -> event.get("event_id")).toList();
        assertThat(ids).hasSize(changes).doesNotHaveDuplicates();
        CommandRun first = run("audit", "list", "-e", "key-1", "--limit", "290", "--output", "json");
        String token = String.valueOf(Json.objects(first.out()).get(289).get("event_id"));
        assertThat(first.err()).as("C4: a program has it from the last row").contains("--after " + token);
        String rest = done("audit", "list", "-e", "key-1", "--after", token, "--output", "json");
        assertThat(Json.objects(first.out())).hasSize(290);
        assertThat(Json.objects(rest))
                .extracting(event -> event.get("event_id"))
                .isEqualTo(ids.subList(290, changes));
        refused(2, "--after 'nonsense'", "audit", "list", "-e", "key-1", "--after", "nonsense");
    }

    @Test
    default void audit_ofANamespace_isListedByItsName() {
        assertThat(done("audit", "list", "-e", "$NAMESPACE:tenant-a")).contains("namespace_created");
    }

    /** A slip of the pen left the limit in force, and nobody was told. */
    @Test
    default void remove_ofALimitThatIsNotThere_isNoted() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "-l", "tpm:50");
        CommandRun run = run("resource", "set-defaults", "gpt-4", "--merge", "--remove", "tmp", "--remove", "tpm");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo(lines("Note: resource gpt-4 has no limit 'tmp' to remove"));
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("rpm").doesNotContain("tpm");
    }
}
