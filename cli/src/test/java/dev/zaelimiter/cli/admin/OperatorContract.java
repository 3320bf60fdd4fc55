package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.cli.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An operator's commands on a store: each is a process of its own, so what one has stored the next one finds. The same on
 * every kind of store, to the letter.
 */
abstract class OperatorContract {

    /** A store that nobody has used, as it is named on the command line. */
    abstract List<String> newStore();

    /** Opens the store in this process, for a test that needs more than commands can do. */
    abstract LimitRepository open();

    /** All that is stored, to be compared. */
    abstract String dump();

    private List<String> store = List.of();

    @BeforeEach
    void create() {
        store = newStore();
        assertThat(run("namespace", "register", "tenant-a", "--create").exitCode())
                .isZero();
    }

    private Run run(String... args) {
        List<String> options = new ArrayList<>(store);
        options.addAll(List.of("--principal", "alice"));
        return Run.of(with(options, args));
    }

    /** What follows {@code --} is no option. */
    private static String[] with(List<String> options, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        int end = all.indexOf("--");
        all.addAll(end < 0 ? all.size() : end, options);
        return all.toArray(String[]::new);
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
                        "CASCADE     yes",
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
                        + "\"refill_period_seconds\":60,\"soft\":false}],\"on_unavailable\":\"allow\",\"version\":2}"));
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
                        "ENTITY ID   NAME   CAPACITY   REFILL AMOUNT   REFILL PERIOD SECONDS   SOFT   LEVEL",
                        "key-3       rpm         200             200                      60   no     resource",
                        "key-3       tpm        9000            5000                    3600   no     resource"));
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
                "resource set-defaults gpt-4 -l rpm:1 -N bad/name|namespace 'bad/name'",
                "resource set-defaults gpt-4 -l rpm:-1|rpm",
                "resource set-defaults gpt-4 -l rpm:1/fortnight|fortnight",
                "resource set-defaults gpt-4 -l rpm:1 --if-version x|'x' is not a",
                "resource set-defaults gpt-4 -l rpm:1 --output xml|but was 'xml'",
                "resource set-defaults gpt-4 -l rpm:1 --nonsense|--nonsense",
                "resource set-defaults -l rpm:1 -- -gpt|resource '-gpt'",
                "resource delete-defaults gpt-4|--yes is needed",
                "entity create key/1|entity 'key/1'",
                "entity create -- -key|entity '-key'",
                "entity create schlüssel|entity 'schlüssel'",
                "entity create key-1 --parent nobody|nobody",
                "entity show a#b|entity 'a#b'",
                "entity children a#b|entity 'a#b'",
                "entity set-parent key-1 --none --parent key-2|either",
                "entity delete a#b --yes|entity 'a#b'",
                "entity set-limits key-1 -r a#b -l rpm:1|resource 'a#b'",
                "entity list --with-custom-limits a#b|resource 'a#b'",
                "acquire key-1 gpt-4|--take is needed",
                "acquire key-1 gpt-4 -t rpm=x|--take 'rpm=x'",
                "acquire key-1 gpt-4 -t rpm=1 -t rpm=2|each limit once",
                "acquire key-1 gpt-4 -t rpm=1|no limits hold here",
                "acquire a#b gpt-4 -t rpm=1|entity 'a#b'",
                "available key-1 a#b|resource 'a#b'",
                "available key-1 gpt-4|no limits hold here",
                "explain key-1 a#b|resource 'a#b'",
                "namespace show bad/name|namespace 'bad/name'",
                "namespace recover -- -dash|namespaceId '-dash'",
                "namespace purge _ --yes|namespaceId '_'",
                "namespace delete default --yes|default",
            })
    void wrongUse_namesTheValueAndWritesNothing(String command, String message) {
        done("namespace", "list");
        String before = dump();
        refused(2, message, command.split(" "));
        assertThat(dump()).isEqualTo(before);
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    @Test
    void idOf300Characters_isRefusedByItsBeginning() {
        refused(2, "entity 'kkkkk", "entity", "create", "k".repeat(300));
        refused(2, "up to 64", "resource", "set-defaults", "r".repeat(300), "-l", "rpm:1");
    }

    @Test
    void idsThatLookAlike_areNotMixedUp() {
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

    @Test
    void tokens_takenUntilRefused() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d");
        assertThat(done("acquire", "key-1", "gpt-4", "--take", "rpm=2")).isEqualTo(lines("Taken."));
        refused(3, "Rate limit exceeded for key-1/gpt-4: [rpm]", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
        assertThat(done("available", "key-1", "gpt-4"))
                .isEqualTo(lines(
                        "ENTITY ID   NAME   AVAILABLE   CAPACITY   REQUESTED   EXCEEDED   RETRY AFTER MILLISECONDS",
                        "key-1       rpm            0          2           0   no                                0"));
        Run more = run("available", "key-1", "gpt-4", "-t", "rpm=1", "--output", "json");
        assertThat(more.exitCode()).isEqualTo(3);
        assertThat(more.out()).contains("\"requested\":1,\"exceeded\":true");
    }

    /** What programs read: each command prints the keys that its help promises, in that order. */
    @Test
    void everyCommand_printsTheKeysThatItPromises() {
        KeysAreKept keys = new KeysAreKept(this::run);
        keys.of("resource", "set-defaults", "gpt-4", "-l", "rpm:5");
        keys.of("resource", "get-defaults", "gpt-4");
        keys.of("resource", "list");
        keys.of("system", "set-defaults", "-l", "rpm:5");
        keys.of("system", "get-defaults");
        keys.of("entity", "create", "project-1");
        keys.of("entity", "create", "key-1", "--parent", "project-1", "--metadata", "tier=gold");
        keys.of("entity", "show", "key-1");
        keys.of("entity", "children", "project-1");
        keys.of("entity", "set-parent", "key-1", "--none");
        keys.of("entity", "set-limits", "key-1", "-l", "rpm:5");
        keys.of("entity", "get-limits", "key-1", "--resource", "gpt-4");
        keys.of("entity", "list");
        keys.of("entity", "list-resources");
        keys.of("explain", "key-1", "gpt-4");
        keys.of("acquire", "key-1", "gpt-4", "--take", "rpm=1");
        keys.of("available", "key-1", "gpt-4");
        keys.of("entity", "buckets", "key-1");
        keys.of("resource", "buckets", "gpt-4");
        keys.of("resource", "capacity", "gpt-4");
        keys.of("watch", "key-1", "gpt-4", "--count", "1");
        keys.of("entity", "top-up", "key-1", "--resource", "gpt-4", "--amount", "rpm:1");
        keys.of("entity", "reset", "key-1", "--resource", "gpt-4");
        for (String word : List.of("disable", "enable", "bypass", "clear-disabled")) {
            keys.of("entity", word, "key-1", "--resource", "gpt-4");
            keys.of("resource", word, "gpt-4");
        }
        keys.of("audit", "list", "--entity-id", "key-1");
        keys.of("limits", "export");
        String manifest = manifest("namespace: default\nresources:\n  images:\n    limits: {rpm: {capacity: 7}}\n");
        keys.of("limits", "plan", "--file", manifest);
        keys.of("limits", "apply", "--file", manifest);
        Run differs = run("limits", "diff", "--output", "json", "-f", manifest("namespace: default\n"));
        assertThat(differs.exitCode()).isEqualTo(1);
        keys.hold("limits diff", differs);
        keys.of("status");
        keys.of("check");
        keys.of("version");
        keys.of("entity", "delete-limits", "key-1", "--yes");
        keys.of("entity", "delete", "key-1", "--yes");
        keys.of("resource", "delete-defaults", "gpt-4", "--yes");
        keys.of("system", "delete-defaults", "--yes");
        keys.of("namespace", "register", "tenant-b");
        keys.of("namespace", "list");
        keys.of("namespace", "show", "tenant-b");
        String id = (String) keys.of("namespace", "delete", "tenant-b", "--yes").get("namespace_id");
        keys.of("namespace", "orphans");
        keys.of("namespace", "recover", String.valueOf(id));
        keys.of("namespace", "delete", "tenant-b", "--yes");
        keys.of("namespace", "purge", String.valueOf(id), "--yes", "--quiet");
        keys.areThoseOfEveryCommand();
    }

    @TempDir
    private Path manifests;

    private String manifest(String yaml) {
        try {
            return Files.writeString(Files.createTempFile(manifests, "limits", ".yaml"), yaml)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void declaredLimits_plannedAppliedDeletedExported() {
        String first = manifest("""
                namespace: default
                resources:
                  gpt-4:
                    limits:
                      rpm: {capacity: 100}
                entities:
                  key-1:
                    resources:
                      gpt-4:
                        limits:
                          rpm: {capacity: 7}
                """);
        assertThat(done("limits", "plan", "-f", first))
                .contains("+ resource gpt-4", "2 to create, 0 to change, 0 to delete, 0 unchanged");
        assertThat(done("resource", "list")).isEqualTo(lines("No resource has limits."));
        assertThat(done("limits", "apply", "-f", first)).endsWith(lines("Levels changed: 2."));
        assertThat(done("limits", "diff", "-f", first)).contains("2 unchanged");
        String second = manifest("namespace: default\nresources:\n  gpt-4:\n    limits:\n      rpm: {capacity: 200}\n");
        Run refused = run("limits", "apply", "-f", second);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--yes is needed").hasLineCount(1);
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("capacity=100");
        done("limits", "apply", "-f", second, "--yes");
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("capacity=200");
        assertThat(done("entity", "list", "--with-custom-limits", "gpt-4"))
                .isEqualTo(lines("No entity has such limits."));
        String exported = manifests.resolve("exported.yaml").toString();
        done("limits", "export", "-f", exported);
        refused(2, "--force", "limits", "export", "-f", exported);
        assertThat(done("limits", "diff", "-f", exported)).contains("1 unchanged");
    }

    @Test
    void wrongManifest_namesItsLineAndWritesNothing() {
        String before = dump();
        refused(
                2,
                "line 4",
                "limits",
                "apply",
                "-f",
                manifest("namespace: default\nresources:\n  gpt-4:\n    limts: {}\n"));
        refused(
                2,
                "does not exist",
                "limits",
                "plan",
                "-f",
                manifests.resolve("none.yaml").toString());
        refused(2, "'nowhere' does not exist", "limits", "plan", "-f", manifest("namespace: nowhere\n"));
        assertThat(dump()).isEqualTo(before);
    }

    @Test
    void switches_refuseGrantAndGo() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=1");
        done("resource", "disable", "gpt-4");
        refused(1, "disabled", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
        done("entity", "bypass", "key-1", "--resource", "gpt-4");
        assertThat(done("entity", "get-limits", "key-1", "--resource", "gpt-4")).contains("bypass");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=50");
        done("entity", "clear-disabled", "key-1", "--resource", "gpt-4");
        refused(1, "disabled", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
        done("resource", "clear-disabled", "gpt-4");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=1");
    }

    @Test
    void tokensByHand_onceUnderAKey() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:10/d");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=10");
        String[] topUp = {"entity", "top-up", "key-1", "-r", "gpt-4", "-a", "rpm:4", "--idempotency-key", "ticket-1"};
        assertThat(done(topUp)).isEqualTo(lines("key-1 on gpt-4 was given {rpm=4}."));
        assertThat(done(topUp)).startsWith("This was done before");
        assertThat(done("entity", "buckets", "key-1"))
                .isEqualTo(lines(
                        "ENTITY ID   RESOURCE   NAME   AVAILABLE   CAPACITY   USED PERCENT   CONSUMED   SHARDS",
                        "key-1       gpt-4      rpm            4         10             60         10        1"));
        done("entity", "reset", "key-1", "-r", "gpt-4");
        assertThat(done("resource", "capacity", "gpt-4")).contains("   10   ");
        refused(2, "tpm", "entity", "reset", "key-1", "-r", "gpt-4", "-l", "tpm");
        refused(2, "1 or more", "entity", "top-up", "key-1", "-r", "gpt-4", "-a", "rpm:0");
    }

    @Test
    void watch_elsewhereThanOnATerminal_printsLines() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=2");
        List<String> shown = done("watch", "key-1", "gpt-4", "--count", "2", "--interval", "0.1")
                .lines()
                .toList();
        assertThat(shown).hasSize(2).allSatisfy(line -> assertThat(line).contains("key-1  rpm  0 of 2  taken/s"));
        assertThat(shown.get(0)).contains("taken/s -  refuses one: for ");
        assertThat(shown.get(1)).contains("taken/s 0.00");
        refused(2, "0.1 to 3600", "watch", "key-1", "gpt-4", "--interval", "0");
        refused(2, "1 or more", "watch", "key-1", "gpt-4", "--count", "0");
        refused(2, "no limits hold here", "watch", "key-1", "nothing", "--count", "1");
    }

    @Test
    void softLimit_neverRefuses() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d", "--soft", "rpm");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=2");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=2");
        assertThat(done("entity", "buckets", "key-1")).contains(" -2 ");
        refused(2, "--soft 'tpm'", "resource", "set-defaults", "gpt-4", "-l", "rpm:2", "--soft", "tpm");
    }
}
