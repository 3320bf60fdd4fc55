package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** What there is, and how it is. */
class LookTest extends CloudTest {

    private List<StackSummary> list() {
        return Deployment.list(
                "eu-west-1",
                cloud.endpoint(),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
    }

    @Test
    void list_showsStacksOfOursAlone() {
        assertThat(list()).isEmpty();
        cloud.stacks.add("shop", "Somebody's web shop", "CREATE_COMPLETE");
        cloud.stacks.add("broken", StackTemplate.DESCRIPTION + "x", "ROLLBACK_COMPLETE");
        deploy();

        assertThat(list()).extracting(StackSummary::name).containsExactlyInAnyOrder("broken", NAME);
    }

    @Test
    void list_denied_namesTheAction() {
        cloud.denied.add("cloudformation:DescribeStacks");
        assertThat(failure(DENIED, this::list)).hasMessageContaining("cloudformation:DescribeStacks");
    }

    @Test
    void report_ofNoStackOfOurs_isEmpty() {
        assertThat(deployment().report()).isEmpty();
        cloud.stacks.add(NAME, "Somebody's web shop", "CREATE_COMPLETE");
        assertThat(deployment().report()).isEmpty();
    }

    @Test
    void report_tellsLagAndAlarmsOfThisStackAlone() {
        deploy();
        cloud.lags.addAll(List.of(1500.0, 61_000.4, 20.0));
        cloud.alarms = Map.of(
                "my-app-aggregator-errors",
                "ALARM",
                "my-app-table-read-throttles",
                "OK",
                "my-app-shop-errors",
                "ALARM");

        DeploymentReport report = deployment().report().orElseThrow();

        assertThat(report.function().orElseThrow().lagMillis()).hasValue(61_000);
        assertThat(report.alarms())
                .containsExactly(
                        new AlarmReport("my-app-aggregator-errors", "ALARM", "why"),
                        new AlarmReport("my-app-table-read-throttles", "OK", "why"));
        assertThat(report.notKnown()).isEmpty();
    }

    /** The cloud here lets nobody look at metrics and alarms. */
    @Test
    void report_tellsWhatMayBeAskedAndWhatNot() {
        deploy();
        DeploymentReport report = deployment().report().orElseThrow();

        assertThat(report.function()).hasValueSatisfying(function -> {
            assertThat(function.state()).isEqualTo("Active");
            assertThat(function.version()).isEqualTo("3");
            assertThat(function.events()).isEqualTo("Enabled");
            assertThat(function.lagMillis()).isEmpty();
        });
        assertThat(report.alarms()).isEmpty();
        assertThat(report.notKnown())
                .containsExactly(
                        "cloudwatch:GetMetricStatistics is not allowed", "cloudwatch:DescribeAlarms is not allowed");
    }
}
