package dev.zaelimiter.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code store}: what can be done with the file of an embedded store. */
@Command(
        name = "store",
        header = "Look at all items of a store, and at the bytes of a file.",
        description = "Neither command changes the store, and both work on one that is in use.%n",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {StoreCheckCommand.class, StoreExportCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {"", "'zae-limiter store COMMAND --help' explains a command."})
final class StoreCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec, "spec");
        own.commandLine().usage(own.commandLine().getErr());
        return ExitCodes.USAGE;
    }
}
