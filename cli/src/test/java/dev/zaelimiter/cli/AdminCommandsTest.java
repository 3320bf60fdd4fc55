package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** An operator's commands on a file: each is a process of its own, so what one has stored the next one finds. */
class AdminCommandsTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae");
        assertThat(run("namespace", "register", "tenant-a", "--create").exitCode())
                .isZero();
    }

    private Run run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--embedded", file.toString(), "--principal", "alice"));
        return Run.of(all.toArray(String[]::new));
    }

    private String done(String... args) {
        Run run = run(args);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run.out();
    }

    private void refused(int exitCode, String message, String... args) {
        Run run = run(args);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines().findFirst().orElse("")).contains(message);
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void entity_wholeLife() {
        assertThat(done("entity", "create", "project-1", "--display-name", "Project One"))
                .isEqualTo(lines("Entity project-1 is created."));
        done("entity", "create", "key-1", "--parent", "project-1", "--cascade", "--metadata", "tier=gold");
        assertThat(done("entity", "show", "key-1"))
                .isEqualTo(lines(
                        "ENTITY ID   key-1",
                        "NAME        key-1",
                        "PARENT ID   project-1",
                        "CASCADE     true",
                        "METADATA    tier=gold"));
        assertThat(done("entity", "children", "project-1", "--output", "json"))
                .isEqualTo(lines("[{\"entity_id\":\"key-1\",\"name\":\"key-1\",\"parent_id\":\"project-1\","
                        + "\"cascade\":true,\"metadata\":{\"tier\":\"gold\"}}]"));
        refused(1, "already", "entity", "create", "key-1");
        refused(2, "--yes", "entity", "delete", "project-1");
        refused(1, "has children: key-1", "entity", "delete", "project-1", "--yes");
        refused(2, "descend", "entity", "set-parent", "project-1", "--parent", "key-1");
        refused(2, "either", "entity", "set-parent", "key-1");
        done("entity", "set-parent", "key-1", "--none");
        assertThat(done("entity", "delete", "project-1", "--yes")).isEqualTo(lines("Deleted items: 1."));
        refused(2, "'project-1' does not exist", "entity", "show", "project-1");
    }

    @Test
    void limits_atEachLevel_setShownExplainedDeleted() {
        done("system", "set-defaults", "-l", "rpm:1000", "--on-unavailable", "allow");
        done("system", "set-defaults", "-l", "rpm:500");
        assertThat(done("system", "get-defaults", "--output", "json"))
                .isEqualTo(lines("{\"limits\":[{\"name\":\"rpm\",\"capacity\":500,\"refill_amount\":500,"
                        + "\"refill_period_seconds\":60}],\"on_unavailable\":\"allow\",\"version\":2}"));
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
                .isEqualTo(lines(
                        "ENTITY ID   NAME   CAPACITY   REFILL AMOUNT   REFILL PERIOD SECONDS   LEVEL",
                        "key-3       rpm    200        200             60                      resource",
                        "key-3       tpm    9000       5000            3600                    resource"));
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
    void list_ofMoreThanAPage_showsEachOnce() {
        try (LimitRepository repository = EmbeddedRepository.file(file)) {
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
    void namespaces_wholeLife() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "--namespace", "tenant-a");
        assertThat(done("resource", "list")).isEqualTo(lines("No resource has limits."));
        assertThat(done("resource", "list", "-N", "tenant-a")).isEqualTo(lines("RESOURCE", "gpt-4"));
        refused(2, "'tenant-b' does not exist", "resource", "set-defaults", "gpt-4", "-l", "rpm:5", "-N", "tenant-b");
        assertThat(done("namespace", "list")).doesNotContain("tenant-b").contains("default", "tenant-a");
        refused(2, "--yes", "namespace", "delete", "tenant-a");
        String json = done("namespace", "delete", "tenant-a", "--yes", "--output", "json");
        String id = (String) Json.object(json).get("namespace_id");
        assertThat(done("namespace", "orphans")).contains(id);
        done("namespace", "recover", id);
        done("namespace", "delete", "tenant-a", "--yes");
        Run purge = run("namespace", "purge", id, "--yes");
        assertThat(purge.out()).isEqualTo(lines("Namespace " + id + " is purged; items deleted: 3."));
        assertThat(purge.err()).contains("3 items deleted");
        refused(2, "does not exist", "namespace", "purge", id, "--yes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "resource set-defaults gpt-4|--limit",
                "resource set-defaults gpt-4 -l rpm|--limit 'rpm'",
                "resource set-defaults gpt-4 -l rpm:0|rpm",
                "resource set-defaults gpt-4 -l rpm:1 -l rpm:2|each name once",
                "resource set-defaults gpt-4 -l wcu:1|wcu",
                "resource set-defaults a#b -l rpm:1|resource 'a#b'",
                "resource set-defaults gpt-4 -l rpm:1 --remove tpm|--merge",
                "entity create a#b|entity 'a#b'",
                "entity set-limits -l rpm:1|Missing required parameter",
                "system set-defaults --on-unavailable maybe|allow or block",
                "audit list --entity-id $OTHER|entity '$OTHER'",
                "audit list --limit 0|limit 0",
                "namespace register ok bad/name|namespace 'bad/name'",
                "namespace delete default --yes|default",
            })
    void wrongUse_namesTheValueAndWritesNothing(String command, String message) throws Exception {
        done("namespace", "list");
        byte[] before = Files.readAllBytes(file);
        refused(2, message, command.split(" "));
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void fileThatIsNotThere_isNotMade() {
        Path missing = directory.resolve("missing.zae");
        Run run = Run.of("system", "get-defaults", "--embedded", missing.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("missing.zae").contains("--create");
        assertThat(missing).doesNotExist();
        assertThat(Run.of("system", "get-defaults").exitCode()).isEqualTo(2);
    }

    @Test
    void everyCommand_explainsItself() {
        explains(ZaeLimiter.commandLine(Run.PLAIN), List.of());
    }

    private void explains(CommandLine command, List<String> path) {
        List<String> help = new ArrayList<>(path);
        help.add("--help");
        Run run = Run.of(help.toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", path).isZero();
        assertThat(run.out()).as("%s", path).contains("Usage:").contains("--help");
        command.getSubcommands().forEach((name, sub) -> {
            assertThat(run.out()).contains(name);
            List<String> below = new ArrayList<>(path);
            below.add(name);
            explains(sub, below);
        });
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
