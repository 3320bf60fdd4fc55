package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter local env}. */
@Command(
        name = "env",
        header = "Print the variables by which programs find the local store.",
        description = "They name the address, any credentials, the table and the namespace, so that no program reaches"
                + " for a table of AWS by mistake. A profile and a session that are set are taken away. Ends with 1 if nothing"
                + " runs.%n",
        footer = {
            "",
            "Examples:",
            "  eval \"$(zae-limiter local env)\"",
            "  zae-limiter local env --format fish | source",
            "  zae-limiter local env --format powershell | Out-String | Invoke-Expression",
            "  zae-limiter local env --format dotenv > .env",
            "  zae-limiter local env --format spring > application-local.properties",
            "  eval \"$(zae-limiter local env --unset)\""
        })
final class EnvCommand extends LocalSubcommand {

    @Option(
            names = "--format",
            paramLabel = "bash|fish|powershell|dotenv|spring",
            description =
                    "For which shell, or for a file: of variables, or of properties of the Spring Boot starter (default: bash, unless SHELL names fish, or this"
                            + " is Windows).")
    private @Nullable ShellFormat format;

    @Option(names = "--unset", description = "Take the variables away again.")
    private boolean unset;

    EnvCommand() {
        this(Machine.here());
    }

    EnvCommand(Machine machine) {
        super(machine);
    }

    @Override
    int run(LocalFolder folder, BackEnds backEnds) {
        ShellFormat shell = format == null ? ShellFormat.of(machine()) : format;
        if (unset) {
            if (shell.isFile()) {
                throw new BadInputException("--unset with --format " + shell
                        + " says nothing: a file can't take a variable away, delete its lines");
            }
            print(shell, Map.of(), new TreeSet<>(Variables.names()));
            return ExitCodes.OK;
        }
        Running running = folder.read()
                .filter(each -> backEnds.of(each).isAlive(each))
                .orElseThrow(() -> new LocalException("nothing runs: 'zae-limiter local up' starts it"));
        print(shell, Variables.of(running), Variables.IN_THE_WAY);
        return ExitCodes.OK;
    }

    private void print(ShellFormat shell, Map<String, String> values, Set<String> gone) {
        shell.lines(values, gone).forEach(out()::println);
    }
}
