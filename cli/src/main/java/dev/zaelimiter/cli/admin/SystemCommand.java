package dev.zaelimiter.cli.admin;

import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.admin.Administration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter system}. */
@Command(
        name = "system",
        header = "Limits for everything that no other level speaks of.",
        subcommands = {SystemCommand.Set.class, SystemCommand.Get.class, SystemCommand.Delete.class},
        footer = {
            "",
            "Examples:",
            "  zae-limiter system set-defaults -l rpm:1000 --on-unavailable allow --embedded limits.zae",
            "  zae-limiter system get-defaults --output json --embedded limits.zae"
        })
public final class SystemCommand extends Group {

    @Command(name = "set-defaults", header = "Set the system's limits, or its policy.")
    static final class Set extends AdminCommand {

        @Mixin
        private final LimitOptions limits = new LimitOptions();

        @Option(
                names = "--on-unavailable",
                paramLabel = "allow|block",
                description = "What to do when the store gives no answer; without it what is stored stays.")
        private @Nullable String policy;

        @Override
        void run(Administration admin, Output output) {
            LevelChange change = limits.change(policy != null);
            Levels.set(
                    admin, output, ConfigLevel.system(), policy == null ? change : change.onUnavailable(parse(policy)));
        }

        private static OnUnavailable parse(String policy) {
            return switch (policy) {
                case "allow" -> OnUnavailable.ALLOW;
                case "block" -> OnUnavailable.BLOCK;
                default -> throw new InvalidInputException("--on-unavailable", policy, "allow or block");
            };
        }
    }

    @Command(name = "get-defaults", header = "Show the system's limits and its policy.")
    static final class Get extends AdminCommand {

        @Override
        void run(Administration admin, Output output) {
            Levels.show(admin, output, ConfigLevel.system());
        }
    }

    @Command(name = "delete-defaults", header = "Delete the system's limits; its policy stays.")
    static final class Delete extends AdminCommand {

        @Option(names = "--yes", description = "Needed: what is deleted is gone.")
        private boolean yes;

        @Override
        void run(Administration admin, Output output) {
            requireYes(yes, "the limits of the system");
            Levels.delete(admin, output, ConfigLevel.system());
        }
    }
}
