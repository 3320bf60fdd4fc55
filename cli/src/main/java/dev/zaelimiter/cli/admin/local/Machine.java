package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.BadInputException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What this package asks of the machine that it runs on. Immutable.
 *
 * @param variables of the environment
 * @param system its name, as the JVM says it
 * @param home of the user
 */
record Machine(Map<String, String> variables, String system, Path home) {

    private static final List<String> ENDINGS_ON_WINDOWS = List.of(".exe", ".cmd", ".bat");

    /** This one. */
    static Machine here() {
        return new Machine(
                System.getenv(), System.getProperty("os.name", ""), Path.of(System.getProperty("user.home", "")));
    }

    boolean isWindows() {
        return system.toLowerCase(Locale.ROOT).startsWith("windows");
    }

    /** A variable that is set to something; an empty one says nothing. */
    @Nullable
    String variable(String name) {
        String value = variables.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    String variable(String name, String usual) {
        return Objects.requireNonNullElse(variable(name), usual);
    }

    /** Where a program lies that can be called by its name, or null. */
    @Nullable
    Path find(String program) {
        String path = Objects.requireNonNullElse(variable("PATH"), "");
        for (String folder : path.split(File.pathSeparator)) {
            Path found = folder.isEmpty() ? null : find(program, folder);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Path find(String program, String folder) {
        try {
            Path in = Path.of(folder);
            if (!isWindows()) {
                return executable(in.resolve(program));
            }
            for (String ending : ENDINGS_ON_WINDOWS) {
                Path found = executable(in.resolve(program + ending));
                if (found != null) {
                    return found;
                }
            }
        } catch (InvalidPathException e) {
            // A part of PATH that is none holds no programs.
        }
        return null;
    }

    /** The file, if it is there and may be run. */
    static @Nullable Path executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file) ? file : null;
    }

    /**
     * Where what runs is remembered: below {@code XDG_STATE_HOME}, where that is an absolute path as its specification
     * asks, else below {@code ~/.local/state}; on Windows below {@code LOCALAPPDATA}.
     */
    Path stateFolder() {
        String variable = isWindows() ? "LOCALAPPDATA" : "XDG_STATE_HOME";
        String named = variable(variable);
        try {
            Path base = named == null ? null : Path.of(named);
            if (base == null || !base.isAbsolute()) {
                base = isWindows()
                        ? home.resolve("AppData").resolve("Local")
                        : home.resolve(".local").resolve("state");
            }
            return base.resolve("zae-limiter").resolve("local");
        } catch (InvalidPathException e) {
            throw new BadInputException(variable + " '" + named + "' is no path: " + e.getReason(), e);
        }
    }
}
