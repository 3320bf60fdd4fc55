package dev.zaelimiter.cli.admin.stack;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long to wait for CloudFormation, and whether to show how far it is. */
final class WaitOptions {

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

    Duration timeout() {
        return Duration.ofMinutes(timeout);
    }

    boolean quiet() {
        return quiet;
    }
}
