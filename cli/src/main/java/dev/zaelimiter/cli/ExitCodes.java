package dev.zaelimiter.cli;

import picocli.CommandLine;

/** What the process returns to its caller. */
public final class ExitCodes {

    /** The command did what it was asked. */
    public static final int OK = CommandLine.ExitCode.OK;

    /** The command failed for a reason that is not the caller's: a bug, or the machine. */
    public static final int FAILURE = CommandLine.ExitCode.SOFTWARE;

    /** The caller's arguments or input can't be used; the message says why. */
    public static final int USAGE = CommandLine.ExitCode.USAGE;

    private ExitCodes() {}
}
