package dev.zaelimiter.cli.admin;

import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ZaeLimiter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;

/** The commands of an operator, by their names. */
final class CommandTree {

    /** Made once, since picocli takes long to read all commands; nobody runs these. */
    private static final Map<String, CommandLine> LEAVES = new LinkedHashMap<>();

    static {
        add(LEAVES, List.of(), new CommandLine(new ZaeLimiter()));
    }

    private CommandTree() {}

    /** Those that do something, as {@code entity create}; to be looked at. */
    static Map<String, CommandLine> leaves() {
        return Collections.unmodifiableMap(LEAVES);
    }

    private static void add(Map<String, CommandLine> leaves, List<String> path, CommandLine command) {
        if (command.getCommand() instanceof SessionCommand) {
            leaves.put(String.join(" ", path), command);
        }
        command.getSubcommands().forEach((name, sub) -> {
            List<String> below = new ArrayList<>(path);
            below.add(name);
            add(leaves, below, sub);
        });
    }

    static Manual manual(CommandLine command) {
        Manual manual = command.getCommand().getClass().getAnnotation(Manual.class);
        return Objects.requireNonNull(manual, command.getCommandSpec().qualifiedName() + " has no manual");
    }
}
