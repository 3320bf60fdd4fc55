package dev.zaelimiter.cli.admin.level;

import dev.zaelimiter.Level;

/** Says which level a command is about, from its arguments. */
public interface LevelArgument {

    /**
     * The level.
     *
     * @return one of the four
     * @throws dev.zaelimiter.InvalidInputException if a name breaks its rule
     */
    Level level();
}
