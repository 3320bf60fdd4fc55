package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.stack.StackCommand;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.infra.LoadTest;
import dev.zaelimiter.infra.StackSummary;
import java.util.Comparator;
import picocli.CommandLine.Command;

/** {@code zae-limiter loadtest list}. */
@Command(name = "list", header = "List the load tests that are deployed in a region.")
@Manual(
        examples = {"loadtest list --region eu-west-1", "loadtest list --profile ops --output json"},
        keys = {"stack", "status", "table", "bucket", "function", "created_at"},
        list = true)
public final class ListLoadTestsCommand extends StackCommand {

    @Override
    protected int run(AwsWay way, Output output) {
        output.rows(
                LoadTest.all(way.region(), way.endpoint()).stream()
                        .sorted(Comparator.comparing(StackSummary::name))
                        .map(each -> Output.fields(
                                "stack", each.name(),
                                "status", each.status(),
                                "table", each.table(),
                                "bucket", each.output("BucketName").orElse(null),
                                "function", each.output("FunctionName").isPresent(),
                                "created_at", each.created().toString()))
                        .toList(),
                "No load test is deployed here.");
        return ExitCodes.OK;
    }
}
