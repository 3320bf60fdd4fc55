package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.infra.Deployment;
import dev.zaelimiter.infra.StackOptions;
import dev.zaelimiter.infra.StackSummary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code zae-limiter deploy}. */
@Command(
        name = "deploy",
        header = "Make a stack on AWS, or change it: table, policies, alarms, aggregator, archive.",
        description = {
            "What is not given stays as it is. Run again after it was cut off, it goes on where it stopped.",
            "",
            "A function needs its code first: the stack is made without it, the code is uploaded into a bucket of the stack, and"
                    + " the function follows.%n"
        })
@Manual(
        examples = {
            "deploy -n my-app --region eu-west-1",
            "deploy -n my-app --region eu-west-1 --no-aggregator --enable-deletion-protection",
            "deploy -n my-app --permission-boundary arn:aws:iam::aws:policy/PowerUserAccess",
            "deploy -n my-app --lambda-memory 1024 --plan"
        },
        keys = {"stack", "status", "table", "function", "code", "archive_bucket", "dead_letter_queue", "outputs"})
public final class DeployCommand extends StackCommand {

    @Mixin
    private final NameOption named = new NameOption();

    @Mixin
    private final Switches switches = new Switches();

    @Mixin
    private final StackSettings settings = new StackSettings();

    @Mixin
    private final FunctionFile function = new FunctionFile();

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    protected int run(AwsWay way, Output output) {
        StackOptions.Builder options = StackOptions.builder();
        switches.addTo(options);
        settings.addTo(options);
        Deployment deployment = deployment(named.name(), way, waiting.quiet())
                .replaceFailed(change.replaceFailed())
                .timeout(waiting.timeout());
        if (change.plan()) {
            ChangeOptions.show(deployment.plan(options.build(), function::code), output);
        } else {
            show(deployment.deploy(options.build(), function::code), output);
        }
        return ExitCodes.OK;
    }

    private static void show(StackSummary stack, Output output) {
        output.object(Output.fields(
                "stack",
                stack.name(),
                "status",
                stack.status(),
                "table",
                stack.table(),
                "function",
                stack.output("AggregatorFunctionName").orElse(null),
                "code",
                stack.parameters().get("FunctionCodeKey"),
                "archive_bucket",
                stack.output("ArchiveBucketName").orElse(null),
                "dead_letter_queue",
                stack.output("DeadLetterQueueUrl").orElse(null),
                "outputs",
                output.isForPeople() ? lines(stack.outputs()) : new TreeMap<>(stack.outputs())));
    }

    private static List<String> lines(Map<String, String> outputs) {
        return new TreeMap<>(outputs)
                .entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList();
    }
}
