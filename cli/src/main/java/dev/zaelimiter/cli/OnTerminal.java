package dev.zaelimiter.cli;

/** A command that knows where it writes to; its subcommands ask it. */
public interface OnTerminal {

    /**
     * What standard output can show.
     *
     * @return the same each time
     */
    Terminal terminal();
}
