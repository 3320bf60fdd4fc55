package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.Access;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.level.EntityArgument;
import dev.zaelimiter.cli.admin.level.SwitchCommands;
import picocli.CommandLine.Command;

/** Subcommands of {@code entity} that switch it off, on, or past its limits. */
final class EntitySwitchCommands {

    private EntitySwitchCommands() {}

    @Command(name = "disable", header = "Refuse all that an entity asks, on a resource or on all.")
    @Manual(
            examples = "entity disable user-123 --resource gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Disable extends SwitchCommands {
        Disable() {
            super(Access.DISABLED, new EntityArgument());
        }
    }

    @Command(name = "enable", header = "Let an entity in, though its resource may be disabled.")
    @Manual(
            examples = "entity enable user-123 --resource gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Enable extends SwitchCommands {
        Enable() {
            super(Access.ENABLED, new EntityArgument());
        }
    }

    @Command(name = "bypass", header = "Grant all that an entity asks, and only count it.")
    @Manual(
            examples = "entity bypass user-123 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Bypass extends SwitchCommands.Bypassing {
        Bypass() {
            super(new EntityArgument());
        }
    }

    @Command(name = "clear-disabled", header = "Take the switch of an entity away: that of the resource holds again.")
    @Manual(
            examples = "entity clear-disabled user-123 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Clear extends SwitchCommands {
        Clear() {
            super(null, new EntityArgument());
        }
    }
}
