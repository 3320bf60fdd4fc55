package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.OperatorCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.loadtest.internal.scenario.Scenarios;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code zae-limiter loadtest list-scenarios}. */
@Command(name = "list-scenarios", header = "List the scenarios that a load test can play.")
@Manual(
        examples = "loadtest list-scenarios",
        keys = {"scenario", "about"},
        list = true)
public final class ListScenariosCommand extends OperatorCommand {

    @Override
    protected int run(Output output) {
        List<Map<String, @Nullable Object>> rows = Scenarios.about().entrySet().stream()
                .map(each -> Output.fields("scenario", each.getKey(), "about", each.getValue()))
                .toList();
        output.rows(rows, "none");
        return ExitCodes.OK;
    }
}
