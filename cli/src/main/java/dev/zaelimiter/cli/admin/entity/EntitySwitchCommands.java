package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.Access;
import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.cli.admin.Manual;
import dev.zaelimiter.cli.admin.level.EntityArgument;
import dev.zaelimiter.cli.admin.level.SwitchCommands;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Subcommands of {@code entity} that switch it off, on, or past its limits. */
final class EntitySwitchCommands {

    private EntitySwitchCommands() {}

    /** Who is switched. */
    abstract static class OnEntity extends SwitchCommands {

        @Mixin
        private final EntityArgument argument = new EntityArgument();

        OnEntity(@Nullable Access access) {
            super(access);
        }

        @Override
        protected ConfigLevel level() {
            return argument.level();
        }
    }

    @Command(name = "disable", header = "Refuse all that an entity asks, on a resource or on all.")
    @Manual(
            examples = "entity disable user-123 --resource gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Disable extends OnEntity {
        Disable() {
            super(Access.DISABLED);
        }
    }

    @Command(name = "enable", header = "Let an entity in, though its resource may be disabled.")
    @Manual(
            examples = "entity enable user-123 --resource gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Enable extends OnEntity {
        Enable() {
            super(Access.ENABLED);
        }
    }

    @Command(name = "bypass", header = "Grant all that an entity asks, and only count it.")
    @Manual(
            examples = "entity bypass user-123 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Bypass extends OnEntity {
        Bypass() {
            super(Access.BYPASS);
        }
    }

    @Command(name = "clear-disabled", header = "Take the switch of an entity away: that of the resource holds again.")
    @Manual(
            examples = "entity clear-disabled user-123 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Clear extends OnEntity {
        Clear() {
            super(null);
        }
    }
}
