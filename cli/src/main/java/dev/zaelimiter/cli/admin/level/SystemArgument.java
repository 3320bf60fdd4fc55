package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Level;
import picocli.CommandLine.Command;

/** The level of the system, of which there is one. */
@Command
final class SystemArgument implements LevelArgument {

    @Override
    public Level level() {
        return Level.system();
    }
}
