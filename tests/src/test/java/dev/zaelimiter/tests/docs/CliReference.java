package dev.zaelimiter.tests.docs;

import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.cli.admin.stack.StackCommand;
import dev.zaelimiter.cli.admin.store.StoreOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the page of all commands, from what the commands say of themselves. */
final class CliReference {

    private static final List<String> HEAD = List.of(
            "# Reference of the command line",
            "",
            "Written from the commands themselves; a test keeps it so. [The command line](command-line.md) explains how they"
                    + " are used.",
            "");
    private static final Set<String> STORE_OPTIONS =
            CommandSpec.forAnnotatedObject(new StoreOptions()).options().stream()
                    .map(OptionSpec::longestName)
                    .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> OF_ALL = Set.of("--help", "--version");

    private final CommandLine root = new CommandLine(new ZaeLimiter());
    private final Set<String> ofStores = new HashSet<>();
    private final List<String> lines = new ArrayList<>(HEAD);

    /** The whole page. */
    String write() {
        lines.add("## Options of every command on a store");
        lines.add("");
        CommandSpec anyOnStore = root.getSubcommands().get("status").getCommandSpec();
        for (OptionSpec option : anyOnStore.options()) {
            if (isOfStores(option)) {
                ofStores.add(option.longestName());
                option(option);
            }
        }
        lines.add("");
        root.getSubcommands().forEach((name, command) -> {
            lines.add("## " + name);
            lines.add("");
            add(name, command);
        });
        return String.join("\n", lines).strip() + "\n";
    }

    /** Those that a command has from what it shares with the others, and are no options of its own. */
    private static boolean isOfStores(OptionSpec option) {
        return option.longestName().equals("--output") || STORE_OPTIONS.contains(option.longestName());
    }

    private void add(String path, CommandLine command) {
        if (!command.getSubcommands().isEmpty()) {
            lines.add(text(command.getCommandSpec().usageMessage().header(), null));
            lines.add("");
            command.getSubcommands().forEach((name, sub) -> add(path + " " + name, sub));
            return;
        }
        CommandSpec spec = command.getCommandSpec();
        lines.add("### `" + path + arguments(spec) + "`");
        lines.add("");
        lines.add(text(spec.usageMessage().header(), null));
        paragraph(text(spec.usageMessage().description(), null));
        lines.add("");
        Manual manual = command.getCommand().getClass().getAnnotation(Manual.class);
        spec.positionalParameters().forEach(each -> entry(each.paramLabel(), each));
        for (OptionSpec option : spec.options()) {
            boolean common = manual != null
                    && !(command.getCommand() instanceof StackCommand)
                    && ofStores.contains(option.longestName());
            if (!option.hidden() && !common && !OF_ALL.contains(option.longestName())) {
                option(option);
            }
        }
        if (manual != null) {
            for (String example : manual.examples()) {
                lines.add("- Example: `zae-limiter " + example + "`");
            }
            lines.add("- JSON: " + (manual.list() ? "a list of objects" : "an object") + " with "
                    + Arrays.stream(manual.keys()).map(key -> "`" + key + "`").collect(Collectors.joining(", ")));
        }
        lines.add("");
    }

    private void paragraph(String text) {
        if (!text.isEmpty()) {
            lines.add("");
            lines.add(text);
        }
    }

    private static String arguments(CommandSpec spec) {
        return spec.positionalParameters().stream()
                .map(each -> " " + each.paramLabel() + (each.arity().isVariable() ? "..." : ""))
                .collect(Collectors.joining());
    }

    private void option(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String names = Arrays.stream(option.names())
                .map(name -> option.negatable() ? name + ", " + name.replaceFirst("^--", "--no-") : name)
                .collect(Collectors.joining(", "));
        entry(names + value, option);
    }

    private void entry(String what, ArgSpec argument) {
        lines.add("- `" + what + "`: " + text(argument.description(), argument));
    }

    private static String text(String[] description, @Nullable ArgSpec argument) {
        String text = String.join(" ", description).replace("%n", " ").replace("%%", "%");
        if (argument != null) {
            text = text.replace("${DEFAULT-VALUE}", Objects.toString(argument.defaultValueString(), ""));
        }
        return text.replaceAll(" +", " ").replace("<", "\\<").strip();
    }
}
