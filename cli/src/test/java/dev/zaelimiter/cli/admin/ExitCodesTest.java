package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodesPage;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of exit codes, situation by situation (C3: a file in use gave 2). */
@SuppressWarnings("try") // A store is open for what happens while it is.
@Tag("extended")
class ExitCodesTest {

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void create() {
        file = directory.resolve("limits.zae").toString();
        for (String command : List.of(
                "resource set-defaults gpt-4 -l rpm:2/d --create",
                "resource set-defaults off -l rpm:2/d",
                "resource disable off",
                "entity create project-1",
                "entity create key-1 --parent project-1",
                "acquire busy gpt-4 -t rpm=2")) {
            assertThat(run(command)).as(command).isZero();
        }
    }

    private int run(String command) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of("--embedded", file));
        return plain(args);
    }

    private Path withDamagedLevel() {
        Path other = directory.resolve("level.zae");
        EmbeddedRepository.file(other).close();
        try (ItemStore store = FileStore.open(other, Durability.PROCESS_CRASH, Environment.system())) {
            Item level = Item.builder(Key.of("default/RESOURCE#gpt-4", "#CONFIG"))
                    .put("l_rpm_cp", "many")
                    .build();
            store.write(Write.put(WriteShape.put(null), level)).join();
        }
        return other;
    }

    private static int plain(List<String> args) {
        return CommandRun.of(args.toArray(String[]::new)).exitCode();
    }

    private static int plain(String args) {
        return plain(List.of(args.split(" ")));
    }

    /** The first example of each command, without its store. */
    private static List<String> example(String name) {
        String example = CommandTree.manual(CommandTree.leaves().get(name)).examples()[0];
        List<String> words = new ArrayList<>(Arrays.stream(example.split(" "))
                .map(word -> word.replace("'", ""))
                .toList());
        for (String option : List.of("-n", "--region", "--embedded")) {
            int at = words.indexOf(option);
            if (at >= 0) {
                words.remove(at + 1);
                words.remove(at);
            }
        }
        return words;
    }

    private static int each(boolean withNamespaces, String... more) {
        return each(withNamespaces, List.of(more));
    }

    /** One code for all commands, or the test fails with those of each. */
    private static int each(boolean withNamespaces, List<String> more) {
        Map<String, Integer> codes = new LinkedHashMap<>();
        CommandTree.leaves().forEach((name, command) -> {
            boolean about = command.getCommand() instanceof AboutNamespaces;
            if ((withNamespaces || !about) && !(more.isEmpty() && name.equals("version"))) {
                List<String> args = example(name);
                if (name.startsWith("limits") && !name.endsWith("export")) {
                    args.set(args.indexOf("-f") + 1, manifest.toString());
                }
                args.addAll(more);
                if (command.getCommandSpec().findOption("--yes") != null && !args.contains("--yes")) {
                    args.add("--yes");
                }
                codes.put(name, plain(args));
            }
        });
        assertThat(codes.values()).as("%s: %s", more, codes).containsOnly(codes.get("explain"));
        return codes.get("explain");
    }

    private static Path manifest = Path.of("");

    @BeforeEach
    void writeManifest() throws IOException {
        manifest = Files.writeString(directory.resolve("limits.yaml"), "namespace: nowhere\n");
    }

    private Path damaged() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(file));
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 8, (byte) 0);
        return Files.write(directory.resolve("damaged.zae"), bytes);
    }

    @Test
    void everyCommandOnAStore_endsAsDocumented() throws Exception {
        Map<String, ExitCodesPage.Situation> all = new LinkedHashMap<>();
        all.put("`--help`", () -> each(true, "--help"));
        all.put("no store is named", () -> each(true));
        all.put("an unknown option", () -> each(true, "--nonsense", "--embedded", file));
        all.put("an unknown form of output", () -> each(true, "--output", "xml", "--embedded", file));
        all.put("a table and a file are named", () -> each(true, "--name", "my-app", "--embedded", file));
        all.put(
                "the file is not there",
                () -> each(true, "--embedded", directory.resolve("none.zae").toString()));
        all.put("the file is a directory", () -> each(true, "--embedded", directory.toString()));
        all.put("the file is no store", () -> {
            Path notes = Files.writeString(directory.resolve("notes.txt"), "my notes\n".repeat(100));
            return each(true, "--embedded", notes.toString());
        });
        all.put("the file is in use by another process", () -> {
            try (LimitRepository open = EmbeddedRepository.file(Path.of(file))) {
                return each(true, "--embedded", file);
            }
        });
        all.put("the file is damaged", () -> each(true, "--embedded", damaged().toString()));
        all.put("the namespace is not there", () -> each(false, "-N", "nowhere", "--embedded", file));
        ExitCodesPage.says("Every command", all);
    }

    private String yaml(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "m", ".yaml"), text)
                .toString();
    }

    @Test
    void singleCommands_endAsDocumented() throws Exception {
        Map<String, ExitCodesPage.Situation> all = new LinkedHashMap<>();
        all.put("`acquire` that is granted", () -> run("acquire key-9 gpt-4 -t rpm=1"));
        all.put("`acquire` that a limit refuses", () -> run("acquire busy gpt-4 -t rpm=1"));
        all.put("`acquire` on a disabled resource", () -> run("acquire key-1 off -t rpm=1"));
        all.put("`acquire` where no limits hold", () -> run("acquire key-1 nothing -t rpm=1"));
        all.put("`acquire` of a limit that is not there", () -> run("acquire key-1 gpt-4 -t tpm=1"));
        all.put("`available` where the limits are used up", () -> run("available busy gpt-4"));
        all.put("`available` with `--take` that would be refused", () -> run("available busy gpt-4 -t rpm=1"));
        all.put("`available` on a disabled resource", () -> run("available key-1 off"));
        all.put("`available` with `--take` on a disabled resource", () -> run("available key-1 off -t rpm=1"));
        all.put("`watch` of a disabled resource", () -> run("watch key-1 off --count 1"));
        all.put("`watch` where no limits hold", () -> run("watch key-1 nothing --count 1"));
        all.put("`explain` where no limits hold", () -> run("explain key-1 nothing"));
        all.put("`entity create` of one that exists", () -> run("entity create key-1"));
        all.put("`entity create` below a parent that does not exist", () -> run("entity create k --parent nobody"));
        all.put("`entity show` of one that does not exist", () -> run("entity show nobody"));
        all.put("`entity delete` of one with children", () -> run("entity delete project-1 --yes"));
        all.put("`entity delete` without `--yes` in a script", () -> run("entity delete key-1"));
        all.put("`entity set-parent` below its own child", () -> run("entity set-parent project-1 --parent key-1"));
        all.put("`entity set-cascade` without a parent", () -> run("entity set-cascade project-1 on"));
        all.put("`entity top-up` where no limits hold", () -> run("entity top-up nobody -r nothing -a rpm:1"));
        all.put("`entity top-up` of a bucket that nobody has used", () -> run("entity top-up new -r gpt-4 -a rpm:1"));
        all.put("`entity reset` of a limit that is not there", () -> run("entity reset busy -r gpt-4 -l tpm"));
        all.put(
                "`resource set-defaults` with `--if-version` that somebody has overtaken",
                () -> run("resource set-defaults gpt-4 -l rpm:3 --if-version 7"));
        String differs = yaml("namespace: default\nresources: {gpt-4: {limits: {rpm: {capacity: 9}}}}\n");
        String same =
                yaml("namespace: default\nresources: {gpt-4: {limits: {rpm: {capacity: 2, refill_period: 86400}}}}\n");
        all.put("`limits plan` of a file that differs", () -> run("limits plan -f " + differs));
        all.put("`limits diff` of a file that differs", () -> run("limits diff -f " + differs));
        all.put("`limits diff` of a file that says the same", () -> run("limits diff -f " + same));
        all.put("`limits apply` that deletes, without `--yes` in a script", () -> {
            assertThat(run("limits apply -f " + same)).isZero();
            return run("limits apply -f " + yaml("namespace: default\n"));
        });
        all.put("`limits plan` of a file with a mistake", () -> run("limits plan -f " + yaml("namespace: [\n")));
        all.put("`limits export` to a file that exists", () -> run("limits export -f " + same));
        all.put("`namespace show` of one that does not exist", () -> run("namespace show nowhere"));
        all.put("`namespace purge` of one in use", () -> {
            try (LimitRepository open = EmbeddedRepository.file(Path.of(file))) {
                open.limits().setSystemDefaults(Limit.perMinute("spm", 1));
            }
            String id = CommandRun.of("status", "--output", "csv", "--embedded", file)
                    .lines()
                    .get(1)
                    .split(",")[14];
            return run("namespace purge --yes -- " + id, file);
        });
        all.put("`audit list` where nothing was changed", () -> run("audit list -e nobody"));
        all.put("`aggregator run` with `--once` on a file", () -> run("aggregator run --once"));
        all.put("`aggregator run` with `--poll 0`", () -> run("aggregator run --once --poll 0"));
        all.put(
                "`aggregator run` with an archive that is a file",
                () -> run("aggregator run --once --archive " + same));
        all.put(
                "`aggregator run` with dead letters in a directory that is not there",
                () -> run("aggregator run --once --dead-letters " + directory.resolve("none/dead.jsonl")));
        all.put(
                "`aggregator run` with an archive below a file",
                () -> run("aggregator run --once --archive " + same + "/archive"));
        all.put(
                "`aggregator run` with dead letters where no file can be made",
                () -> run("aggregator run --once --dead-letters /proc/dead.jsonl"));
        all.put(
                "`aggregator run` with a bucket of a wrong name",
                () -> run("aggregator run --once --archive s3://A/limits"));
        all.put("`usage list` where nothing is stored", () -> run("usage list -e nobody"));
        all.put("`usage list` of nobody and nothing", () -> run("usage list"));
        all.put("`dashboard` that ends after its time", () -> run("dashboard --port 0 --for 0"));
        all.put("`dashboard` on a port in use", () -> {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
                return run("dashboard --for 0 --port " + taken.getLocalPort());
            }
        });
        all.put("`dashboard` on a port that is none", () -> run("dashboard --for 0 --port 65536"));
        all.put("`upgrade` of a store of today", () -> run("upgrade"));
        all.put("`upgrade` with `--dry-run`", () -> run("upgrade --dry-run"));
        all.put("`check` of a sound store", () -> run("check"));
        all.put("`migrate check` of a store that nothing stands in the way of", () -> run("migrate check"));
        all.put(
                "`migrate check` of a store with a damaged level",
                () -> plain("migrate check --embedded " + withDamagedLevel()));
        all.put("`migrate check` of a file that is not there", () -> plain("migrate check --embedded none.zae"));
        all.put("`migrate check` of nothing", () -> plain("migrate check"));
        all.put("`store check` of a sound file", () -> plain("store check " + file));
        all.put("`store check` of a damaged file", () -> plain("store check " + damaged()));
        all.put("`store check` of a file that is not there", () -> plain("store check none.zae"));
        all.put("`store check` of a file in use", () -> {
            try (LimitRepository open = EmbeddedRepository.file(Path.of(file))) {
                return plain("store check " + file);
            }
        });
        all.put("`store export` of a damaged file", () -> plain("store export " + damaged()));
        all.put(
                "`store export` of a damaged file with `--store`",
                () -> plain("store export " + damaged() + " --store " + directory.resolve("saved.zae")));
        all.put(
                "`store export` with `--store` to a file that exists",
                () -> plain("store export " + file + " --store " + file));
        all.put("`store export` of neither a file nor a table", () -> plain("store export"));
        all.put("`store export` of a file and a table", () -> plain("store export " + file + " -n my-app"));
        String traffic = Files.writeString(directory.resolve("r.csv"), "time,entity\n2024-05-01T10:00:00Z,a\n")
                .toString();
        all.put("`replay` of a sound file", () -> plain("replay " + traffic + " --limit rpm=5/min"));
        all.put("`replay` of a file that is not there", () -> plain("replay none.csv --limit rpm=5/min"));
        all.put(
                "`replay` with `--from-store` of a damaged store",
                () -> plain("replay " + traffic + " --from-store " + damaged()));
        all.put(
                "`replay` with two outputs to `-`",
                () -> plain("replay " + traffic + " --limit rpm=5/min --html - --csv -"));
        all.put("`simulate` of a sound seed", () -> plain("simulate --scenario one --seed 1"));
        all.put("`simulate` of an unknown scenario", () -> plain("simulate --scenario none"));
        all.put("a group of commands alone", () -> plain("entity"));
        all.put("a group of commands with `help`", () -> plain("entity help"));
        ExitCodesPage.says("Single commands", all);
    }

    private static int run(String command, String store) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(args.indexOf("--"), List.of("--embedded", store));
        return plain(args);
    }
}
