package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.capacity.BucketCommands;
import dev.zaelimiter.cli.admin.output.Output;
import picocli.CommandLine.Command;

/** {@code zae-limiter resource}. */
@Command(
        name = "resource",
        header = "Limits of resources, for whoever asks.",
        subcommands = {
            ResourceCommand.Set.class,
            ResourceCommand.Get.class,
            ResourceCommand.Delete.class,
            ResourceCommand.ListResources.class,
            ResourceSwitchCommands.Disable.class,
            ResourceSwitchCommands.Enable.class,
            ResourceSwitchCommands.Bypass.class,
            ResourceSwitchCommands.Clear.class,
            BucketCommands.OnResource.class,
            BucketCommands.Capacity.class
        })
public final class ResourceCommand extends Group {

    @Command(name = "set-defaults", header = "Set the limits of a resource.")
    @Manual(
            examples = {
                "resource set-defaults gpt-4 -l rpm:500 -l tpm:50000 -n my-app",
                "resource set-defaults gpt-4 --merge -l rpm:600 -n my-app"
            },
            keys = {"resource", "limits", "access", "version"})
    static final class Set extends LevelCommands.SetLimits {
        Set() {
            super(new ResourceArgument());
        }
    }

    @Command(name = "get-defaults", header = "Show the limits of a resource.")
    @Manual(
            examples = "resource get-defaults gpt-4 -n my-app",
            keys = {"resource", "limits", "access", "version"})
    static final class Get extends LevelCommands.GetLimits {
        Get() {
            super(new ResourceArgument());
        }
    }

    @Command(name = "delete-defaults", header = "Delete the limits of a resource: those of the system hold again.")
    @Manual(
            examples = "resource delete-defaults gpt-4 --yes -n my-app",
            keys = {"resource", "limits", "access", "version"})
    static final class Delete extends LevelCommands.DeleteLimits {
        Delete() {
            super(new ResourceArgument());
        }
    }

    @Command(name = "list", header = "List the resources that have limits.")
    @Manual(examples = "resource list -n my-app", keys = "resource", list = true)
    static final class ListResources extends AdminCommand {

        @Override
        protected void run(Administration admin, Output output) {
            output.rows(Output.column("resource", admin.limits().resourcesWithDefaults()), "No resource has limits.");
        }
    }
}
