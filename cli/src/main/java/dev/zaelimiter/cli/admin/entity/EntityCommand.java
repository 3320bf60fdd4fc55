package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.capacity.BucketCommands;
import dev.zaelimiter.cli.admin.refill.RefillCommands;
import picocli.CommandLine.Command;

/** {@code zae-limiter entity}. */
@Command(
        name = "entity",
        header = "Entities, and limits of their own.",
        subcommands = {
            EntityRecordCommands.Create.class,
            EntityRecordCommands.Show.class,
            EntityRecordCommands.Children.class,
            EntityMoveCommands.SetParent.class,
            EntityMoveCommands.SetCascade.class,
            EntityRecordCommands.Delete.class,
            EntityLimitCommands.Set.class,
            EntityLimitCommands.Get.class,
            EntityLimitCommands.Delete.class,
            EntityLimitCommands.ListEntities.class,
            EntityRecordCommands.ListAll.class,
            EntityLimitCommands.ListResources.class,
            EntitySwitchCommands.Disable.class,
            EntitySwitchCommands.Enable.class,
            EntitySwitchCommands.Bypass.class,
            EntitySwitchCommands.Clear.class,
            RefillCommands.Reset.class,
            RefillCommands.TopUp.class,
            BucketCommands.OfEntity.class
        })
public final class EntityCommand extends Group {}
