package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.model.Stack;

/** Takes out the stack of a load test with all that it has: tasks, the bucket's content, logs. For one thread. */
final class LoadTestDeleting {

    private final LoadTestName name;
    private final AwsSite site;
    private final Stacks stacks;
    private final StackSteps steps;
    private final StackWatch watch;
    private final Patience patience;
    private final DeploymentListener listener;

    LoadTestDeleting(
            LoadTestName name, AwsSite site, StackSteps steps, DeploymentListener listener, Patience patience) {
        this.name = name;
        this.site = site;
        this.stacks = new Stacks(StackKind.LOAD_TEST, site);
        this.steps = steps;
        this.watch = new StackWatch(site, listener, patience);
        this.patience = patience;
        this.listener = listener;
    }

    /** Does it; returns false if there is nothing of this name. */
    boolean run() {
        Stack stack = stacks.find(name.value());
        if (stack == null) {
            return false;
        }
        stacks.refuseOthers(stack);
        String id = stack.stackId();
        if (Stacks.isBusy(stack.stackStatusAsString())) {
            listener.next(
                    "stack " + name + " is being changed (" + stack.stackStatusAsString() + "): waiting for its end");
            if (watch.follow(id, null, "what was begun before with stack " + name)
                    .status()
                    .equals("DELETE_COMPLETE")) {
                return true;
            }
            stack = stacks.ours(id);
        }
        StackSummary summary = StackSummary.of(stack);
        if (summary.terminationProtection()) {
            throw new DeploymentException(
                    Reason.PROTECTED,
                    "stack " + name
                            + " is protected from being deleted, and nothing was: lift it with 'aws cloudformation"
                            + " update-termination-protection --no-enable-termination-protection --stack-name " + name
                            + "' if you mean it");
        }
        summary.output("ClusterArn").ifPresent(this::stopTasks);
        emptyBucket(summary.output("BucketName").orElse(null));
        listener.next("deleting stack " + name);
        steps.remove(id);
        return true;
    }

    /** A task that still runs would write into the bucket again, and keeps its cluster from being deleted. */
    private void stopTasks(String cluster) {
        ClusterTasks tasks = new ClusterTasks(site, cluster);
        boolean told = false;
        while (true) {
            var running = tasks.running();
            if (running.isEmpty()) {
                return;
            }
            if (!told) {
                listener.next("stopping " + running.size() + " tasks");
                running.forEach(task -> tasks.stop(task, "the load test is deleted"));
                told = true;
            }
            patience.pause("the end of the tasks of stack " + name);
        }
    }

    private void emptyBucket(@Nullable String bucket) {
        if (bucket != null) {
            listener.next("emptying bucket " + bucket);
            new CodeStore(site, listener).empty(bucket);
        }
    }
}
