package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Switching a level off, on, or past its limits; a subclass picks the kind of level. */
public abstract class SwitchCommands extends AdminCommand {

    private final @Nullable Access access;

    @Mixin
    private final LevelArgument argument;

    /**
     * A command that stores a switch, or takes it away.
     *
     * @param access what is to hold, or null for what a wider level says
     * @param argument says which level
     */
    protected SwitchCommands(@Nullable Access access, LevelArgument argument) {
        this.access = access;
        this.argument = argument;
    }

    private Level level() {
        return argument.level();
    }

    @Override
    protected void prepare() {
        level();
    }

    /** A command that grants everything, which older clients of a shared table would misread. */
    public abstract static class Bypassing extends SwitchCommands {

        @Mixin
        private final Consent consent = new Consent();

        /**
         * A command that stores a bypass.
         *
         * @param argument says at which level
         */
        protected Bypassing(LevelArgument argument) {
            super(Access.BYPASS, argument);
        }

        @Override
        protected void run(Administration admin, Output output) {
            consent.requireForLockingOut(prompt(), admin);
            super.run(admin, output);
        }
    }

    @Override
    protected void run(Administration admin, Output output) {
        long told = access == null
                ? admin.switches().clear(level())
                : admin.switches().set(level(), access);
        String word = access == null ? null : access.name().toLowerCase(Locale.ROOT);
        output.done(
                access == null
                        ? "The switch of " + level() + " is gone."
                        : "Access to " + level() + " is now: " + word + ".",
                Output.fields(
                        "entity_id",
                        level().entity().orElse(null),
                        "resource",
                        level().resource().orElse(null),
                        "access",
                        word,
                        "buckets_told",
                        told));
    }
}
