package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        assertThat(report.notAllowed()).containsExactly("cloudwatch:GetMetricStatistics", "cloudwatch:DescribeAlarms");
    }
}
