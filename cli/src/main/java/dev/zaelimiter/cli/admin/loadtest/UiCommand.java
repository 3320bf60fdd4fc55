package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Interrupt;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.PageOptions;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.stack.NameOption;
import dev.zaelimiter.cli.admin.stack.StackCommand;
import dev.zaelimiter.cli.admin.stack.WaitOptions;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.dashboard.LivePage;
import dev.zaelimiter.infra.LoadTest;
import dev.zaelimiter.infra.LoadTestResults;
import dev.zaelimiter.infra.PageTask;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.report.LiveReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter loadtest ui}. */
@Command(
        name = "ui",
        header = "Show how a run goes, or went, as a page in the browser of this machine.",
        description =
                "Of a run of this machine by its folder; of one in an account by its name, read from the bucket of the load test. The"
                        + " page is served on 127.0.0.1 until Ctrl-C ends it, to those who know its address, and changes nothing.%n%n"
                        + "With --tunnel a task in the account serves the page, and a tunnel of the session manager leads to it: for"
                        + " whoever may not read the bucket, or is far from it. No port is opened. It needs the AWS CLI with its"
                        + " session-manager-plugin.%n")
@Manual(
        examples = {
            "loadtest ui loadtest-20261129-125000",
            "loadtest ui loadtest-20261129-125000 -n my-app --region eu-west-1",
            "loadtest ui loadtest-20261129-125000 -n my-app --tunnel"
        },
        keys = {"address", "run", "tunnel"})
public final class UiCommand extends StackCommand {

    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofSeconds(1);

    @Parameters(paramLabel = "RUN", description = "The folder of a run, or the name of one in an account.")
    private String run = "";

    @Mixin
    private final NameOption named = new NameOption();

    @Mixin
    private final LabelOption labelled = new LabelOption();

    @Option(names = "--tunnel", description = "Let a task serve the page, and open a tunnel to it.")
    private boolean tunnel;

    @Mixin
    private final PageOptions page = new PageOptions(8422);

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    protected void prepare() {
        // The end of a tunnel is told before it is opened.
        page.check(tunnel ? 1 : 0);
    }

    @Override
    protected int run(AwsWay way, Output output) {
        Path folder = Path.of(run);
        if (Files.isRegularFile(folder.resolve(RunPlan.FILE)) && !tunnel) {
            return serve(String.valueOf(folder.getFileName()), new LiveReport(folder)::text, output);
        } else if (!run.matches(CloudOptions.RUN_NAME)) {
            throw new BadInputException(
                    "'" + run + "' is neither the folder of a run, with run.json in it, nor a run's name");
        }
        LoadTest test = loadTest(named.name(), labelled.label(), way, waiting);
        return tunnel ? tunnel(test, way, output) : fromBucket(test, output);
    }

    private int fromBucket(LoadTest test, Output output) {
        Path folder = temporary();
        try (LoadTestResults results = test.results(run, folder)) {
            boolean unused = results.fetch();
            if (!Files.isRegularFile(folder.resolve(RunPlan.FILE))) {
                throw new BadInputException("there is no run " + run + " in the bucket of " + test.stackName()
                        + "; there are " + String.join(", ", test.runs()));
            }
            LiveReport report = new LiveReport(folder);
            return serve(run + " of " + test.stackName(), () -> report(results, report), output);
        } finally {
            remove(folder);
        }
    }

    private static String report(LoadTestResults results, LiveReport report) {
        boolean unused = results.fetch();
        return report.text();
    }

    private int serve(String title, java.util.function.Supplier<String> report, Output output) {
        try (Interrupt interrupt = new Interrupt();
                LivePage served = LivePage.start(title, page.port(), EVERY, report)) {
            tell(output, served.address(), null);
            interrupt.await(page.time());
            return ExitCodes.OK;
        } catch (UncheckedIOException e) {
            err().println("zae-limiter loadtest ui: " + page.cannotListen(e));
            err().flush();
            return ExitCodes.FAILURE;
        }
    }

    private int tunnel(LoadTest test, AwsWay way, Output output) {
        String key = LivePage.newKey();
        try (Interrupt interrupt = new Interrupt(Duration.ofSeconds(30));
                PageTask task = test.page(run, key)) {
            List<String> command = new ArrayList<>(task.tunnel(page.port()));
            if (way.region() != null) {
                command.addAll(List.of("--region", way.region()));
            }
            if (way.profile() != null) {
                command.addAll(List.of("--profile", way.profile()));
            }
            tell(output, LivePage.address(page.port(), key), String.join(" ", command));
            List<String> missing = Stream.of("aws", "session-manager-plugin")
                    .filter(each -> !isOnPath(each))
                    .toList();
            if (!missing.isEmpty()) {
                err().println(String.join(" and ", missing) + (missing.size() == 1 ? " is" : " are")
                        + " missing on this machine: install " + (missing.size() == 1 ? "it" : "them")
                        + ", and open the tunnel yourself by the command above; Ctrl-C ends the task");
                err().flush();
                interrupt.await(page.time());
            } else {
                follow(command, interrupt);
            }
            return ExitCodes.OK;
        } catch (IOException e) {
            throw new BadInputException("the tunnel can't be opened: " + e.getMessage(), e);
        }
    }

    private void follow(List<String> command, Interrupt interrupt) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            long looks = page.time().dividedBy(LOOK) + 1;
            for (long i = 0; i < looks && process.isAlive(); i++) {
                if (interrupt.await(LOOK)) {
                    return;
                }
            }
            if (!process.isAlive() && process.exitValue() != 0) {
                throw new BadInputException(
                        "the tunnel has ended with " + process.exitValue() + "; what it says is above");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private void tell(Output output, URI address, @Nullable String tunnel) {
        output.done(
                "Open " + address + (tunnel == null ? "" : " behind the tunnel of '" + tunnel + "'"),
                Output.fields("address", address, "run", run, "tunnel", tunnel));
        output.flush();
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
                .map(Path::of)
                .anyMatch(each -> Files.isExecutable(each.resolve(program))
                        || Files.isExecutable(each.resolve(program + ".exe")));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("zae-limiter-run");
        } catch (IOException e) {
            throw new BadInputException("there is no place for what is fetched: " + e.getMessage(), e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            // It is where the system clears up.
        }
    }
}
