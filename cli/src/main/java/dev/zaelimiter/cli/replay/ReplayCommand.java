package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.LimitOption;
import dev.zaelimiter.cli.OnTerminal;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code zae-limiter replay}: what would these limits have done to this traffic? */
@Command(
        name = "replay",
        header = "Shows what limits would have done to recorded traffic.",
        description = {
            "%nReads requests from a CSV file with a header, from JSON lines or from the log of a web server, proxy or load balancer, and"
                    + " puts each to the limiter at the time that it came, on a clock that follows the file. In a file of more than 65,536"
                    + " rows the full limiter checks the first 4,096; if the fast calculation agrees, it does the rest."
                    + " Nothing is waited for, and nothing is stored.%n",
            "A limit is full when an entity first asks. Rows that can't be read are skipped and reported; more of these"
                    + " than of others is an error. Rows out of order are sorted by time first. Times are cut"
                    + " to milliseconds.%n"
        },
        customSynopsis = "zae-limiter replay FILE --limit " + LimitOption.SYNTAX + "... [OPTIONS]",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        optionListHeading = "%nOptions:%n",
        footer = {
            "%nExamples:",
            "  120 requests and 200,000 tokens a minute, for a trace of a language model:",
            "    zae-limiter replay llm.csv --limit rpm=120/min --limit tpm=200000/min",
            "  five a second, with bursts of twenty, for each value of a column:",
            "    zae-limiter replay log.csv.gz --limit rps=5/s:20 --entity-column client_ip",
            "  what a web server's clients may do, and which limit would have let 99.9%% of it pass:",
            "    zae-limiter replay access.log --limit rps=10/s --suggest --html report.html",
            "  bytes in 90 seconds, from a pipe, as JSON:",
            "    cat log.gz | zae-limiter replay - --limit out=9000/90s --take out=bytes --json"
        })
public final class ReplayCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable OnTerminal parent;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "CSV with a header, JSON lines or the log of a server, plain or in gzip (told by its content);"
                            + " - is standard input.")
    private String file = "";

    @Mixin
    private final PolicyOptions trying = new PolicyOptions();

    @Mixin
    private final ReadingOptions reading = new ReadingOptions();

    @Mixin
    private final SuggestOptions suggesting = new SuggestOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(
            names = "--explain-columns",
            description = "Show which column is taken for what, and why, from the first rows alone; replay nothing.")
    private boolean explain;

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description =
                    "The form of the report (default: table). json is one object, csv has a row for each policy and limit.")
    private @Nullable OutputForm form;

    @Option(names = "--json", description = "The same as --output json.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Override
    public Integer call() {
        CommandLine commandLine = Objects.requireNonNull(spec, "spec").commandLine();
        try {
            List<String> lines =
                    replay(commandLine, Objects.requireNonNull(parent, "parent").terminal());
            PrintWriter out = commandLine.getOut();
            lines.forEach(out::println);
            out.flush();
            return ExitCodes.OK;
        } catch (InvalidInputException e) {
            throw new ParameterException(commandLine, Objects.toString(e.getMessage()), e);
        } catch (RateLimiterException e) {
            return failed(commandLine, Objects.toString(e.getMessage()), ExitCodes.of(e));
        } catch (IOException e) {
            return failed(commandLine, WholeFile.reason(e), ExitCodes.FAILURE);
        } catch (BadInputException e) {
            PrintWriter err = commandLine.getErr();
            err.println(spec.qualifiedName() + ": " + Text.visible(InputFile.nameOf(file)) + ": " + e.getMessage());
            if (e instanceof TwoReadingsException readings) {
                List<String> given = given(commandLine);
                readings.options().forEach(option -> err.println("  " + Shell.command(given, option)));
            }
            err.flush();
            return ExitCodes.USAGE;
        }
    }

    /** Says why a store or a file can't be read or written. */
    private int failed(CommandLine commandLine, String why, int exitCode) {
        PrintWriter err = commandLine.getErr();
        err.println(Objects.requireNonNull(spec, "spec").qualifiedName() + ": " + Text.visible(why));
        err.flush();
        return exitCode;
    }

    private static Provenance origin(CommandLine commandLine) {
        return new Provenance(
                Shell.command(given(commandLine)), Environment.system().wallMillis(), Version.own());
    }

    /** The arguments, with the name of the command. */
    private static List<String> given(CommandLine commandLine) {
        CommandLine root = commandLine;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root.getParseResult().originalArgs();
    }

    private OutputForm form(CommandLine commandLine) {
        if (json && form != null && form != OutputForm.json) {
            throw new ParameterException(commandLine, "--json: only without --output " + form);
        }
        return json ? OutputForm.json : form == null ? OutputForm.table : form;
    }

    private List<Policy> policies() {
        return trying.policies(Objects.requireNonNull(parent, "parent").limitsOfStores());
    }

    /** All lines of the output, so that a failure on the way prints none of them. */
    private List<String> replay(CommandLine commandLine, Terminal terminal) throws IOException {
        if (file.isEmpty()) {
            throw new InvalidInputException("FILE", file, "the name of a file, or - for standard input");
        }
        OutputForm shown = form(commandLine);
        output.check(file, shown);
        trying.check(file);
        List<Policy> policies = policies();
        if (policies.isEmpty() && !suggesting.suggest && !explain) {
            throw new ParameterException(
                    commandLine,
                    "at least one --limit is needed, for example --limit rpm=120/min; or --suggest to propose some");
        }
        Progress progress = new Progress(commandLine.getErr(), terminal.interactive() && !quiet);
        if (explain) {
            try (ReplaySession session = new ReplaySession(file, reading, policies, suggesting, false)) {
                Preview preview = session.preview();
                return switch (shown) {
                    case table -> PreviewText.lines(preview, terminal);
                    case json -> List.of(JsonExplanation.render(preview));
                    case csv -> ReportCsv.of(preview).lines().toList();
                };
            }
        }
        output.require(suggesting.suggest);
        try (ReplaySession session = new ReplaySession(file, reading, policies, suggesting, output.wantsSeries())) {
            ReplayOutcome outcome = session.run(progress, origin(commandLine));
            String instead = output.write(outcome, trying.namespace());
            if (instead != null) {
                return instead.lines().toList();
            }
            return switch (shown) {
                case table -> new TableRenderer(terminal).render(outcome);
                case json -> List.of(JsonRenderer.render(outcome));
                case csv -> ReportCsv.of(outcome).lines().toList();
            };
        }
    }
}
