package dev.zaelimiter.cli.admin.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Load by a worker that is a process of its own, for a moment of real time. */
@Tag("extended")
class LoadTestCommandsTest {

    @TempDir
    private Path directory;

    private CommandRun loadtest(String... args) {
        List<String> all = new ArrayList<>(List.of("loadtest"));
        all.addAll(List.of(args));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private String out() {
        return directory.resolve("run").toString();
    }

    private void file(Path file, String resource) {
        try (LimitRepository repository = EmbeddedRepository.builder(file, Durability.PROCESS_CRASH)
                .namespace("default")
                .build()) {
            repository.limits().setResourceDefaults(resource, Limit.perMinute("rpm", 100));
        }
    }

    @Test
    void run_inMemory_writesAReport() {
        CommandRun run = loadtest(
                "run",
                "--memory",
                "--users",
                "4",
                "--duration",
                "1.2",
                "--scenario",
                "many=2",
                "--scenario",
                "cascade",
                "--out",
                out(),
                "--output",
                "json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("\"stopped\":false")
                .contains("\"failed\":0")
                .doesNotContain("\"admitted\":0,");
        assertThat(directory.resolve("run/report.html")).content().contains("<h1>Load test run</h1>");
        assertThat(directory.resolve("run/report.json")).content().contains("\"many\"");
        assertThat(directory.resolve("run/report.csv")).content().startsWith("time,admitted");
        assertThat(directory.resolve("run/worker-0/worker.json")).content().contains("\"finished\"");

        CommandRun again = loadtest("report", out());
        assertThat(again.exitCode()).as(again.err()).isZero();
        CommandRun compared = loadtest(
                "compare", out(), out(), "--html", directory.resolve("two.html").toString());
        assertThat(compared.exitCode()).as(compared.err()).isZero();
        assertThat(compared.out()).contains("acquires a second").contains("+0.0%");
        assertThat(directory.resolve("two.html")).content().contains("Figure by figure");
    }

    @Test
    void run_onAFile_holdsTheLimitAndSaysSo() {
        Path file = directory.resolve("limits.zae");
        file(file, "load-before");

        CommandRun run = loadtest(
                "run",
                "--embedded",
                file.toString(),
                "--users",
                "3",
                "--duration",
                "1",
                "--limit",
                "rpm=5/h",
                "--out",
                out(),
                "--output",
                "json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"admitted\":5,").contains("\"tokens_beyond_limits\":0");
    }

    /** Load on what somebody uses takes their tokens. */
    @Test
    void run_onANamespaceOfSomebody_asksAndNamesIt() {
        Path file = directory.resolve("limits.zae");
        file(file, "gpt-4");
        String[] args = {
            "loadtest",
            "run",
            "--embedded",
            file.toString(),
            "--namespace",
            "default",
            "--duration",
            "0.3",
            "--out",
            out()
        };

        CommandRun nobody = CommandRun.of(args);
        CommandRun no = CommandRun.asking(
                question -> {
                    assertThat(question).contains("namespace default", "limits of resource gpt-4", "Put load on it?");
                    return "n";
                },
                args);

        assertThat(nobody.exitCode()).isEqualTo(2);
        assertThat(nobody.err()).contains("--yes", "namespace default", "gpt-4");
        assertThat(no.exitCode()).isEqualTo(2);
        assertThat(directory.resolve("run")).doesNotExist();
        List<String> yes = new ArrayList<>(List.of(args));
        yes.add("--yes");
        assertThat(CommandRun.of(yes.toArray(String[]::new)).exitCode()).isZero();
    }

    @Test
    void tune_inMemory_saysWhereAndWhy() {
        CommandRun run =
                loadtest("tune", "--memory", "--most-users", "2", "--step", "1", "--out", out(), "--output", "json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"binds\":\"", "\"users_per_worker\":");
    }

    @Test
    void run_ofATrace_repeatsWhatWasRecorded() throws IOException {
        Path trace = Files.writeString(
                directory.resolve("requests.csv"),
                "timestamp,user_id\n2026-01-01T00:00:01Z,b\n2026-01-01T00:00:00Z,a\n2026-01-01T00:00:02Z,a\n");

        CommandRun run = loadtest(
                "run",
                "--memory",
                "--users",
                "3",
                "--duration",
                "3",
                "--scenario",
                "trace",
                "--trace",
                trace.toString(),
                "--speed",
                "10",
                "--out",
                out(),
                "--output",
                "json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"admitted\":3,");
        assertThat(directory.resolve("run/trace.tsv"))
                .content()
                .isEqualTo(
                        "0\tload-a\tload-all\trpm=1\n1000\tload-b\tload-all\trpm=1\n2000\tload-a\tload-all\trpm=1\n");
    }

    /** The worker has opened its store, and all of its time is still to come. */
    private void awaitReady() {
        for (int i = 0; i < 1200 && !Files.exists(directory.resolve("run/worker-0/ready")); i++) {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, 50, TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    /** At the end of an hour whose credentials have run out, nobody had a report. */
    @Test
    void run_whoseStoreIsGoneAtItsEnd_isReportedAllTheSame() throws Exception {
        Path file = directory.resolve("limits.zae");
        file(file, "load-before");
        CompletableFuture<CommandRun> running = CompletableFuture.supplyAsync(() -> loadtest(
                "run",
                "--embedded",
                file.toString(),
                "--users",
                "2",
                "--rate",
                "50",
                "--duration",
                "3",
                "--out",
                out(),
                "--output",
                "json"));
        awaitReady();
        Files.delete(file);

        CommandRun run = running.get(1, TimeUnit.MINUTES);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("what the buckets have consumed can't be read", "limits.zae");
        assertThat(run.out()).contains("\"tokens_beyond_limits\":null").doesNotContain("\"admitted\":0,");
        assertThat(directory.resolve("run/report.html")).exists();
    }

    /** What was measured is shown, also where the report finds no room. */
    @Test
    void run_whoseReportCantBeWritten_showsWhatItMeasured() throws Exception {
        CompletableFuture<CommandRun> running = CompletableFuture.supplyAsync(
                () -> loadtest("run", "--memory", "--duration", "2", "--out", out(), "--output", "json"));
        awaitReady();
        // A folder of that name stands in the way, as a full disk would.
        Files.createDirectories(directory.resolve("run/report.json.part/x"));

        CommandRun run = running.get(1, TimeUnit.MINUTES);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the report can't be written", "loadtest report " + out());
        assertThat(run.out()).contains("\"stopped\":false").doesNotContain("\"admitted\":0,");
    }

    @Test
    void run_ofTwoThatAreCalledTheSame_isRefusedForOne() {
        List<CompletableFuture<CommandRun>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(CompletableFuture.supplyAsync(
                    () -> loadtest("run", "--memory", "--duration", "0.5", "--out", out())));
        }

        assertThat(both.stream().map(each -> each.join().exitCode()).sorted().toList())
                .containsExactly(0, 2);
        assertThat(directory.resolve("run/report.json")).exists();
    }

    @Test
    void run_ofSourcesWhosePrepareThrows_namesTheScenario() throws IOException {
        Files.writeString(Files.createDirectories(directory.resolve("src")).resolve("Own.java"), """
                import dev.zaelimiter.Limit;
                import dev.zaelimiter.LimitRepository;
                import dev.zaelimiter.loadtest.LoadScenario;
                import dev.zaelimiter.loadtest.LoadUser;
                import java.util.List;
                import java.util.concurrent.CompletionStage;

                public class Own implements LoadScenario {
                    public void prepare(LimitRepository repository, List<Limit> limits) {
                        throw new IllegalStateException("no such customer");
                    }

                    public CompletionStage<?> step(LoadUser user) {
                        return null;
                    }
                }
                """);
        Path file = directory.resolve("limits.zae");
        file(file, "load-before");

        CommandRun run = loadtest(
                "run",
                "--embedded",
                file.toString(),
                "--code",
                directory.resolve("src").toString(),
                "--scenario",
                "Own",
                "--out",
                out());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("scenario", "Own", "no such customer").doesNotContain("\tat ");
        assertThat(directory.resolve("run")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--users 0|--users",
                "--users x|--users",
                "--rate -1|--rate",
                "--duration 0|--duration",
                "--duration NaN|--duration",
                "--workers 0|--workers",
                "--workers 2|1 on a store in memory",
                "--workers 999 --users 999|--workers",
                "--namespace other|--namespace",
                "--duration 604801|--duration",
                "--users 1000001|--users",
                "--rate 1e10|10^9",
                "--workers 11|at most one for each user (10)",
                "--entities 0|--entities",
                "--speed 0|--speed",
                "--deadline 0|--deadline",
                "--scenario no-such|highest-rate",
                "--scenario many=0|1 to 1000",
                "--scenario many=x|1 to 1000",
                "--scenario many --scenario many|each scenario once",
                "--scenario trace|--trace FILE",
                "--trace x.csv|--scenario trace",
                "--scenario trace --trace gone.csv|gone.csv",
                "--code gone.jar|gone.jar",
                "--limit rpm=0/min|rpm",
                "--embedded x.zae|--memory",
                "--name t|--memory",
                "--out .|--out"
            })
    void run_withAWrongOption_namesItAndLeavesNothing(String options, String named) {
        List<String> args = new ArrayList<>(List.of("run", "--memory"));
        if (!options.contains("--out")) {
            args.addAll(List.of("--out", out()));
        }
        args.addAll(List.of(options.split(" ")));

        CommandRun run = loadtest(args.toArray(String[]::new));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(named).doesNotContain("\tat ");
        assertThat(directory.resolve("run")).doesNotExist();
    }

    @Test
    void run_ofSourcesThatDoNotCompile_namesFileAndLine() throws IOException {
        Files.writeString(
                Files.createDirectories(directory.resolve("src")).resolve("Own.java"),
                "public class Own {\n  int x = y;\n}\n");

        CommandRun run = loadtest(
                "run", "--memory", "--code", directory.resolve("src").toString(), "--scenario", "Own", "--out", out());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Own.java:2");
    }

    @Test
    void report_ofNoRun_saysWhatItWants() {
        CommandRun run = loadtest("report", directory.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("run.json");
        assertThat(loadtest("compare", directory.toString(), directory.toString())
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void listScenarios_namesEachOfThem() {
        assertThat(loadtest("list-scenarios").out())
                .contains("highest-rate", "cascade", "many", "model-calls", "storm", "trace");
    }
}
