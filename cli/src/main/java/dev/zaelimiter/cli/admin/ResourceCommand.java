package dev.zaelimiter.cli.admin;

import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.admin.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter resource}. */
@Command(
        name = "resource",
        header = "Limits of resources, for whoever asks.",
        subcommands = {
            ResourceCommand.Set.class,
            ResourceCommand.Get.class,
            ResourceCommand.Delete.class,
            ResourceCommand.ListResources.class
        },
        footer = {
            "",
            "Examples:",
            "  zae-limiter resource set-defaults gpt-4 -l rpm:500 -l tpm:50000 --embedded limits.zae",
            "  zae-limiter resource set-defaults gpt-4 --merge -l rpm:600 --embedded limits.zae"
        })
public final class ResourceCommand extends Group {

    @Command(name = "set-defaults", header = "Set the limits of a resource.")
    static final class Set extends AdminCommand {

        @Parameters(paramLabel = "RESOURCE", description = "Its name.")
        private String resource = "";

        @Mixin
        private final LimitOptions limits = new LimitOptions();

        @Override
        void run(Administration admin, Output output) {
            Levels.set(admin, output, ConfigLevel.resource(resource), limits.change(false));
        }
    }

    @Command(name = "get-defaults", header = "Show the limits of a resource.")
    static final class Get extends AdminCommand {

        @Parameters(paramLabel = "RESOURCE", description = "Its name.")
        private String resource = "";

        @Override
        void run(Administration admin, Output output) {
            Levels.show(admin, output, ConfigLevel.resource(resource));
        }
    }

    @Command(name = "delete-defaults", header = "Delete the limits of a resource: those of the system hold again.")
    static final class Delete extends AdminCommand {

        @Parameters(paramLabel = "RESOURCE", description = "Its name.")
        private String resource = "";

        @Option(names = "--yes", description = "Needed: what is deleted is gone.")
        private boolean yes;

        @Override
        void run(Administration admin, Output output) {
            requireYes(yes, "the limits of resource " + resource);
            Levels.delete(admin, output, ConfigLevel.resource(resource));
        }
    }

    @Command(name = "list", header = "List the resources that have limits.")
    static final class ListResources extends AdminCommand {

        @Override
        void run(Administration admin, Output output) {
            output.rows(Levels.column("resource", admin.limits().resourcesWithDefaults()), "No resource has limits.");
        }
    }
}
