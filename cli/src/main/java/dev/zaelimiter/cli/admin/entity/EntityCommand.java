package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.cli.admin.Group;
import picocli.CommandLine.Command;

/** {@code zae-limiter entity}. */
@Command(
        name = "entity",
        header = "Entities, and limits of their own.",
        subcommands = {
            EntityRecordCommands.Create.class,
            EntityRecordCommands.Show.class,
            EntityRecordCommands.Children.class,
            EntityRecordCommands.SetParent.class,
            EntityRecordCommands.Delete.class,
            EntityLimitCommands.Set.class,
            EntityLimitCommands.Get.class,
            EntityLimitCommands.Delete.class,
            EntityLimitCommands.ListEntities.class,
            EntityLimitCommands.ListResources.class
        })
public final class EntityCommand extends Group {}
