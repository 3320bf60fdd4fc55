package dev.zaelimiter.cli.admin.migrate;

import dev.zaelimiter.cli.admin.Group;
import picocli.CommandLine.Command;

/** {@code zae-limiter migrate}. */
@Command(
        name = "migrate",
        header = "Come from the Python system: what would change for its table.",
        subcommands = MigrateCheckCommand.class)
public final class MigrateCommand extends Group {}
