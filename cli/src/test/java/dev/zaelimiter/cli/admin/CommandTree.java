package dev.zaelimiter.cli.admin;

import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ZaeLimiter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;

/** The commands of an operator, by their names. */
final class CommandTree {

    private CommandTree() {}

    /** Those that do something, as {@code entity create}. */
    static Map<String, CommandLine> leaves() {
        Map<String, CommandLine> leaves = new LinkedHashMap<>();
        add(leaves, List.of(), new CommandLine(new ZaeLimiter()));
        return leaves;
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
