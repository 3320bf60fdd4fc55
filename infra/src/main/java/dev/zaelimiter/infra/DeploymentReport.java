package dev.zaelimiter.infra;

import java.util.List;
import java.util.Optional;

/**
 * How a stack is. Immutable.
 *
 * @param stack itself
 * @param function the aggregator; empty if the stack has none, or that may not be asked
 * @param alarms of the stack; empty if it has none, or that may not be asked
 * @param notAllowed what may not be asked, by the actions that are missing
 */
public record DeploymentReport(
        StackSummary stack, Optional<FunctionReport> function, List<AlarmReport> alarms, List<String> notAllowed) {

    /** Copies the lists. */
    public DeploymentReport {
        alarms = List.copyOf(alarms);
        notAllowed = List.copyOf(notAllowed);
    }
}
