package dev.zaelimiter.cli;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/** Somebody who can be asked. */
@FunctionalInterface
public interface Prompt {

    /** Nobody: a script, a pipe, a test. */
    Prompt NOBODY = question -> null;

    /**
     * Asks, and waits for the answer.
     *
     * @param question one line, with what the answers may be
     * @return the answer, empty if it is one; null if nobody is there, or has gone
     */
    @Nullable
    String ask(String question);

    /**
     * Whoever sits at this process's terminal.
     *
     * @return {@link #NOBODY} unless a person both reads and writes there
     */
    static Prompt onConsole() {
        return question -> {
            Console console = Terminal.isTerminal(System.console()) ? System.console() : null;
            return console == null ? null : console.readLine("%s", question);
        };
    }
}
