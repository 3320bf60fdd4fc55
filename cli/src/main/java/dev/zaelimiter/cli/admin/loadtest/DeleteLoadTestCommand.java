package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.stack.NameOption;
import dev.zaelimiter.cli.admin.stack.StackCommand;
import dev.zaelimiter.cli.admin.stack.WaitOptions;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.infra.LoadTest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code zae-limiter loadtest delete}. */
@Command(
        name = "delete",
        header = "Delete the stack of a load test with all that was pushed and measured.",
        description =
                "Workers that still run are ended first. The table stays, with what the load test has left in it. Run again after"
                        + " it was cut off, it goes on where it stopped; where nothing is left, it does nothing.%n")
@Manual(
        examples = "loadtest delete -n my-app --region eu-west-1 --yes",
        keys = {"stack", "deleted"})
public final class DeleteLoadTestCommand extends StackCommand {

    @Mixin
    private final NameOption named = new NameOption();

    @Mixin
    private final LabelOption labelled = new LabelOption();

    @Mixin
    private final Consent consent = new Consent();

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Override
    protected void prepare() {
        String what =
                "stack " + LoadTest.of(named.name(), labelled.label()).stackName() + " with all results of its runs";
        consent.require(prompt(), "Delete " + what + "?", "this deletes " + what);
    }

    @Override
    protected int run(AwsWay way, Output output) {
        LoadTest test = loadTest(named.name(), labelled.label(), way, waiting);
        boolean deleted = test.delete();
        output.done(
                deleted
                        ? "Stack " + test.stackName() + " is deleted, and nothing of it is left."
                        : "There is no stack " + test.stackName() + " here, so there is nothing to delete.",
                Output.fields("stack", test.stackName(), "deleted", deleted));
        return ExitCodes.OK;
    }
}
