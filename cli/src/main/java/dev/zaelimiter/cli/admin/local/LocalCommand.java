package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.admin.Group;
import picocli.CommandLine.Command;

/** {@code zae-limiter local}. */
@Command(
        name = "local",
        header = "A store on this machine, to develop against.",
        subcommands = {UpCommand.class, DownCommand.class, LocalStatusCommand.class, LogsCommand.class, EnvCommand.class
        })
public final class LocalCommand extends Group {}
