/**
 * What is stored at the four levels: {@code resource}, {@code system} and {@code explain}, and what {@code entity}
 * shares with them in {@link dev.zaelimiter.cli.admin.level.LevelCommands}.
 */
@NullMarked
package dev.zaelimiter.cli.admin.level;

import org.jspecify.annotations.NullMarked;
