package dev.zaelimiter.cli.admin.stack;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long to wait for CloudFormation, and whether to show how far it is. */
public final class WaitOptions {

    @Option(
            names = "--timeout",
            paramLabel = "MINUTES",
            defaultValue = "30",
            description = "How long to wait for CloudFormation, up to 720 (default: ${DEFAULT-VALUE}).")
    private int timeout;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    /**
     * For CloudFormation.
     *
     * @return how long to wait
     */
    public Duration timeout() {
        return Duration.ofMinutes(timeout);
    }

    /**
     * Of progress.
     *
     * @return whether none is shown
     */
    public boolean quiet() {
        return quiet;
    }
}
