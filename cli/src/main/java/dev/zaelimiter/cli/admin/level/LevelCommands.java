package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.DestroyingCommand;
import dev.zaelimiter.cli.admin.output.LimitFields;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Setting, showing and deleting what a level holds: the same for each of the four, which a subclass picks. */
public final class LevelCommands {

    private LevelCommands() {}

    /** Sets limits of a level. */
    public abstract static class SetLimits extends AdminCommand {

        @Mixin
        private final LimitOptions limits = new LimitOptions();

        @Mixin
        private final Consent consent = new Consent();

        private LevelChange change = LevelChange.keep();

        @Mixin
        private final LevelArgument argument;

        /**
         * A command on one kind of level.
         *
         * @param argument says which of them
         */
        protected SetLimits(LevelArgument argument) {
            this.argument = argument;
        }

        private Level level() {
            return argument.level();
        }

        /**
         * What else is to change.
         *
         * @param limits what the options say of limits
         * @return the whole change
         */
        protected LevelChange change(LimitOptions limits) {
            return limits.change(false);
        }

        @Override
        protected void prepare() {
            change = change(limits);
            level();
        }

        @Override
        protected void run(Administration admin, Output output) {
            if (limits.removes()) {
                limits.missing(admin.limits().read(level()))
                        .forEach(name -> err().println("Note: " + level() + " has no limit '" + name + "' to remove"));
            }
            if (limits.softens()) {
                consent.requireForLockingOut(prompt(), admin);
            }
            LevelSettings after = admin.limits().change(level(), change);
            output.done("Limits of " + level() + " are set (version " + after.version() + ").", fields(level(), after));
        }
    }

    /** Shows what a level holds. */
    public abstract static class GetLimits extends AdminCommand {

        @Mixin
        private final LevelArgument argument;

        /**
         * A command on one kind of level.
         *
         * @param argument says which of them
         */
        protected GetLimits(LevelArgument argument) {
            this.argument = argument;
        }

        private Level level() {
            return argument.level();
        }

        @Override
        protected void prepare() {
            level();
        }

        @Override
        protected void run(Administration admin, Output output) {
            output.object(fields(level(), admin.limits().read(level())));
        }
    }

    /** Deletes the limits of a level. */
    public abstract static class DeleteLimits extends DestroyingCommand {

        @Mixin
        private final LevelArgument argument;

        /**
         * A command on one kind of level.
         *
         * @param argument says which of them
         */
        protected DeleteLimits(LevelArgument argument) {
            this.argument = argument;
        }

        private Level level() {
            return argument.level();
        }

        @Override
        protected String what() {
            return "the limits of " + level();
        }

        @Override
        protected void run(Administration admin, Output output) {
            boolean deleted = delete(admin.limits(), level());
            LevelSettings after = admin.limits().read(level());
            output.done(
                    deleted ? "Limits of " + level() + " are deleted." : "There were no limits of " + level() + ".",
                    fields(level(), after));
        }
    }

    /** Also of what this program can't read: true if there was something. */
    private static boolean delete(StoredLimits limits, Level level) {
        String entity = level.entity().orElse(null);
        String resource = level.resource().orElse(null);
        if (entity != null) {
            return resource == null ? limits.deleteEntityDefaults(entity) : limits.deleteEntityLimits(entity, resource);
        }
        return resource == null ? limits.deleteSystemDefaults() : limits.deleteResourceDefaults(resource);
    }

    private static Map<String, @Nullable Object> fields(Level level, LevelSettings config) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        level.entity().ifPresent(entity -> fields.put("entity_id", entity));
        if (level.entity().isPresent() || level.resource().isPresent()) {
            fields.put("resource", level.resource().orElse(null));
        }
        fields.put("limits", config.limits().stream().map(LimitFields::of).toList());
        if (level.equals(Level.system())) {
            fields.put(
                    "on_unavailable",
                    config.onUnavailable()
                            .map(policy -> policy.name().toLowerCase(Locale.ROOT))
                            .orElse(null));
        } else {
            fields.put(
                    "access",
                    config.access()
                            .map(access -> access.name().toLowerCase(Locale.ROOT))
                            .orElse(null));
        }
        fields.put("version", config.version());
        return fields;
    }
}
