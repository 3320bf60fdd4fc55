package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.stack.ChangeOptions;
import dev.zaelimiter.cli.admin.stack.NameOption;
import dev.zaelimiter.cli.admin.stack.StackCommand;
import dev.zaelimiter.cli.admin.stack.WaitOptions;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.infra.LoadTest;
import dev.zaelimiter.infra.StackSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code zae-limiter loadtest deploy}. */
@Command(
        name = "deploy",
        header = "Make the stack of a load test on AWS, or change it: workers, a bucket, roles, logs.",
        description =
                "The table must be there, and is not changed. What is not given stays as it is. Run again after it was cut off,"
                        + " it goes on where it stopped. Nothing runs, and next to nothing is paid for, before a run.%n")
@Manual(
        examples = {
            "loadtest deploy -n my-app --region eu-west-1",
            "loadtest deploy -n my-app --label big --cpu 4096 --memory 8192",
            "loadtest deploy -n my-app --vpc vpc-0123456789abcdef0 --subnet subnet-0123456789abcdef0",
            "loadtest deploy -n my-app --function --plan"
        },
        keys = {"stack", "status", "table", "bucket", "log_group", "task_role", "function"})
public final class DeployLoadTestCommand extends StackCommand {

    @Mixin
    private final NameOption named = new NameOption();

    @Mixin
    private final LabelOption labelled = new LabelOption();

    @Mixin
    private final LoadTestSettings settings = new LoadTestSettings();

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    protected int run(AwsWay way, Output output) {
        LoadTest test = loadTest(named.name(), labelled.label(), way, waiting);
        if (change.plan()) {
            ChangeOptions.show(test.plan(settings.options()), output);
        } else {
            show(test.deploy(settings.options(), change.replaceFailed()), output);
        }
        return ExitCodes.OK;
    }

    private static void show(StackSummary stack, Output output) {
        output.object(Output.fields(
                "stack", stack.name(),
                "status", stack.status(),
                "table", stack.table(),
                "bucket", stack.output("BucketName").orElse(null),
                "log_group", stack.output("LogGroupName").orElse(null),
                "task_role", stack.output("TaskRoleArn").orElse(null),
                "function", stack.output("FunctionName").orElse(null)));
    }
}
