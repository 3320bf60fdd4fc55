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
     * @param terminal what was found out about the standard streams
     * @return {@link #NOBODY} unless a person both reads and writes there
     */
    static Prompt on(Terminal terminal) {
        return question -> {
            Console console = terminal.interactive() ? System.console() : null;
            return console == null ? null : console.readLine("%s", question);
        };
    }
}
