package dev.zaelimiter.cli.admin;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Prompt;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Asks before what can't be undone, or is told {@code --yes}. Never waits where nobody is. */
public final class Consent {

    @Option(names = "--yes", description = "Don't ask. Needed where nobody can be asked, as in a script.")
    private boolean yes;

    /**
     * Asks.
     *
     * @param prompt who can be asked
     * @param question for example {@code Delete the limits of resource gpt-4?}
     * @param deed what is done, for a message that nobody could be asked: {@code this deletes ...}
     * @throws BadInputException if the answer is not yes, or nobody is there; nothing was changed
     */
    public void require(Prompt prompt, String question, String deed) {
        if (yes) {
            return;
        }
        String answer = prompt.ask(question + " [y/N] ");
        if (answer == null) {
            throw new BadInputException("--yes is needed where nobody can be asked: " + deed);
        }
        String said = answer.strip().toLowerCase(Locale.ROOT);
        if (!said.equals("y") && !said.equals("yes")) {
            throw new BadInputException("nothing was changed: the answer was not y");
        }
    }

    /**
     * Asks before older clients of a table are locked out for good, if that is what a change would do.
     *
     * @param prompt who can be asked
     * @param admin of the store
     * @throws BadInputException if the answer is not yes, or nobody is there; nothing was changed
     */
    public void requireForLockingOut(Prompt prompt, Administration admin) {
        if (!yes) {
            admin.leastClientToBeRaised().ifPresent(least -> {
                String deed = lockingOut(least);
                require(prompt, "This " + deed + ". Go on?", "this " + deed);
            });
        }
    }

    /**
     * What is done to a table when something is stored that older clients would misread.
     *
     * @param least the least client that may work on the table now
     * @return a verb and what follows
     */
    public static String lockingOut(String least) {
        return "raises client_min_version of the table from " + least + " to " + Administration.LEAST_CLIENT_RAISED
                + ", for good: clients of the Python system before " + Administration.LEAST_CLIENT_RAISED
                + " can't use it any more";
    }
}
