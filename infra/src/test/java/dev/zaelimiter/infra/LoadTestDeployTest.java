package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static dev.zaelimiter.infra.DeploymentException.Reason.FAILED;
import static dev.zaelimiter.infra.DeploymentException.Reason.GOES_ON;
import static dev.zaelimiter.infra.DeploymentException.Reason.NAME_TAKEN;
import static dev.zaelimiter.infra.DeploymentException.Reason.PROTECTED;
import static dev.zaelimiter.infra.DeploymentException.Reason.STACK_MISSING;
import static dev.zaelimiter.infra.DeploymentException.Reason.STACK_STUCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stack of a load test: made, changed, deleted, and what can be in the way. */
class LoadTestDeployTest extends CloudTest {

    private static final String STACK = "my-app-loadtest";

    @BeforeEach
    void table() {
        cloud.tables.put(NAME, false);
    }

    private FakeStack made() {
        return cloud.stacks.byName.get(STACK);
    }

    @Test
    void deploy_bindsTheStackToItsTable_andAgainChangesNothing() {
        StackSummary stack = loadTest().deploy(LoadTestOptions.USUAL, false);
        assertThat(stack.name()).isEqualTo(STACK);
        assertThat(stack.output("BucketName")).contains(STACK + "-bucket");
        assertThat(made().parameters).containsEntry("TableName", NAME);
        cloud.asked.clear();

        loadTest().deploy(LoadTestOptions.USUAL, false);

        assertThat(changes()).isEmpty();
        assertThat(heard).contains("nothing to change in stack my-app-loadtest");
    }

    /** Or `list` would show a load test as a table, and `delete` would take one for the other. */
    @Test
    void kindsOfStacks_areToldApart() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        cloud.stacks.add("tables", StackTemplate.DESCRIPTION + "x", "CREATE_COMPLETE");
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
        try {
            assertThat(LoadTest.all("eu-west-1", cloud.endpoint()))
                    .extracting(StackSummary::name)
                    .containsExactly(STACK);
            assertThat(Deployment.list("eu-west-1", cloud.endpoint(), null))
                    .extracting(StackSummary::name)
                    .containsExactly("tables");
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }

        cloud.stacks.add(STACK, StackTemplate.DESCRIPTION + "x", "CREATE_COMPLETE");
        assertThat(failure(NAME_TAKEN, () -> loadTest().deploy(LoadTestOptions.USUAL, false)))
                .hasMessageContaining("is of another kind");
        assertThat(failure(NAME_TAKEN, () -> loadTest().delete())).hasMessageContaining("is of another kind");
    }

    @Test
    void labels_makeSeveralLoadTestsOfOneTable() {
        String longest = "a" + "b".repeat(54);
        cloud.tables.put(longest, false);
        LoadTest named = LoadTest.of(longest, "c".repeat(32));
        assertThat(named.stackName()).hasSize(97);
        assertThat(LoadTest.of(NAME, "x").stackName()).isEqualTo("my-app-loadtest-x");
        for (String wrong : List.of("-x", "x-", "a b", "ä", "c".repeat(33))) {
            assertThatThrownBy(() -> LoadTest.of(NAME, wrong))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("label");
        }
    }

    @Test
    void missingTable_isSaid_andNothingIsMade() {
        cloud.tables.clear();
        assertThat(failure(STACK_MISSING, () -> loadTest().deploy(LoadTestOptions.USUAL, false)))
                .hasMessageContaining("there is no table my-app")
                .hasMessageContaining("deploy it first");
        assertThat(made()).isNull();
    }

    @Test
    void otherTable_isRefusedForAStackThatIsBound() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        LoadTestOptions other = LoadTestOptions.builder().table("other").build();
        assertThatThrownBy(() -> loadTest().deploy(other, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("the table my-app, to which load test my-app-loadtest is bound");
    }

    @Test
    void creationThatFailed_isReplacedWhenAsked() {
        cloud.stacks.failures.add(new String[] {"Network", "The maximum number of VPCs has been reached."});
        assertThat(failure(FAILED, () -> loadTest().deploy(LoadTestOptions.USUAL, false)))
                .hasMessageContaining("The maximum number of VPCs");
        assertThat(failure(STACK_STUCK, () -> loadTest().deploy(LoadTestOptions.USUAL, false)))
                .hasMessageContaining("--replace-failed");
        assertThat(loadTest().deploy(LoadTestOptions.USUAL, true).status()).isEqualTo("CREATE_COMPLETE");
    }

    /** A deploy that was cut off goes on at AWS; the next one waits for its end. */
    @Test
    void interruptedDeploy_isTakenUpAgain() {
        interrupt(LoadTestOptions.USUAL);
        assertThat(made().status).isEqualTo("CREATE_IN_PROGRESS");

        assertThat(loadTest().deploy(LoadTestOptions.USUAL, false).status()).isEqualTo("CREATE_COMPLETE");
        assertThat(heard).anyMatch(each -> each.contains("waiting for its end"));
    }

    private void interrupt(LoadTestOptions options) {
        LoadTest interrupted = loadTest().listener(new LoadTestListener() {
            @Override
            public void step(StackStep step) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThat(failure(GOES_ON, () -> interrupted.deploy(options, false)))
                    .hasMessageContaining("run the same again");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Its end is waited for: what is being made can't be deleted, and would be there after all. */
    @Test
    void interruptedDeploy_thatIsDeleted_leavesNothing() {
        interrupt(LoadTestOptions.USUAL);
        assertThat(made().status).isEqualTo("CREATE_IN_PROGRESS");

        assertThat(loadTest().delete()).isTrue();

        assertThat(made()).isNull();
        assertThat(heard).anyMatch(each -> each.contains("waiting for its end"));
        assertThat(cloud.leftInBuckets).isEmpty();
        assertThat(loadTest().delete()).isFalse();
        assertThat(loadTest().deploy(LoadTestOptions.USUAL, false).status()).isEqualTo("CREATE_COMPLETE");
    }

    @Test
    void interruptedChange_thatIsDeleted_leavesNothing() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        cloud.buckets.put(STACK + "-bucket", "runs/a/run.json", "{}");
        interrupt(LoadTestOptions.builder().function(true).build());
        assertThat(made().status).isEqualTo("UPDATE_IN_PROGRESS");

        assertThat(loadTest().delete()).isTrue();

        assertThat(made()).isNull();
        assertThat(cloud.leftInBuckets).isEmpty();
    }

    /** Cut off between the two, a change was thought out for a stack that nobody has begun to make. */
    @Test
    void deployThatWasCutOffBeforeItBegan_isTakenUpOrDeleted() {
        cloud.denied.add("cloudformation:ExecuteChangeSet");
        failure(DENIED, () -> loadTest().deploy(LoadTestOptions.USUAL, false));
        assertThat(made().status).isEqualTo("REVIEW_IN_PROGRESS");
        cloud.denied.clear();

        assertThat(loadTest().deploy(LoadTestOptions.USUAL, false).status()).isEqualTo("CREATE_COMPLETE");
        assertThat(loadTest().delete()).isTrue();

        cloud.denied.add("cloudformation:ExecuteChangeSet");
        failure(DENIED, () -> loadTest().deploy(LoadTestOptions.USUAL, false));
        cloud.denied.clear();
        assertThat(loadTest().delete()).isTrue();
        assertThat(made()).isNull();
    }

    /** Whoever presses Ctrl-C while a stack is deleted presses it for the command: the deletion goes on at AWS. */
    @Test
    void interruptedDelete_isTakenUpAgain() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        LoadTest interrupted = loadTest().listener(new LoadTestListener() {
            @Override
            public void step(StackStep step) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            failure(GOES_ON, interrupted::delete);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(made().status).isEqualTo("DELETE_IN_PROGRESS");

        assertThat(loadTest().delete()).isTrue();

        assertThat(made()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cloudformation:DescribeStacks",
                "cloudformation:CreateChangeSet",
                "cloudformation:ExecuteChangeSet",
                "cloudformation:DescribeStackEvents"
            })
    void missingRight_isNamed(String action) {
        cloud.denied.add(action);
        assertThat(failure(DENIED, () -> loadTest().deploy(LoadTestOptions.USUAL, false)))
                .hasMessageContaining(action + " is not allowed");
    }

    @ParameterizedTest
    @CsvSource({"300,1024,cpu", "256,1536,memory", "1024,1024,memory", "8192,18432,memory", "512,8192,memory"})
    void sizesThatFargateRefuses_areRefusedFirst(int units, int megabytes, String field) {
        assertThatThrownBy(() -> LoadTestOptions.builder().task(units, megabytes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(field);
        LoadTestOptions.builder().task(256, 512).task(16384, 122880).task(8192, 20480);
    }

    @Test
    void networkOfOnesOwn_isChecked() {
        LoadTestOptions.Builder options = LoadTestOptions.builder();
        assertThatThrownBy(() -> options.network("vpc", List.of("subnet-00000001")))
                .hasMessageContaining("the id of a VPC");
        assertThatThrownBy(() -> options.network("vpc-00000001", List.of())).hasMessageContaining("1 to 16 subnets");
        assertThatThrownBy(() -> options.network("vpc-00000001", List.of("sub")))
                .hasMessageContaining("ids of subnets");
        assertThat(options.network("vpc-00000001", List.of("subnet-00000001", "subnet-00000002"))
                        .build()
                        .parameters())
                .containsEntry("SubnetIds", "subnet-00000001,subnet-00000002");
    }

    @Test
    void plan_changesNothing() {
        assertThat(loadTest().plan(LoadTestOptions.USUAL)).isNotEmpty();
        assertThat(made()).isNull();
    }

    @Test
    void delete_endsTasks_emptiesTheBucket_andIsNoErrorTheSecondTime() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        cloud.buckets.put(STACK + "-bucket", "runs/a/run.json", "{}");
        cloud.buckets.put(STACK + "-bucket", "somebody/else", "x");
        cloud.tasks.byArn.put("arn:task/0", new FakeTasks.FakeTask("arn:task/0", 0));

        assertThat(loadTest().delete()).isTrue();

        assertThat(made()).isNull();
        assertThat(cloud.leftInBuckets).isEmpty();
        assertThat(cloud.tasks.byArn.get("arn:task/0").ended()).isTrue();
        assertThat(cloud.asked.indexOf("ecs:StopTask")).isLessThan(cloud.asked.indexOf("cloudformation:DeleteStack"));
        assertThat(loadTest().delete()).isFalse();
    }

    @Test
    void delete_whatIsGoneAlready_isNoObstacle() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        cloud.buckets.objects.clear();
        cloud.tasks.clusterGone = true;
        assertThat(loadTest().delete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ecs:ListTasks", "ecs:StopTask", "s3:POST", "cloudformation:DeleteStack"})
    void delete_thatWasCutOff_goesOnWhenTheRightIsThere(String action) {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        cloud.buckets.put(STACK + "-bucket", "runs/a/run.json", "{}");
        cloud.tasks.byArn.put("arn:task/0", new FakeTasks.FakeTask("arn:task/0", 0));
        cloud.denied.add(action);
        failure(DENIED, () -> loadTest().delete());
        assertThat(made()).isNotNull();

        cloud.denied.clear();
        assertThat(loadTest().delete()).isTrue();
        assertThat(cloud.leftInBuckets).isEmpty();
    }

    @Test
    void delete_aProtectedStack_leavesAll() {
        loadTest().deploy(LoadTestOptions.USUAL, false);
        made().terminationProtection = true;
        cloud.buckets.put(STACK + "-bucket", "runs/a/run.json", "{}");
        cloud.asked.clear();
        failure(PROTECTED, () -> loadTest().delete());
        assertThat(changes()).isEmpty();
    }
}
