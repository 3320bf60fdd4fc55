package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.SwitchedLevel;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter switches}: what does not simply let its limits decide. */
@Command(
        name = "switches",
        header = "List all that is disabled, bypassed, enabled as an exception, or has soft limits.",
        description = "Reads every level of the namespace. A row with neither entity nor resource is the system's.%n")
@Manual(
        examples = {"switches -n my-app", "switches --only disabled --output csv -n my-app"},
        keys = {"entity_id", "resource", "access", "soft", "problem"},
        list = true)
public final class SwitchesCommand extends AdminCommand {

    /** What can be asked for; the names are those of the option. */
    enum Kind {
        disabled,
        bypass,
        enabled,
        soft
    }

    @Option(
            names = "--only",
            paramLabel = "disabled|bypass|enabled|soft",
            description = "Those that are so (default: all of them).")
    private @Nullable Kind only;

    @Override
    protected void run(Administration admin, Output output) {
        try (Stream<SwitchedLevel> levels = admin.switches().list()) {
            output.stream(
                    levels.filter(this::isWanted).map(SwitchesCommand::fields).iterator(),
                    only == null ? "Nothing is switched, and no limit is soft." : "Nothing is " + only + ".");
        }
    }

    private boolean isWanted(SwitchedLevel level) {
        if (only == null) {
            return true;
        }
        return only == Kind.soft
                ? !level.softLimits().isEmpty()
                : level.access()
                        .map(access -> access.name().toLowerCase(Locale.ROOT))
                        .filter(only.name()::equals)
                        .isPresent();
    }

    private static Map<String, @Nullable Object> fields(SwitchedLevel level) {
        return Output.fields(
                "entity_id",
                level.level().entity().orElse(null),
                "resource",
                level.level().resource().orElse(null),
                "access",
                level.access()
                        .map(access -> access.name().toLowerCase(Locale.ROOT))
                        .orElse(null),
                "soft",
                level.softLimits(),
                "problem",
                level.problem().orElse(null));
    }
}
