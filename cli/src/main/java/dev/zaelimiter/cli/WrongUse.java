package dev.zaelimiter.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Says what is wrong with a command line, and where help is. A class and no lambda, as the others that implement what
 * the library asks for: a lambda keeps its interface, and all that implements it, out of the archive of classes of JDK
 * 17.
 */
final class WrongUse implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException exception, String[] args) {
        CommandLine commandLine = exception.getCommandLine();
        if (asksForHelp(exception)) {
            commandLine.usage(commandLine.getOut());
            return ExitCodes.OK;
        }
        PrintWriter err = commandLine.getErr();
        err.println(commandLine.getCommandSpec().qualifiedName() + ": "
                + Text.visible(exception.getMessage() + taken(exception, args)));
        CommandLine.UnmatchedArgumentException.printSuggestions(exception, err);
        err.println("'" + commandLine.getCommandSpec().qualifiedName() + " --help' explains the options.");
        err.flush();
        return ExitCodes.USAGE;
    }

    /** {@code help} in the place of a command: the nearest name, delete, would be a bad thing to suggest. */
    private static boolean asksForHelp(ParameterException exception) {
        return exception instanceof CommandLine.UnmatchedArgumentException unmatched
                && !exception.getCommandLine().getSubcommands().isEmpty()
                && !unmatched.getUnmatched().isEmpty()
                && unmatched.getUnmatched().get(0).equals("help");
    }

    /**
     * A name that begins with a hyphen is taken for an option, and then what is said to be missing is in plain sight.
     */
    private static String taken(ParameterException exception, String[] args) {
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        return exception instanceof MissingParameterException
                ? Arrays.stream(args)
                        .takeWhile(arg -> !arg.equals("--"))
                        .filter(arg -> arg.length() > 1 && arg.startsWith("-"))
                        .filter(arg -> !command.optionsMap().containsKey(arg.replaceFirst("=.*", "")))
                        .findFirst()
                        .map(arg -> "; '" + arg + "' is no option, and a name that begins with - stands after all"
                                + " options and --")
                        .orElse("")
                : "";
    }
}
