package dev.zaelimiter.cli.admin.manifest;

import dev.zaelimiter.admin.manifest.LevelDiff;
import dev.zaelimiter.admin.manifest.ManifestPlan;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of levels, for people and for programs. */
final class LevelChangesOutput {

    private LevelChangesOutput() {}

    static void show(Output output, ManifestPlan plan) {
        if (!output.isForPeople()) {
            output.rows(fields(plan.changes()), "");
        } else {
            plan.lines().forEach(line -> output.line(coloured(output.terminal(), Text.visible(line))));
        }
    }

    private static String coloured(Terminal terminal, String line) {
        String sign = line.strip();
        if (sign.startsWith("+ ")) {
            return terminal.green(line);
        }
        return sign.startsWith("- ") ? terminal.red(line) : sign.startsWith("~ ") ? terminal.bold(line) : line;
    }

    static List<Map<String, @Nullable Object>> fields(List<LevelDiff> diffs) {
        return diffs.stream().map(LevelChangesOutput::fields).toList();
    }

    private static Map<String, @Nullable Object> fields(LevelDiff diff) {
        return Output.fields(
                "action", diff.action().name().toLowerCase(Locale.ROOT),
                "entity_id", diff.level().entity().orElse(null),
                "resource", diff.level().resource().orElse(null),
                "changes",
                        diff.fields().stream().map(LevelChangesOutput::fields).toList());
    }

    private static Map<String, @Nullable Object> fields(LevelDiff.Field field) {
        return Output.fields(
                "name", field.name(),
                "before", field.before().orElse(null),
                "after", field.after().orElse(null));
    }
}
