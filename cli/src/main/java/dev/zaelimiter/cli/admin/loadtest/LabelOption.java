package dev.zaelimiter.cli.admin.loadtest;

import picocli.CommandLine.Option;

/** Which of several load tests of a table. */
final class LabelOption {

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            order = 101,
            description = "Tells several load tests of one table apart: up to 32 letters, digits and hyphens"
                    + " (default: none).")
    private String label = "";

    String label() {
        return label;
    }
}
