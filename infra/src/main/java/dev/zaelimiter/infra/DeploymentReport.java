package dev.zaelimiter.infra;

import java.util.List;
import java.util.Optional;

/**
 * How a stack is. Immutable.
 *
 * @param stack itself
 * @param function the aggregator; empty if the stack has none, or that can't be asked
 * @param alarms of the stack; empty if it has none, or that can't be asked
 * @param notKnown what could not be asked, and why: {@code cloudwatch:DescribeAlarms is not allowed}
 */
public record DeploymentReport(
        StackSummary stack, Optional<FunctionReport> function, List<AlarmReport> alarms, List<String> notKnown) {

    /** Copies the lists. */
    public DeploymentReport {
        alarms = List.copyOf(alarms);
        notKnown = List.copyOf(notKnown);
    }
}
