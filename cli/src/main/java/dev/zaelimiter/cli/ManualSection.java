package dev.zaelimiter.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The part of a command's help that its {@link Manual} gives. */
public final class ManualSection implements IHelpSectionRenderer {

    private static final String KEY = "manual";

    private ManualSection() {}

    /**
     * Adds it, before the footer.
     *
     * @param spec of a command that may have a manual
     */
    public static void addTo(CommandSpec spec) {
        UsageMessageSpec usage = spec.usageMessage();
        List<String> keys = new ArrayList<>(usage.sectionKeys());
        keys.add(keys.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING), KEY);
        usage.sectionKeys(keys);
        usage.sectionMap().put(KEY, new ManualSection());
    }

    @Override
    public String render(Help help) {
        CommandSpec spec = help.commandSpec();
        Manual manual = of(spec);
        if (manual == null) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(manual.examples().length == 1 ? "Example:" : "Examples:");
        for (String example : manual.examples()) {
            lines.add("  zae-limiter " + example);
        }
        lines.add("");
        lines.addAll(Text.wrap(json(manual), "", spec.usageMessage().width()));
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    /**
     * The columns of the table that a command prints.
     *
     * @param spec of a command that may have a manual
     * @return none if it does not print a table
     */
    public static List<String> columns(CommandSpec spec) {
        Manual manual = of(spec);
        return manual == null || !manual.list() ? List.of() : List.of(manual.keys());
    }

    private static @Nullable Manual of(CommandSpec spec) {
        return spec.userObject().getClass().getAnnotation(Manual.class);
    }

    private static String json(Manual manual) {
        return "--output json prints " + (manual.list() ? "a list of objects" : "an object") + " with "
                + String.join(", ", manual.keys()) + ".";
    }
}
