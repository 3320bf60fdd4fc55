package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which stack. */
public final class NameOption {

    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            order = 101,
            description =
                    "The stack, whose table has the same name: 3 to 55 letters, digits and hyphens, a letter first"
                            + " (default: the value of ZAEL_STACK).")
    private @Nullable String name;

    /**
     * The name.
     *
     * @return as given, or of the environment
     * @throws BadInputException if there is none
     */
    public String name() {
        String named = name == null ? System.getenv("ZAEL_STACK") : name;
        if (named == null) {
            throw new BadInputException("no stack is named: give --name NAME, or set ZAEL_STACK");
        }
        return named;
    }
}
