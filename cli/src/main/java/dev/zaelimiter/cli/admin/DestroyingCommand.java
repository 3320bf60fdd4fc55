package dev.zaelimiter.cli.admin;

import dev.zaelimiter.InvalidInputException;
import java.util.Locale;
import picocli.CommandLine.Option;

/** A command whose work can't be undone: it asks first, or is told {@code --yes}. It never waits where nobody is. */
public abstract class DestroyingCommand extends AdminCommand {

    @Option(names = "--yes", description = "Don't ask. Needed where nobody can be asked, as in a script.")
    private boolean yes;

    /**
     * What would be gone, as it stands in a question.
     *
     * @return for example {@code the limits of resource gpt-4}
     */
    protected abstract String what();

    @Override
    protected void prepare() {
        String what = what();
        if (yes) {
            return;
        }
        String answer = prompt().ask("Delete " + what + "? [y/N] ");
        if (answer == null) {
            throw new InvalidInputException("--yes", "(not given)", "to be given, since this deletes " + what);
        }
        String said = answer.strip().toLowerCase(Locale.ROOT);
        if (!said.equals("y") && !said.equals("yes")) {
            throw new InvalidInputException("answer", answer, "y or yes; nothing was deleted");
        }
    }
}
