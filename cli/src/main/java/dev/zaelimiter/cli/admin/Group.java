package dev.zaelimiter.cli.admin;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Version;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only has subcommands: alone it shows them, and that is wrong use. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n")
public abstract class Group implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    /**
     * A group without subcommands, to which those that a run needs are added, and a name and a header.
     *
     * @return what all groups have in common
     */
    public static Group alone() {
        return new Group() {};
    }

    @Override
    public final Integer call() {
        CommandLine commandLine = Objects.requireNonNull(spec, "spec").commandLine();
        commandLine.usage(commandLine.getErr());
        return ExitCodes.USAGE;
    }
}
