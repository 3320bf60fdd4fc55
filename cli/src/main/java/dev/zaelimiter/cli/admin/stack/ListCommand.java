package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.infra.Deployment;
import dev.zaelimiter.infra.StackSummary;
import java.util.Comparator;
import picocli.CommandLine.Command;

/** {@code zae-limiter list}. */
@Command(name = "list", header = "List the stacks of zae-limiter in a region.")
@Manual(
        examples = {"list --region eu-west-1", "list --profile ops --output json"},
        keys = {"stack", "status", "table", "aggregator", "created_at", "updated_at"},
        list = true)
public final class ListCommand extends StackCommand {

    @Override
    protected int run(AwsWay way, Output output) {
        output.rows(
                Deployment.list(way.region(), way.endpoint(), null).stream()
                        .sorted(Comparator.comparing(StackSummary::name))
                        .map(each -> Output.fields(
                                "stack",
                                each.name(),
                                "status",
                                each.status(),
                                "table",
                                each.table(),
                                "aggregator",
                                each.output("AggregatorFunctionName").isPresent(),
                                "created_at",
                                each.created().toString(),
                                "updated_at",
                                each.updated().toString()))
                        .toList(),
                "There is no stack of zae-limiter here.");
        return ExitCodes.OK;
    }
}
