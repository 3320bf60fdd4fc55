package dev.zaelimiter.cli.admin.store;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.infra.AlarmReport;
import dev.zaelimiter.infra.Deployment;
import dev.zaelimiter.infra.DeploymentException;
import dev.zaelimiter.infra.DeploymentReport;
import dev.zaelimiter.infra.FunctionReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The stack that a table may be part of. It is no fault if it is not, or if nobody may ask. */
final class StackSource {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private StackSource() {}

    static StackFacts facts(String table, AwsWay way) {
        Deployment deployment;
        try {
            deployment = Deployment.of(table).callTimeout(CALL_TIMEOUT);
        } catch (InvalidInputException e) {
            return StackFacts.NONE;
        }
        if (way.region() != null) {
            deployment.region(way.region());
        }
        if (way.endpoint() != null) {
            deployment.endpoint(way.endpoint());
        }
        try {
            return deployment.report().map(StackSource::of).orElse(StackFacts.NONE);
        } catch (DeploymentException e) {
            // Another service than AWS may know nothing of stacks.
            return way.endpoint() != null && e.reason() != DeploymentException.Reason.DENIED
                    ? StackFacts.NONE
                    : new StackFacts("not known: " + e.getMessage(), null, null, null, null);
        }
    }

    private static StackFacts of(DeploymentReport report) {
        @Nullable FunctionReport function = report.function().orElse(null);
        return new StackFacts(
                report.stack().status(),
                function == null ? null : function.state(),
                function == null || function.events().isEmpty() ? null : function.events(),
                function == null || function.lagMillis().isEmpty()
                        ? null
                        : function.lagMillis().getAsLong(),
                report.notKnown().stream().anyMatch(each -> each.startsWith("cloudwatch:DescribeAlarms"))
                        ? null
                        : report.alarms().stream()
                                .filter(each -> each.state().equals("ALARM"))
                                .map(AlarmReport::name)
                                .toList());
    }
}
