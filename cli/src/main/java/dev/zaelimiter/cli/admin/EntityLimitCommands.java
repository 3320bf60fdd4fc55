package dev.zaelimiter.cli.admin;

import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.admin.Administration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Subcommands of {@code entity} about limits of their own. */
final class EntityLimitCommands {

    private static final int PAGE = 1000;
    private static final String EVERY_RESOURCE = "_default_";

    private EntityLimitCommands() {}

    /** Which of an entity's levels. */
    static final class Which {

        @Parameters(paramLabel = "ENTITY", description = "The entity's id; it need not have been created.")
        private String id = "";

        @Option(
                names = {"-r", "--resource"},
                paramLabel = "NAME",
                description = "On this resource (default: on every resource).")
        private @Nullable String resource;

        ConfigLevel level() {
            String on = named(resource);
            return on == null ? ConfigLevel.entity(id) : ConfigLevel.entity(id, on);
        }
    }

    /** What {@code list-resources} shows for every resource stands for it everywhere. */
    private static @Nullable String named(@Nullable String resource) {
        return EVERY_RESOURCE.equals(resource) ? null : resource;
    }

    @Command(name = "set-limits", header = "Set the limits of an entity.")
    static final class Set extends AdminCommand {

        @Mixin
        private final Which which = new Which();

        @Mixin
        private final LimitOptions limits = new LimitOptions();

        @Override
        void run(Administration admin, Output output) {
            Levels.set(admin, output, which.level(), limits.change(false));
        }
    }

    @Command(name = "get-limits", header = "Show the limits of an entity.")
    static final class Get extends AdminCommand {

        @Mixin
        private final Which which = new Which();

        @Override
        void run(Administration admin, Output output) {
            Levels.show(admin, output, which.level());
        }
    }

    @Command(name = "delete-limits", header = "Delete the limits of an entity: those of its resource hold again.")
    static final class Delete extends AdminCommand {

        @Mixin
        private final Which which = new Which();

        @Option(names = "--yes", description = "Needed: what is deleted is gone.")
        private boolean yes;

        @Override
        void run(Administration admin, Output output) {
            requireYes(yes, "the limits of " + which.level());
            Levels.delete(admin, output, which.level());
        }
    }

    @Command(name = "list", header = "List the entities with limits of their own.")
    static final class ListEntities extends AdminCommand {

        @Option(
                names = "--with-custom-limits",
                paramLabel = "RESOURCE",
                description = "On this resource (default: those with limits on every resource).")
        private @Nullable String resource;

        @Override
        void run(Administration admin, Output output) {
            String on = named(resource);
            output.column(
                    "entity_id",
                    after -> admin.limits().entitiesWithLimits(on, PAGE, after),
                    "No entity has such limits.");
        }
    }

    @Command(name = "list-resources", header = "List the resources on which entities have limits of their own.")
    static final class ListResources extends AdminCommand {

        @Override
        void run(Administration admin, Output output) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            admin.limits()
                    .resourcesWithEntityLimits()
                    .forEach((resource, count) -> rows.add(Output.fields("resource", resource, "entities", count)));
            output.rows(rows, "No entity has limits of its own.");
        }
    }
}
