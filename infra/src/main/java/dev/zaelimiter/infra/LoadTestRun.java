package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A run of a load test, to be started. Immutable, but for the folder.
 *
 * @param name of the run, by which its results lie in the bucket: up to 36 small letters, digits and hyphens
 * @param folder with {@code run.json}, and what else workers need; results come here
 * @param workers how many, 1 to 1000
 * @param onFunction whether workers are calls of the function, and not tasks
 * @param lasts how long the load lasts
 * @param beside whether it may begin while tasks of another run are there
 */
public record LoadTestRun(String name, Path folder, int workers, boolean onFunction, Duration lasts, boolean beside) {

    /** The file that says what is to be done. */
    static final String PLAN = "run.json";

    private static final int MOST_WORKERS = 1_000;
    private static final Duration LONGEST = Duration.ofHours(24);

    /** A function has 15 minutes, and needs some of that to begin and to end. */
    private static final Duration LONGEST_ON_FUNCTION = Duration.ofMinutes(13);

    /** Checks it. */
    public LoadTestRun {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,35}")) {
            throw new InvalidInputException("name", name, "a run's name: up to 36 small letters, digits and hyphens");
        } else if (workers < 1 || workers > MOST_WORKERS) {
            throw new InvalidInputException("workers", workers, "1 to 1000");
        } else if (!Files.isRegularFile(folder.resolve(PLAN))) {
            throw new InvalidInputException("folder", folder, "a folder with the file run.json");
        }
        Duration longest = onFunction ? LONGEST_ON_FUNCTION : LONGEST;
        if (lasts.isNegative() || lasts.isZero() || lasts.compareTo(longest) > 0) {
            throw new InvalidInputException(
                    "duration",
                    lasts,
                    onFunction ? "up to 13 minutes on a function; tasks may take up to 24 hours" : "up to 24 hours");
        }
    }
}
