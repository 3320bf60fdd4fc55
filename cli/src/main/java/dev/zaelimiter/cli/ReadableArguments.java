package dev.zaelimiter.cli;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs a command whose arguments are text: what a locale can't read comes as one sign for each byte, and would be
 * stored so.
 */
final class ReadableArguments implements IExecutionStrategy {

    private static final char UNREADABLE = '\uFFFD';

    @Override
    public int execute(ParseResult parsed) {
        for (String arg : parsed.originalArgs()) {
            if (arg.indexOf(UNREADABLE) >= 0) {
                CommandLine own = parsed.commandSpec().commandLine();
                throw new ParameterException(
                        own,
                        "'" + arg
                                + "' holds bytes that are no text in this locale: set LC_ALL=C.UTF-8, or another locale"
                                + " of UTF-8");
            }
        }
        return new RunLast().execute(parsed);
    }
}
