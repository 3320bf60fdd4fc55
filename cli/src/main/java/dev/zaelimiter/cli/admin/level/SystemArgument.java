package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.ConfigLevel;
import picocli.CommandLine.Command;

/** The level of the system, of which there is one. */
@Command
final class SystemArgument implements LevelArgument {

    @Override
    public ConfigLevel level() {
        return ConfigLevel.system();
    }
}
