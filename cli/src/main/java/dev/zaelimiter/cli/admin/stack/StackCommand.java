package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.cli.admin.OperatorCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.AwsWay;
import dev.zaelimiter.cli.admin.store.AwsWayOptions;
import dev.zaelimiter.infra.Deployment;
import dev.zaelimiter.infra.LoadTest;
import java.util.Objects;
import picocli.CommandLine.Mixin;

/** A command about stacks in a region and account. */
public abstract class StackCommand extends OperatorCommand {

    @Mixin
    private final AwsWayOptions place = new AwsWayOptions();

    /**
     * Does the work, and shows the result.
     *
     * @param way to AWS
     * @param output where the result goes
     * @return an exit code
     */
    protected abstract int run(AwsWay way, Output output);

    @Override
    protected final int run(Output output) {
        return run(place.way(), output);
    }

    /** A load test there, whose progress is shown on standard error. */
    protected final LoadTest loadTest(String name, String label, AwsWay way, WaitOptions waiting) {
        LoadTest test =
                LoadTest.of(name, label).at(way.region(), way.endpoint()).timeout(waiting.timeout());
        return waiting.quiet() ? test : test.listener(new StackProgress(err()));
    }

    /** A stack there, whose progress is shown on standard error. */
    final Deployment deployment(String name, AwsWay way, boolean quiet) {
        Deployment deployment = Deployment.of(name);
        if (way.region() != null) {
            deployment.region(way.region());
        }
        if (way.endpoint() != null) {
            deployment.endpoint(Objects.requireNonNull(way.endpoint()));
        }
        return quiet ? deployment : deployment.listener(new StackProgress(err()));
    }
}
