package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Access;
import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.cli.admin.Manual;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Subcommands of {@code resource} that switch it off, on, or past its limits. */
final class ResourceSwitchCommands {

    private ResourceSwitchCommands() {}

    /** Who is switched. */
    abstract static class OnResource extends SwitchCommands {

        @Mixin
        private final ResourceArgument argument = new ResourceArgument();

        OnResource(@Nullable Access access) {
            super(access);
        }

        @Override
        protected ConfigLevel level() {
            return argument.level();
        }
    }

    @Command(name = "disable", header = "Refuse all that anybody asks of a resource.")
    @Manual(
            examples = "resource disable gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Disable extends OnResource {
        Disable() {
            super(Access.DISABLED);
        }
    }

    @Command(name = "enable", header = "Let limits decide again.")
    @Manual(
            examples = "resource enable gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Enable extends OnResource {
        Enable() {
            super(Access.ENABLED);
        }
    }

    @Command(name = "bypass", header = "Grant all that anybody asks of a resource, and only count it.")
    @Manual(
            examples = "resource bypass gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Bypass extends OnResource {
        Bypass() {
            super(Access.BYPASS);
        }
    }

    @Command(name = "clear-disabled", header = "Take the switch of a resource away.")
    @Manual(
            examples = "resource clear-disabled gpt-4 -n my-app",
            keys = {"entity_id", "resource", "access", "buckets_told"})
    static final class Clear extends OnResource {
        Clear() {
            super(null);
        }
    }
}
