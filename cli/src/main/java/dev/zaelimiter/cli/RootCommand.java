package dev.zaelimiter.cli;

import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.store.StoredManifest;
import dev.zaelimiter.cli.replay.TraceFile;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code zae-limiter} without its subcommands, of which a run needs at most one. */
@Command(
        name = "zae-limiter",
        header = "A distributed token-bucket rate limiter: its command line.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
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
class RootCommand implements Callable<Integer>, OnTerminal {

    private final Terminal terminal;
    private final Prompt prompt;

    @Spec
    private @Nullable CommandSpec spec;

    RootCommand(Terminal terminal, Prompt prompt) {
        this.terminal = terminal;
        this.prompt = prompt;
    }

    /**
     * The command as a command line needs it: a subcommand that is not named in it is a name and a header, for the help
     * and for suggestions. To make all of them, some sixty, with their options, takes longer than most of them run.
     */
    CommandLine with(List<String> args) {
        CommandLine commandLine = new CommandLine(this);
        boolean all = args.contains("completion");
        addSubcommands(commandLine, ZaeLimiter.class, name -> all || args.contains(name));
        return commandLine;
    }

    private static void addSubcommands(CommandLine to, Class<?> declared, Predicate<String> needed) {
        for (Class<?> sub : declared.getAnnotation(Command.class).subcommands()) {
            Command command = sub.getAnnotation(Command.class);
            if (!needed.test(command.name())) {
                to.addSubcommand(command.name(), headerOf(command));
            } else if (Group.class.isAssignableFrom(sub)) {
                CommandLine group = new CommandLine(Group.alone());
                group.getCommandSpec().name(command.name()).usageMessage().header(command.header());
                addSubcommands(group, sub, needed);
                to.addSubcommand(command.name(), group);
            } else {
                to.addSubcommand(command.name(), sub);
            }
        }
    }

    private static CommandSpec headerOf(Command command) {
        CommandSpec header = CommandSpec.create().name(command.name());
        header.usageMessage().header(command.header());
        return header;
    }

    @Override
    public final Terminal terminal() {
        return terminal;
    }

    @Override
    public final Prompt prompt() {
        return prompt;
    }

    @Override
    public final LimitsOfStores limitsOfStores() {
        return StoredManifest::read;
    }

    @Override
    public final RecordedTraces recordedTraces() {
        return TraceFile::write;
    }

    @Override
    public final Integer call() {
        CommandLine own = Objects.requireNonNull(spec, "spec").commandLine();
        own.usage(own.getErr());
        return ExitCodes.USAGE;
    }
}
