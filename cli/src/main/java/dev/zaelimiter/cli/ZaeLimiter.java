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
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

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

    /** The command as it runs in this process. */
    public ZaeLimiter() {
        this(Terminal.detect());
    }

    private ZaeLimiter(Terminal terminal) {
        super(terminal, Prompt.on(terminal));
    }

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        Terminal terminal = Terminal.detect();
        CommandLine commandLine = commandLine(terminal, Prompt.on(terminal), args);
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

    /** The command for a command line, with short messages for bad usage; picocli alone would print the whole help. */
    static CommandLine commandLine(Terminal terminal, Prompt prompt, String... args) {
        CommandLine commandLine = new RootCommand(terminal, prompt).with(List.of(args));
        commandLine.setParameterExceptionHandler(ZaeLimiter::explain);
        // An argument that begins with @ is no name of a file with more arguments.
        commandLine.setExpandAtFiles(false);
        commandLine.setUsageHelpWidth(Math.max(55, Math.min(terminal.width(), 110)));
        return commandLine;
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
