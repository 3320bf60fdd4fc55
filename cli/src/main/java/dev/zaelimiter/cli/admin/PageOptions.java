package dev.zaelimiter.cli.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a page for the browser is served on this machine, and for how long. */
public final class PageOptions {

    private static final double MILLIS = 1000;
    private static final double LONGEST_SECONDS = 1e9;
    private static final int FIRST_FREE_PORT = 1024;
    private static final int HIGHEST_PORT = 65_535;
    private static final Duration WITHOUT_END = Duration.ofDays(10_000);

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The port of the page on this machine; 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--for", paramLabel = "SECONDS", description = "End after this time.")
    private @Nullable Double seconds;

    /**
     * Those of a command.
     *
     * @param usual the port that it has where none is named
     */
    public PageOptions(int usual) {
        this.port = usual;
    }

    /**
     * Looks at both before anything is begun.
     *
     * @param leastPort 0, or 1 where somebody has to know the port before
     * @throws InvalidInputException if one is wrong
     */
    public void check(int leastPort) {
        if (seconds != null && !(seconds >= 0 && seconds <= LONGEST_SECONDS)) {
            throw new InvalidInputException("--for", seconds, "0 to 10^9 seconds");
        } else if (port < leastPort || port > HIGHEST_PORT) {
            throw new InvalidInputException("--port", port, leastPort + " to " + HIGHEST_PORT);
        }
    }

    /**
     * The port.
     *
     * @return as given
     */
    public int port() {
        return port;
    }

    /**
     * How long the page is served.
     *
     * @return as given, or as good as without end
     */
    public Duration time() {
        return seconds == null ? WITHOUT_END : Duration.ofMillis(Math.round(seconds * MILLIS));
    }

    /**
     * Why the port can't be had.
     *
     * @param failure of who tried
     * @return a sentence with what helps
     * @throws BadInputException if no other user may have it either
     */
    public String cannotListen(UncheckedIOException failure) {
        String reason = Objects.toString(failure.getMessage());
        if (port > 0 && port < FIRST_FREE_PORT && reason.contains("ermission")) {
            throw new BadInputException("--port " + port + " is for the superuser: give one from " + FIRST_FREE_PORT
                    + " on, or 0 for any that is free");
        }
        return reason + "; give another with --port, or 0 for any that is free";
    }
}
