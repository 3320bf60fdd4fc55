package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.admin.Group;
import picocli.CommandLine.Command;

/** {@code zae-limiter loadtest}. */
@Command(
        name = "loadtest",
        header = "Put load on a store, and see what the limits and it take.",
        subcommands = {
            RunLoadCommand.class,
            TuneCommand.class,
            ListScenariosCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            DeployLoadTestCommand.class,
            PushCommand.class,
            ListLoadTestsCommand.class,
            DeleteLoadTestCommand.class,
            UiCommand.class
        })
public final class LoadTestCommand extends Group {}
