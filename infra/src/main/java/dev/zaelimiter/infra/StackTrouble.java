package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is said when something went wrong with a stack: what happened, what is left, what to do. */
final class StackTrouble {

    private static final Set<String> NEVER_MADE = Set.of("ROLLBACK_COMPLETE", "ROLLBACK_FAILED");

    private StackTrouble() {}

    /** A stack whose creation failed and was undone; nobody has ever used it. */
    static boolean wasNeverMade(String status) {
        return NEVER_MADE.contains(status);
    }

    /** A state in which a stack can't be changed. */
    static DeploymentException stuck(String name, String status, @Nullable String reason) {
        String why = reason == null || reason.isBlank() ? "" : " (" + reason.strip() + ")";
        String todo;
        if (wasNeverMade(status)) {
            todo =
                    "its creation failed once and was undone, and CloudFormation keeps the name: deploy with --replace-failed,"
                            + " which deletes what is left of it and begins anew";
        } else if (status.equals("CREATE_FAILED")) {
            todo = "its creation failed, and was not undone: delete it, and deploy again";
        } else if (status.equals("DELETE_FAILED")) {
            todo = "its deletion failed: delete it again, which goes on where it stopped, then deploy again";
        } else if (status.equals("UPDATE_ROLLBACK_FAILED")) {
            todo =
                    "a change failed and could not be undone: mend what its events name, then let CloudFormation go on with 'aws"
                            + " cloudformation continue-update-rollback --stack-name " + name + "', and deploy again";
        } else {
            todo = "end what was begun in the console of CloudFormation, and deploy again";
        }
        return new DeploymentException(
                Reason.STACK_STUCK, "stack " + name + " is " + status + why + " and can't be changed: " + todo);
    }

    /** A creation or a change that CloudFormation has undone, or tried to. */
    static DeploymentException failed(String name, boolean isNew, StackWatch.Outcome outcome) {
        String what = (isNew ? "creating" : "updating") + " stack " + name + " failed: " + first(outcome);
        String left = isNew
                ? "what was made is " + (outcome.status().equals("ROLLBACK_COMPLETE") ? "gone again" : "partly left")
                        + ", and the stack is " + outcome.status() + ": deploy again with --replace-failed"
                : outcome.status().equals("UPDATE_ROLLBACK_COMPLETE")
                        ? "the stack is as it was before: deploy again"
                        : "the stack is " + outcome.status() + ": deploy again to hear what to do";
        return new DeploymentException(reason(outcome), what + "; " + left + " once that is mended");
    }

    /** A deletion that stopped. */
    static DeploymentException notDeleted(String name, StackWatch.Outcome outcome) {
        return new DeploymentException(
                reason(outcome),
                "deleting stack " + name + " failed: " + first(outcome)
                        + "; what could be deleted is gone, and the stack is " + outcome.status()
                        + ": delete it again once that is mended");
    }

    private static Reason reason(StackWatch.Outcome outcome) {
        return outcome.failures().stream().anyMatch(step -> SdkFailures.missingAction(step.reason()) != null)
                ? Reason.DENIED
                : Reason.FAILED;
    }

    private static String first(StackWatch.Outcome outcome) {
        if (outcome.failures().isEmpty()) {
            return "CloudFormation names no cause";
        }
        StackStep step = outcome.failures().get(0);
        String action = SdkFailures.missingAction(step.reason());
        String reason = step.reason().isBlank() ? step.status() : step.reason().strip();
        return step.resource() + " (" + step.type() + "): "
                + (action == null ? "" : action + " is not allowed; give it to who runs this, ")
                + (action == null ? reason : "or to the role of the stack (" + reason + ")");
    }
}
