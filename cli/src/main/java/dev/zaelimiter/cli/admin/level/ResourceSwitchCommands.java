package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Access;
import dev.zaelimiter.cli.Manual;
import picocli.CommandLine.Command;

/** Subcommands of {@code resource} that switch it off, on, or past its limits. */
final class ResourceSwitchCommands {

    private ResourceSwitchCommands() {}

    @Command(name = "disable", header = "Refuse all that anybody asks of a resource.")
    @Manual(
            examples = "resource disable gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Disable extends SwitchCommands {
        Disable() {
            super(Access.DISABLED, new ResourceArgument());
        }
    }

    @Command(name = "enable", header = "Let limits decide again.")
    @Manual(
            examples = "resource enable gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Enable extends SwitchCommands {
        Enable() {
            super(Access.ENABLED, new ResourceArgument());
        }
    }

    @Command(name = "bypass", header = "Grant all that anybody asks of a resource, and only count it.")
    @Manual(
            examples = "resource bypass gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Bypass extends SwitchCommands.Bypassing {
        Bypass() {
            super(new ResourceArgument());
        }
    }

    @Command(name = "clear-disabled", header = "Take the switch of a resource away.")
    @Manual(
            examples = "resource clear-disabled gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Clear extends SwitchCommands {
        Clear() {
            super(null, new ResourceArgument());
        }
    }
}
