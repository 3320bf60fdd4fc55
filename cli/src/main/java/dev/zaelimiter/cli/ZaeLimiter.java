package dev.zaelimiter.cli;

import dev.zaelimiter.cli.admin.aggregator.AggregatorCommand;
import dev.zaelimiter.cli.admin.audit.AuditCommand;
import dev.zaelimiter.cli.admin.entity.EntityCommand;
import dev.zaelimiter.cli.admin.level.ExplainCommand;
import dev.zaelimiter.cli.admin.level.ResourceCommand;
import dev.zaelimiter.cli.admin.level.SwitchesCommand;
import dev.zaelimiter.cli.admin.level.SystemCommand;
import dev.zaelimiter.cli.admin.loadtest.LoadTestCommand;
import dev.zaelimiter.cli.admin.local.LocalCommand;
import dev.zaelimiter.cli.admin.look.CheckCommand;
import dev.zaelimiter.cli.admin.look.StatusCommand;
import dev.zaelimiter.cli.admin.look.UpgradeCommand;
import dev.zaelimiter.cli.admin.look.VersionCommand;
import dev.zaelimiter.cli.admin.manifest.LimitsCommand;
import dev.zaelimiter.cli.admin.migrate.MigrateCommand;
import dev.zaelimiter.cli.admin.namespace.NamespaceCommand;
import dev.zaelimiter.cli.admin.stack.CfnTemplateCommand;
import dev.zaelimiter.cli.admin.stack.DeleteCommand;
import dev.zaelimiter.cli.admin.stack.DeployCommand;
import dev.zaelimiter.cli.admin.stack.LambdaExportCommand;
import dev.zaelimiter.cli.admin.stack.ListCommand;
import dev.zaelimiter.cli.admin.take.AcquireCommand;
import dev.zaelimiter.cli.admin.take.AvailableCommand;
import dev.zaelimiter.cli.admin.usage.UsageCommand;
import dev.zaelimiter.cli.admin.watch.DashboardCommand;
import dev.zaelimiter.cli.admin.watch.WatchCommand;
import dev.zaelimiter.cli.replay.ReplayCommand;
import dev.zaelimiter.cli.simulate.SimulateCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
            UsageCommand.class,
            ExplainCommand.class,
            WatchCommand.class,
            AggregatorCommand.class,
            DashboardCommand.class,
            LimitsCommand.class,
            SwitchesCommand.class,
            AvailableCommand.class,
            AcquireCommand.class,
            DeployCommand.class,
            DeleteCommand.class,
            ListCommand.class,
            CfnTemplateCommand.class,
            LambdaExportCommand.class,
            StatusCommand.class,
            CheckCommand.class,
            VersionCommand.class,
            UpgradeCommand.class,
            MigrateCommand.class,
            LocalCommand.class,
            LoadTestCommand.class,
            CompletionCommand.class,
            SimulateCommand.class
        })
public final class ZaeLimiter extends RootCommand {

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
        commandLine.setParameterExceptionHandler(new WrongUse());
        commandLine.setExecutionStrategy(new ReadableArguments());
        // An argument that begins with @ is no name of a file with more arguments.
        commandLine.setExpandAtFiles(false);
        commandLine.registerConverter(Long.class, new WholeNumber<>(Long::valueOf));
        commandLine.registerConverter(long.class, new WholeNumber<>(Long::valueOf));
        commandLine.registerConverter(Integer.class, new WholeNumber<>(Integer::valueOf));
        commandLine.registerConverter(int.class, new WholeNumber<>(Integer::valueOf));
        commandLine.setUsageHelpWidth(Math.max(55, Math.min(terminal.width(), 110)));
        return commandLine;
    }

    private static PrintWriter writer(StandardStream stream, Charset charset) {
        return new PrintWriter(new OutputStreamWriter(stream, charset), true);
    }
}
