package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static dev.zaelimiter.infra.DeploymentException.Reason.FAILED;
import static dev.zaelimiter.infra.DeploymentException.Reason.NAME_TAKEN;
import static dev.zaelimiter.infra.DeploymentException.Reason.NO_ANSWER;
import static dev.zaelimiter.infra.DeploymentException.Reason.STACK_STUCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in the way of a stack: things of others, missing rights, what failed before, nobody who answers. */
@Tag("same-on-every-jdk")
class DeployTroubleTest extends CloudTest {

    @Test
    void stackOfAnotherKind_isLeftAlone() {
        cloud.stacks.add(NAME, "Somebody's web shop", "CREATE_COMPLETE");
        assertThat(failure(NAME_TAKEN, this::deploy)).hasMessageContaining("Somebody's web shop");
        assertThat(changes()).isEmpty();

        cloud.stacks.add(NAME, "", "CREATE_COMPLETE");
        assertThat(failure(NAME_TAKEN, this::deploy)).hasMessageContaining("has no description");
        assertThat(changes()).isEmpty();
    }

    @Test
    void tableOfNoStack_isLeftAlone() {
        cloud.tables.put(NAME, false);
        assertThat(failure(NAME_TAKEN, this::deploy)).hasMessageContaining("belongs to no stack");
        assertThat(stack()).isNull();
    }

    /** Who may not look at tables can deploy all the same. */
    @Test
    void tableThatMayNotBeLookedAt_isNoObstacle() {
        cloud.denied.add("dynamodb:DescribeTable");
        assertThat(failure(DENIED, this::deploy)).hasMessageContaining("is deployed, but its first records");
        assertThat(stack().outputs()).containsKey("AggregatorFunctionName");
    }

    @ParameterizedTest
    @CsvSource({
        "cloudformation:DescribeStacks",
        "cloudformation:CreateChangeSet",
        "cloudformation:DescribeChangeSet",
        "cloudformation:ExecuteChangeSet",
        "cloudformation:DescribeStackEvents"
    })
    void missingPermission_isNamed(String action) {
        cloud.denied.add(action);
        assertThat(failure(DENIED, this::deploy)).hasMessageContaining(action + " is not allowed");

        cloud.denied.clear();
        assertThat(deploy().output("AggregatorFunctionName")).isPresent();
    }

    @Test
    void missingPermissionForAResource_isNamedAndWhatIsLeftIsSaid() {
        cloud.stacks.failures.add(new String[] {"AggregatorRole", FakeCloud.denial("iam:CreateRole")});
        assertThat(failure(DENIED, this::deploy))
                .hasMessageContaining("AggregatorRole")
                .hasMessageContaining("iam:CreateRole is not allowed")
                .hasMessageContaining("ROLLBACK_COMPLETE")
                .hasMessageContaining("--replace-failed");
    }

    @Test
    void creationThatFailed_isRefusedUntilItMayBeReplaced() {
        cloud.stacks.failures.add(new String[] {"ArchiveBucket", "You have too many buckets"});
        assertThat(failure(FAILED, this::deploy))
                .hasMessageContaining("ArchiveBucket")
                .hasMessageContaining("too many buckets");
        cloud.asked.clear();
        assertThat(failure(STACK_STUCK, this::deploy))
                .hasMessageContaining("ROLLBACK_COMPLETE")
                .hasMessageContaining("--replace-failed");
        assertThat(changes()).isEmpty();

        StackSummary stack = deployment().replaceFailed(true).deploy(StackOptions.USUAL, archives -> code);

        assertThat(stack.output("AggregatorFunctionName")).isPresent();
        assertThat(cloud.stacks.gone).hasSize(1);
    }

    /** It must never be a way to delete what somebody uses. */
    @ParameterizedTest
    @CsvSource({"CREATE_FAILED", "DELETE_FAILED", "UPDATE_ROLLBACK_FAILED", "UPDATE_FAILED"})
    void stuckStack_isNotReplacedAndSaysWhatToDo(String status) {
        cloud.stacks.add(NAME, StackTemplate.DESCRIPTION + "x", status);
        DeploymentException thrown = failure(
                STACK_STUCK, () -> deployment().replaceFailed(true).deploy(StackOptions.USUAL, archives -> code));
        assertThat(thrown).hasMessageContaining(status).hasMessageContaining("deploy again");
        assertThat(changes()).isEmpty();
    }

    @Test
    void changeThatFailed_leavesStackAsBefore() {
        deploy();
        cloud.stacks.failures.add(new String[] {"AggregatorFunction", "memory is out of stock"});
        assertThat(failure(
                        FAILED,
                        () -> deploy(StackOptions.builder().lambdaMemory(2048).build())))
                .hasMessageContaining("memory is out of stock")
                .hasMessageContaining("as it was before")
                .hasMessageNotContaining("cancelled");
        assertThat(stack().parameters).doesNotContainKey("FunctionMemory");

        deploy(StackOptions.builder().lambdaMemory(2048).build());
        assertThat(stack().parameters).containsEntry("FunctionMemory", "2048");
    }

    @Test
    void stackThatSomebodyChanges_isWaitedFor() {
        deploy();
        FakeStack stack = stack();
        stack.begin("UPDATE_IN_PROGRESS", 4, () -> stack.end("UPDATE_COMPLETE"));

        deploy(StackOptions.builder().lambdaMemory(1024).build());

        assertThat(heard).anyMatch(each -> each.contains("is being changed"));
        assertThat(stack().parameters).containsEntry("FunctionMemory", "1024");
    }

    @Test
    void nobodyAnswers_saysWhatToCheck() {
        cloud.close();
        assertThat(failure(
                        NO_ANSWER,
                        () -> deployment()
                                .callTimeout(Duration.ofSeconds(20))
                                .deploy(StackOptions.USUAL, archives -> code)))
                .hasMessageContaining("check the region, the endpoint and the network");
    }
}
