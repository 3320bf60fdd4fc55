package dev.zaelimiter.cli;

import dev.zaelimiter.cli.admin.audit.AuditCommand;
import dev.zaelimiter.cli.admin.entity.EntityCommand;
import dev.zaelimiter.cli.admin.level.ExplainCommand;
import dev.zaelimiter.cli.admin.level.ResourceCommand;
import dev.zaelimiter.cli.admin.level.SystemCommand;
import dev.zaelimiter.cli.admin.namespace.NamespaceCommand;
import dev.zaelimiter.cli.replay.ReplayCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code zae-limiter}: shows what there is, and runs subcommands. */
@Command(
        name = "zae-limiter",
        header = "A distributed token-bucket rate limiter: its command line.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            ReplayCommand.class,
            StoreCommand.class,
            EntityCommand.class,
            ResourceCommand.class,
            SystemCommand.class,
            NamespaceCommand.class,
            AuditCommand.class,
            ExplainCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Start with what some limits would have done to traffic that you recorded:",
            "  zae-limiter replay requests.csv --limit rpm=120/min --limit tpm=200000/min",
            "",
            "'zae-limiter COMMAND --help' explains a command.",
            "Exit codes: 0 done, 1 failed, 2 wrong use, 3 refused by a limit."
        })
public final class ZaeLimiter implements Callable<Integer>, OnTerminal {

    private final Terminal terminal;
    private final Prompt prompt;

    @Spec
    private @Nullable CommandSpec spec;

    /** The command as it runs in this process. */
    public ZaeLimiter() {
        this(Terminal.detect());
    }

    ZaeLimiter(Terminal terminal) {
        this(terminal, Prompt.on(terminal));
    }

    ZaeLimiter(Terminal terminal, Prompt prompt) {
        this.terminal = terminal;
        this.prompt = prompt;
    }

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        Terminal terminal = Terminal.detect();
        CommandLine commandLine = commandLine(terminal);
        StandardStream out = new StandardStream(new FileOutputStream(FileDescriptor.out));
        PrintWriter err = writer(new StandardStream(new FileOutputStream(FileDescriptor.err)), terminal);
        commandLine.setOut(writer(out, terminal)).setErr(err);
        int exitCode = commandLine.execute(args);
        commandLine.getOut().flush();
        if (out.failure() != null) {
            err.println("zae-limiter: standard output can't be written: " + out.failure());
            exitCode = ExitCodes.FAILURE;
        }
        err.flush();
        System.exit(exitCode);
    }

    /** The command with short messages for bad usage; picocli alone would print the whole help after each. */
    static CommandLine commandLine(Terminal terminal) {
        return commandLine(new ZaeLimiter(terminal));
    }

    static CommandLine commandLine(ZaeLimiter root) {
        Terminal terminal = root.terminal;
        CommandLine commandLine = new CommandLine(root);
        commandLine.setParameterExceptionHandler(ZaeLimiter::explain);
        // An argument that begins with @ is no name of a file with more arguments.
        commandLine.setExpandAtFiles(false);
        commandLine.setUsageHelpWidth(Math.max(55, Math.min(terminal.width(), 110)));
        return commandLine;
    }

    @Override
    public Terminal terminal() {
        return terminal;
    }

    @Override
    public Prompt prompt() {
        return prompt;
    }

    @Override
    public Integer call() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getErr());
        }
        return ExitCodes.USAGE;
    }

    private static int explain(ParameterException exception, String[] args) {
        CommandLine commandLine = exception.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println(commandLine.getCommandSpec().qualifiedName() + ": "
                + Text.visible(Objects.toString(exception.getMessage())));
        CommandLine.UnmatchedArgumentException.printSuggestions(exception, err);
        err.println("'" + commandLine.getCommandSpec().qualifiedName() + " --help' explains the options.");
        err.flush();
        return ExitCodes.USAGE;
    }

    private static PrintWriter writer(StandardStream stream, Terminal terminal) {
        return new PrintWriter(new OutputStreamWriter(stream, terminal.charset()), true);
    }
}
