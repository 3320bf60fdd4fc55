package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Manual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An empty table had no line of names in CSV, and one that is printed again and again had it each time. */
class CsvHeadersTest {

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        assertThat(csv("status", "--create").exitCode()).isZero();
    }

    private CommandRun csv(String... words) {
        List<String> args = new ArrayList<>(List.of(words));
        args.addAll(List.of("--output", "csv", "--embedded", file));
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Test
    void everyTable_withoutRows_isItsNames() throws IOException {
        String empty = Files.writeString(directory.resolve("empty.yaml"), "namespace: default\n")
                .toString();
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("limits plan", "-f " + empty);
        arguments.put("limits diff", "-f " + empty);
        arguments.put("explain", "nobody nothing");
        arguments.put("switches", "");
        arguments.put("resource list", "");
        arguments.put("resource buckets", "nothing");
        arguments.put("resource capacity", "nothing");
        arguments.put("audit list", "-e nobody");
        arguments.put("usage list", "-e nobody");
        arguments.put("usage summary", "-r nothing");
        arguments.put("namespace orphans", "");
        arguments.put("entity children", "alone");
        arguments.put("entity list", "");
        arguments.put("entity list-resources", "");
        arguments.put("entity buckets", "nobody");
        // The others have rows, whatever the store holds, or say why they have none.
        List<String> neverEmpty =
                List.of("available", "check", "upgrade", "namespace register", "namespace list", "entity list-all");
        TreeSet<String> tables = new TreeSet<>();
        CommandTree.leaves().forEach((name, command) -> {
            if (CommandTree.manual(command).list()) {
                tables.add(name);
            }
        });
        TreeSet<String> known = new TreeSet<>(arguments.keySet());
        known.addAll(neverEmpty);
        assertThat(known).isEqualTo(tables);

        assertThat(csv("entity", "list-all").lines()).containsExactly("entity_id,name,parent_id,cascade,metadata");
        assertThat(csv("entity", "create", "alone").exitCode()).isZero();
        arguments.forEach((name, more) -> {
            CommandRun run = csv((name + " " + more).strip().split(" "));
            Manual manual = CommandTree.manual(CommandTree.leaves().get(name));
            assertThat(run.exitCode()).as("%s: %s", name, run.err()).isZero();
            assertThat(run.lines()).as(name).containsExactly(String.join(",", manual.keys()));
        });
    }

    @Test
    void watch_severalLooks_namesItsColumnsOnce() {
        assertThat(csv("system", "set-defaults", "-l", "rpm:5").exitCode()).isZero();
        CommandRun run = csv("watch", "key-1", "gpt-4", "--count", "3", "--interval", "0.1");
        assertThat(run.lines())
                .hasSize(4)
                .filteredOn("time,entity_id,resource,limits"::equals)
                .hasSize(1);
    }
}
