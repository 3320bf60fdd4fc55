package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.model.Stack;

/**
 * What is done to a stack, whatever it is of: each step waits for its end, and can be done again after it was cut off.
 * For one thread.
 */
final class StackSteps {

    private final String name;
    private final AwsSite site;
    private final Stacks stacks;
    private final ChangeSets changes;
    private final StackWatch watch;
    private final DeploymentListener listener;

    StackSteps(
            StackKind kind,
            String name,
            AwsSite site,
            Environment environment,
            DeploymentListener listener,
            Patience patience) {
        this.name = name;
        this.site = site;
        this.stacks = new Stacks(kind, site);
        this.changes = new ChangeSets(kind, site, environment, patience);
        this.watch = new StackWatch(site, listener, patience);
        this.listener = listener;
    }

    /** What a change would do, without doing it. */
    List<PlannedChange> plan(@Nullable Stack before, Map<String, String> chosen, Map<String, String> tags) {
        ChangeSets.Prepared change = changes.prepare(name, before, chosen, tags);
        if (change == null) {
            return List.of();
        }
        changes.forget(name, change.id());
        if (before == null) {
            // Thinking a new stack out leaves an empty one behind.
            remove(change.stack());
        }
        return change.resources();
    }

    /**
     * Carries a change out, unless there is nothing to change.
     *
     * @param before the stack, or null if it is to be made
     * @param chosen parameters; all others stay
     * @param tags in addition to those of before
     */
    Stack change(@Nullable Stack before, Map<String, String> chosen, Map<String, String> tags) {
        ChangeSets.Prepared change = changes.prepare(name, before, chosen, tags);
        if (change == null) {
            listener.next("nothing to change in stack " + name);
            return Objects.requireNonNull(before);
        }
        String last = watch.newest(change.stack());
        boolean isNew = before == null || Stacks.EMPTY.equals(before.stackStatusAsString());
        listener.next((isNew ? "creating stack " : "updating stack ") + name);
        changes.execute(name, change);
        StackWatch.Outcome outcome =
                watch.follow(change.stack(), last, "the " + (isNew ? "creation" : "change") + " of stack " + name);
        if (!Stacks.isChangeable(outcome.status()) || outcome.status().contains("ROLLBACK")) {
            throw StackTrouble.failed(name, isNew, outcome);
        }
        return stacks.ours(change.stack());
    }

    /** The stack in a state in which it can be changed; null if there is none. */
    @Nullable
    Stack changeable(boolean replaceFailed) {
        Stack stack = stacks.find(name);
        if (stack == null) {
            return null;
        }
        stacks.refuseOthers(stack);
        if (Stacks.isBusy(stack.stackStatusAsString())) {
            listener.next(
                    "stack " + name + " is being changed (" + stack.stackStatusAsString() + "): waiting for its end");
            StackWatch.Outcome outcome =
                    watch.follow(stack.stackId(), null, "what was begun before with stack " + name);
            if (outcome.status().equals("DELETE_COMPLETE")) {
                return null;
            }
            stack = stacks.ours(stack.stackId());
        }
        String status = stack.stackStatusAsString();
        if (StackTrouble.wasNeverMade(status) && replaceFailed) {
            listener.next("deleting what is left of stack " + name + ", which was never made");
            remove(stack.stackId());
            return null;
        } else if (!Stacks.isChangeable(status) && !status.equals(Stacks.EMPTY)) {
            throw StackTrouble.stuck(name, status, stack.stackStatusReason());
        }
        return stack;
    }

    /** Deletes a stack that nobody has ever used. */
    void remove(String id) {
        String last = watch.newest(id);
        SdkFailures.call(
                "delete stack " + name,
                "cloudformation:DeleteStack",
                () -> site.stacks().deleteStack(ask -> ask.stackName(id)));
        StackWatch.Outcome outcome = watch.follow(id, last, "the deletion of stack " + name);
        if (!outcome.status().equals("DELETE_COMPLETE")) {
            throw StackTrouble.notDeleted(name, outcome);
        }
    }
}
