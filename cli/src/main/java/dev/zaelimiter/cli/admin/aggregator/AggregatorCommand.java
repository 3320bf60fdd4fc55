package dev.zaelimiter.cli.admin.aggregator;

import dev.zaelimiter.cli.admin.Group;
import picocli.CommandLine.Command;

/** {@code zae-limiter aggregator}. */
@Command(
        name = "aggregator",
        header = "Sum up what was consumed, and look after buckets.",
        subcommands = RunCommand.class)
public final class AggregatorCommand extends Group {}
