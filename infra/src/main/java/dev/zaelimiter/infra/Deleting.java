package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Takes a stack out. What is protected, and what is others', is looked for before anything is deleted. For one thread.
 */
final class Deleting {

    private final StackName name;
    private final AwsSite site;
    private final Stacks stacks;
    private final StackWatch watch;
    private final CodeStore buckets;
    private final DeploymentListener listener;

    Deleting(StackName name, AwsSite site, StackWatch watch, DeploymentListener listener) {
        this.name = name;
        this.site = site;
        this.stacks = new Stacks(StackKind.TABLE, site);
        this.watch = watch;
        this.buckets = new CodeStore(site, listener);
        this.listener = listener;
    }

    /** Does it; returns the bucket that is left, if there is one. */
    Optional<String> run(boolean archiveToo) {
        Stack stack = stacks.ours(name.value());
        String id = stack.stackId();
        String last;
        if ("DELETE_IN_PROGRESS".equals(stack.stackStatusAsString())) {
            listener.next("stack " + name + " is being deleted already: waiting for its end");
            last = null;
        } else {
            stack = rested(stack);
            StackSummary summary = StackSummary.of(stack);
            refuseProtected(summary);
            String code = summary.output("CodeBucketName").orElse(null);
            if (code != null) {
                buckets.refuseOthers(code);
                buckets.removeCode(code);
            }
            last = watch.newest(id);
            listener.next("deleting stack " + name);
            SdkFailures.call(
                    "delete stack " + name,
                    "cloudformation:DeleteStack",
                    () -> site.stacks().deleteStack(ask -> ask.stackName(id)));
        }
        String archive = StackSummary.of(stack).output("ArchiveBucketName").orElse(null);
        follow(id, last);
        if (archive != null && archiveToo) {
            destroy(archive);
            archive = null;
        }
        return Optional.ofNullable(archive);
    }

    private void follow(String id, @Nullable String last) {
        StackWatch.Outcome outcome = watch.follow(id, last, "the deletion of stack " + name);
        if (!outcome.status().equals("DELETE_COMPLETE")) {
            throw StackTrouble.notDeleted(name.value(), outcome);
        }
    }

    /** The stack is gone, and with it the place where the bucket's name stood. */
    private void destroy(String archive) {
        try {
            buckets.destroy(archive);
        } catch (DeploymentException e) {
            throw new DeploymentException(
                    e.reason(),
                    "stack " + name + " is deleted, but bucket " + archive + " is left: " + e.getMessage()
                            + "; then empty it, with all versions of its objects, and delete it",
                    e);
        }
    }

    private Stack rested(Stack stack) {
        if (!Stacks.isBusy(stack.stackStatusAsString())) {
            return stack;
        }
        listener.next("stack " + name + " is being changed (" + stack.stackStatusAsString() + "): waiting for its end");
        StackWatch.Outcome unused = watch.follow(stack.stackId(), null, "what was begun before with stack " + name);
        return stacks.ours(stack.stackId());
    }

    private void refuseProtected(StackSummary stack) {
        if (stack.terminationProtection()) {
            throw new DeploymentException(
                    Reason.PROTECTED,
                    "stack " + name
                            + " is protected from being deleted, and nothing was: lift it with 'aws cloudformation"
                            + " update-termination-protection --no-enable-termination-protection --stack-name " + name
                            + "' if you mean it");
        }
        TableDescription table = stacks.table(stack.table());
        if (table != null && Boolean.TRUE.equals(table.deletionProtectionEnabled())) {
            throw new DeploymentException(
                    Reason.PROTECTED,
                    "table " + stack.table() + " is protected from being deleted, and nothing was: deploy with"
                            + " --no-enable-deletion-protection first if you mean it");
        }
    }
}
