package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines as they can be typed again. */
final class Shell {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");
    private static final String COMMAND = "zae-limiter";

    private Shell() {}

    /** One argument, in single quotes if it needs any; control characters become visible. */
    static String quoted(String argument) {
        String shown = Text.visible(argument);
        return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
    }

    /** The whole command. */
    static String command(List<String> arguments) {
        return COMMAND + " " + arguments.stream().map(Shell::quoted).collect(Collectors.joining(" "));
    }

    /** The command with options that are already quoted behind it. */
    static String command(List<String> arguments, String more) {
        List<String> all = new ArrayList<>(List.of(command(arguments)));
        all.add(more);
        return String.join(" ", all);
    }
}
