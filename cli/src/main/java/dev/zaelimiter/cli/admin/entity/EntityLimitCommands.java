package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.Level;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.level.EntityArgument;
import dev.zaelimiter.cli.admin.level.LevelCommands;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Subcommands of {@code entity} about limits of their own. */
final class EntityLimitCommands {

    private static final int PAGE = 1000;

    private EntityLimitCommands() {}

    @Command(name = "set-limits", header = "Set the limits of an entity.")
    @Manual(
            examples = {
                "entity set-limits user-123 -l rpm:1000 -n my-app",
                "entity set-limits user-123 --resource gpt-4 -l tpm:5000/h:9000 -n my-app"
            },
            keys = {"entity_id", "resource", "limits", "access", "version"})
    static final class Set extends LevelCommands.SetLimits {
        Set() {
            super(new EntityArgument());
        }
    }

    @Command(name = "get-limits", header = "Show the limits of an entity.")
    @Manual(
            examples = "entity get-limits user-123 --resource gpt-4 -n my-app",
            keys = {"entity_id", "resource", "limits", "access", "version"})
    static final class Get extends LevelCommands.GetLimits {
        Get() {
            super(new EntityArgument());
        }
    }

    @Command(name = "delete-limits", header = "Delete the limits of an entity: those of its resource hold again.")
    @Manual(
            examples = "entity delete-limits user-123 --resource gpt-4 --yes -n my-app",
            keys = {"entity_id", "resource", "limits", "access", "version"})
    static final class Delete extends LevelCommands.DeleteLimits {
        Delete() {
            super(new EntityArgument());
        }
    }

    @Command(name = "list", header = "List the entities with limits of their own.")
    @Manual(examples = "entity list --with-custom-limits gpt-4 -n my-app", keys = "entity_id", list = true)
    static final class ListEntities extends AdminCommand {

        @Option(
                names = "--with-custom-limits",
                paramLabel = "RESOURCE",
                converter = AResource.class,
                description = "On this resource (default: those with limits on every resource).")
        private @Nullable String resource;

        @Override
        protected void prepare() {
            String on = EntityArgument.named(resource);
            if (on != null) {
                Level.resource(on);
            }
        }

        @Override
        protected void run(Administration admin, Output output) {
            String on = EntityArgument.named(resource);
            output.column(
                    "entity_id",
                    after -> admin.limits().entitiesWithLimits(on, PAGE, after),
                    "No entity has such limits.");
        }
    }

    @Command(name = "list-resources", header = "List the resources on which entities have limits of their own.")
    @Manual(
            examples = "entity list-resources -n my-app",
            keys = {"resource", "entities"},
            list = true)
    static final class ListResources extends AdminCommand {

        @Override
        protected void run(Administration admin, Output output) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            admin.limits()
                    .resourcesWithEntityLimits()
                    .forEach((resource, count) -> rows.add(Output.fields("resource", resource, "entities", count)));
            output.rows(rows, "No entity has limits of its own.");
        }
    }
}
