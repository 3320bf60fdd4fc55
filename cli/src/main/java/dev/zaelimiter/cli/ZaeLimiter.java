package dev.zaelimiter.cli;

import dev.zaelimiter.cli.admin.audit.AuditCommand;
import dev.zaelimiter.cli.admin.entity.EntityCommand;
import dev.zaelimiter.cli.admin.level.ExplainCommand;
import dev.zaelimiter.cli.admin.level.ResourceCommand;
import dev.zaelimiter.cli.admin.level.SystemCommand;
import dev.zaelimiter.cli.admin.look.CheckCommand;
import dev.zaelimiter.cli.admin.look.StatusCommand;
import dev.zaelimiter.cli.admin.look.VersionCommand;
import dev.zaelimiter.cli.admin.manifest.LimitsCommand;
import dev.zaelimiter.cli.admin.namespace.NamespaceCommand;
import dev.zaelimiter.cli.admin.take.AcquireCommand;
import dev.zaelimiter.cli.admin.take.AvailableCommand;
import dev.zaelimiter.cli.admin.watch.WatchCommand;
import dev.zaelimiter.cli.replay.ReplayCommand;
import dev.zaelimiter.cli.simulate.SimulateCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;

/** The command {@code zae-limiter} with all of its subcommands, and its start. */
@Command(
        subcommands = {
            ReplayCommand.class,
            StoreCommand.class,
            EntityCommand.class,
            ResourceCommand.class,
            SystemCommand.class,
            NamespaceCommand.class,
            AuditCommand.class,
            ExplainCommand.class,
            WatchCommand.class,
            LimitsCommand.class,
            AvailableCommand.class,
            AcquireCommand.class,
            StatusCommand.class,
            CheckCommand.class,
            VersionCommand.class,
            CompletionCommand.class,
            SimulateCommand.class
        })
public final class ZaeLimiter extends RootCommand {

    private static final char UNREADABLE = '\uFFFD';

    /** The command as it runs in this process. */
    public ZaeLimiter() {
        this(Terminal.detect());
    }

    private ZaeLimiter(Terminal terminal) {
        super(terminal, Prompt.onConsole());
    }

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        Charset charset = Terminal.outputCharset();
        StandardStream out = new StandardStream(new FileOutputStream(FileDescriptor.out));
        PrintWriter err = writer(new StandardStream(new FileOutputStream(FileDescriptor.err)), charset);
        PrintWriter results = writer(out, charset);
        int exitCode =
                args.length == 1 && args[0].equals("--version") ? printVersion(results) : execute(args, results, err);
        results.flush();
        if (out.failure() != null) {
            err.println("zae-limiter: standard output can't be written: " + out.failure());
            exitCode = ExitCodes.FAILURE;
        }
        err.flush();
        System.exit(exitCode);
    }

    /** As the library would print it, but without it: to load its classes takes most of the time of a start. */
    private static int printVersion(PrintWriter out) {
        for (String line : new Version().getVersion()) {
            out.println(line);
        }
        return ExitCodes.OK;
    }

    private static int execute(String[] args, PrintWriter out, PrintWriter err) {
        Terminal terminal = Terminal.detect();
        return commandLine(terminal, Prompt.onConsole(), args)
                .setOut(out)
                .setErr(err)
                .execute(args);
    }

    /** The command for a command line, with short messages for bad usage; picocli alone would print the whole help. */
    static CommandLine commandLine(Terminal terminal, Prompt prompt, String... args) {
        CommandLine commandLine = new RootCommand(terminal, prompt).with(List.of(args));
        commandLine.setParameterExceptionHandler(ZaeLimiter::explain);
        commandLine.setExecutionStrategy(ZaeLimiter::run);
        // An argument that begins with @ is no name of a file with more arguments.
        commandLine.setExpandAtFiles(false);
        number(commandLine, Long.class, Long::valueOf);
        number(commandLine, long.class, Long::valueOf);
        number(commandLine, Integer.class, Integer::valueOf);
        number(commandLine, int.class, Integer::valueOf);
        commandLine.setUsageHelpWidth(Math.max(55, Math.min(terminal.width(), 110)));
        return commandLine;
    }

    /** What the locale can't read comes as the same sign for each byte: stored so, it would be lost. */
    private static int run(ParseResult parsed) {
        for (String arg : parsed.originalArgs()) {
            if (arg.indexOf(UNREADABLE) >= 0) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(),
                        "'" + arg
                                + "' holds bytes that are no text in this locale: set LC_ALL=C.UTF-8, or another locale"
                                + " of UTF-8");
            }
        }
        return new RunLast().execute(parsed);
    }

    /** In the words of people: the library would say that a text is no long. */
    private static <T> void number(CommandLine commandLine, Class<T> type, Function<String, T> reader) {
        commandLine.registerConverter(type, text -> {
            try {
                return reader.apply(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + Text.visible(text) + "' is not a whole number, or too large");
            }
        });
    }

    private static int explain(ParameterException exception, String[] args) {
        CommandLine commandLine = exception.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println(commandLine.getCommandSpec().qualifiedName() + ": "
                + Text.visible(exception.getMessage() + taken(exception, args)));
        CommandLine.UnmatchedArgumentException.printSuggestions(exception, err);
        err.println("'" + commandLine.getCommandSpec().qualifiedName() + " --help' explains the options.");
        err.flush();
        return ExitCodes.USAGE;
    }

    /** A name that begins with a hyphen is taken for an option, and then what is said to be missing is in plain sight. */
    private static String taken(ParameterException exception, String[] args) {
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        return exception instanceof MissingParameterException
                ? Arrays.stream(args)
                        .takeWhile(arg -> !arg.equals("--"))
                        .filter(arg -> arg.length() > 1 && arg.startsWith("-"))
                        .filter(arg -> !command.optionsMap().containsKey(arg.replaceFirst("=.*", "")))
                        .findFirst()
                        .map(arg -> "; '" + arg + "' is no option, and a name that begins with - stands after all"
                                + " options and --")
                        .orElse("")
                : "";
    }

    private static PrintWriter writer(StandardStream stream, Charset charset) {
        return new PrintWriter(new OutputStreamWriter(stream, charset), true);
    }
}
