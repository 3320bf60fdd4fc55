package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits go from a store to a replay, and from a proposal to a store, with nothing written by hand. */
class StoredLimitsReplayTest {

    @TempDir
    private Path directory;

    private String store = "";
    private String trace = "";

    @BeforeEach
    void fill() {
        store = directory.resolve("limits.zae").toString();
        trace = ReplayFiles.write(directory, "time,user,model\n" + "0,ada,gpt\n".repeat(5) + "0,vip,gpt\n".repeat(5));
        ok("system", "set-defaults", "-l", "rpm:2", "--create", "--embedded", store);
        ok("entity", "set-limits", "vip", "-l", "rpm:4", "--embedded", store);
    }

    @Test
    void replay_fromStore_hasTheStoredLimits() throws IOException {
        byte[] before = Files.readAllBytes(Path.of(store));

        CommandRun run = Runs.ok("replay", trace, "--from-store", store, "--json");

        assertThat(Json.object(run.out())).contains(entry("admitted", 6L), entry("refused", 4L));
        assertThat(Files.readAllBytes(Path.of(store))).isEqualTo(before);
    }

    /** B8: {@code --limits} refused what {@code limits export} writes. */
    @Test
    void replay_export_isReadAsItIs() {
        ok("resource", "disable", "images", "--embedded", store);
        String export = directory.resolve("export.yaml").toString();
        ok("limits", "export", "-f", export, "--embedded", store);

        CommandRun run = Runs.ok("replay", trace, "--limits", export, "--compare", export, "--json");

        assertThat(Json.object(run.out())).contains(entry("admitted", 6L), entry("refused", 4L));
    }

    @Test
    void suggest_writtenAsManifest_isAppliedAsItIs() throws IOException {
        String file = directory.resolve("proposal.yaml").toString();
        Runs.ok("replay", trace, "--suggest", "--refuse-at-most", "0%", "--limit", "rpm=2/min", "--write-limits", file);

        assertThat(Files.readString(Path.of(file))).contains("namespace: default", "rpm: {capacity: 5");
        ok("limits", "apply", "-f", file, "--embedded", store);
        assertThat(Json.object(
                        Runs.ok("replay", trace, "--limits", file, "--json").out()))
                .containsEntry("refused", 0L);
    }

    @Test
    void replay_wrongUse_isExplained() {
        assertRefusal(
                CommandRun.of("replay", trace, "--from-store", store, "--limit", "r=1/s"),
                "only without --limit and --limits");
        assertRefusal(
                CommandRun.of("replay", trace, "--limit", "r=1/s", "--region", "eu-west-1"),
                "--region 'eu-west-1' is not allowed. Allowed: only with --from-store");
        assertRefusal(
                CommandRun.of(
                        "replay",
                        trace,
                        "--limit",
                        "r=1/s",
                        "--write-limits",
                        directory.resolve("x").toString()),
                "only with --suggest");
        assertRefusal(
                CommandRun.of(
                        "replay",
                        trace,
                        "--from-store",
                        directory.resolve("none.zae").toString()),
                "none.zae");
        assertRefusal(CommandRun.of("replay", trace, "--from-store", store, "--namespace", "nobody"), "nobody");
        assertRefusal(CommandRun.of("replay", trace, "--from-store", ""), "--from-store '' is not allowed");
        assertRefusal(CommandRun.of("replay", trace, "--limits", ""), "--limits '' is not allowed");
        assertRefusal(
                CommandRun.of("replay", trace, "--limit", "r=1/s", "--compare", store),
                "--compare '" + store + "' is not allowed. Allowed: a manifest in a file that can be read");
        assertThat(directory.resolve("none.zae")).doesNotExist();
    }

    private static void ok(String... args) {
        assertThat(CommandRun.of(args).exitCode()).as(String.join(" ", args)).isZero();
    }
}
