package dev.zaelimiter.cli.admin;

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
        },
        footer = {
            "",
            "Examples:",
            "  zae-limiter entity create key-1 --parent project-1 --cascade --embedded limits.zae",
            "  zae-limiter entity set-limits key-1 --resource gpt-4 -l rpm:100 --embedded limits.zae"
        })
public final class EntityCommand extends Group {}
