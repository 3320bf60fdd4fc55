package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.Group;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter system}. */
@Command(
        name = "system",
        header = "Limits that hold where no other level has any.",
        subcommands = {SystemCommand.Set.class, SystemCommand.Get.class, SystemCommand.Delete.class})
public final class SystemCommand extends Group {

    @Command(name = "set-defaults", header = "Set the system's limits, or its policy.")
    @Manual(
            examples = "system set-defaults -l tpm:100000 -l rpm:1000 --on-unavailable allow -n my-app",
            keys = {"limits", "on_unavailable", "version"})
    static final class Set extends LevelCommands.SetLimits {

        @Option(
                names = "--on-unavailable",
                paramLabel = "allow|block",
                description = "What to do when the store gives no answer; without it what is stored stays.")
        private @Nullable String policy;

        Set() {
            super(new SystemArgument());
        }

        @Override
        protected LevelChange change(LimitOptions limits) {
            LevelChange change = limits.change(policy != null);
            return policy == null ? change : change.onUnavailable(parse(policy));
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
    @Manual(
            examples = "system get-defaults -n my-app",
            keys = {"limits", "on_unavailable", "version"})
    static final class Get extends LevelCommands.GetLimits {
        Get() {
            super(new SystemArgument());
        }
    }

    @Command(name = "delete-defaults", header = "Delete the system's limits; its policy stays.")
    @Manual(
            examples = "system delete-defaults --yes -n my-app",
            keys = {"limits", "on_unavailable", "version"})
    static final class Delete extends LevelCommands.DeleteLimits {
        Delete() {
            super(new SystemArgument());
        }
    }
}
