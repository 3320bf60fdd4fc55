package dev.zaelimiter.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code completion}: a script that lets a shell complete commands and options. */
@Command(
        name = "completion",
        header = "Print a script by which a shell completes commands and options.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples, for ~/.bashrc and ~/.zshrc:",
            "  source <(zae-limiter completion bash)",
            "  source <(zae-limiter completion zsh)"
        })
final class CompletionCommand implements Callable<Integer> {

    /** The shells; their names are those of the argument. */
    enum Shell {
        bash,
        zsh
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell = Shell.bash;

    @Override
    public Integer call() {
        CommandSpec own = Objects.requireNonNull(spec, "spec");
        PrintWriter out = own.commandLine().getOut();
        if (shell == Shell.zsh) {
            // The rest is a script for bash, which zsh understands once its own completion is up.
            out.println("autoload -Uz compinit && compinit -u");
        }
        out.print(AutoComplete.bash(own.root().name(), own.root().commandLine()));
        out.flush();
        return ExitCodes.OK;
    }
}
