package dev.zaelimiter.cli;

import picocli.CommandLine;

/** What the process returns to its caller. */
public final class ExitCodes {

    /** The command did what it was asked. */
    public static final int OK = CommandLine.ExitCode.OK;

    /** The command failed for a reason that is not the caller's: a bug, the machine, the store, somebody else's change. */
    public static final int FAILURE = CommandLine.ExitCode.SOFTWARE;

    /** The caller's arguments or input can't be used; the message says why, and nothing was changed. */
    public static final int USAGE = CommandLine.ExitCode.USAGE;

    /** A limit has no room for what was asked. */
    public static final int REFUSED = 3;

    private ExitCodes() {}
}
