package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static dev.zaelimiter.infra.DeploymentException.Reason.GOES_ON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stack is made and changed: from nothing, again, in other ways, cut off anywhere. */
class DeployTest extends CloudTest {

    @Test
    void deploy_whereNothingIs_makesStackThenUploadsThenAddsFunction() {
        StackSummary stack = deploy();

        assertThat(stack.status()).isEqualTo("UPDATE_COMPLETE");
        assertThat(stack.table()).isEqualTo(NAME);
        assertThat(stack.output("AggregatorFunctionName")).hasValue("my-app-aggregator");
        assertThat(changes().stream().filter(each -> !each.startsWith("dynamodb")))
                .containsExactly(
                        "cloudformation:ExecuteChangeSet",
                        "s3 PUT /my-app-code/" + code.key(),
                        "cloudformation:ExecuteChangeSet");
        assertThat(stack().parameters).containsEntry("FunctionCodeKey", code.key());
        assertThat(heard).contains("Table CREATE_COMPLETE", "my-app UPDATE_COMPLETE");
        assertThat(heard.stream().filter("my-app CREATE_COMPLETE"::equals)).hasSize(1);
        assertThat(changes()).contains("dynamodb:PutItem");
    }

    @Test
    void deploy_again_changesNothing() {
        deploy();
        cloud.asked.clear();

        deploy();

        assertThat(changes()).noneMatch(each -> each.startsWith("cloudformation") || each.startsWith("s3"));
        assertThat(heard).contains("nothing to change in stack my-app");
    }

    @Test
    void deploy_withOtherCode_uploadsItAndKeepsThatOfBefore() throws IOException {
        deploy();
        String first = code.key();
        code = FunctionCode.of(Jars.function(folder, "two", true));
        deploy();
        String second = code.key();
        code = FunctionCode.of(Jars.function(folder, "three", true));

        deploy();

        assertThat(cloud.buckets.objects.get("my-app-code")).containsExactlyInAnyOrder(second, code.key());
        assertThat(first).isNotEqualTo(second);
    }

    @Test
    void options_notGiven_stayAsTheyAre() {
        deploy(StackOptions.builder().lambdaMemory(1024).tag("team", "a").build());
        deploy(StackOptions.builder().logRetentionDays(7).tag("cost", "b").build());

        assertThat(stack().parameters).containsEntry("FunctionMemory", "1024").containsEntry("LogRetentionDays", "7");
        assertThat(stack().tags).containsEntry("team", "a").containsEntry("cost", "b");
    }

    @Test
    void deploy_withoutAggregator_needsNoCodeAndOneChange() {
        deployment().deploy(StackOptions.builder().aggregator(false).build(), FunctionSource.NONE);

        assertThat(asked("cloudformation:ExecuteChangeSet")).isOne();
        assertThat(cloud.asked).noneMatch(each -> each.startsWith("s3"));
        // And a change of something else does not ask for the code either.
        deployment().deploy(StackOptions.builder().alarms(false).build(), FunctionSource.NONE);
        assertThat(stack().parameters)
                .containsEntry("EnableAlarms", "false")
                .containsEntry("EnableAggregator", "false");
    }

    @Test
    void aggregator_switchedOffAndOnAgain_emptiesItsBucketFirstAndComesBack() {
        deploy();
        deployment().deploy(StackOptions.builder().aggregator(false).build(), FunctionSource.NONE);
        assertThat(cloud.buckets.objects.get("my-app-code")).isEmpty();
        assertThat(stack().parameters).containsEntry("FunctionCodeKey", "");

        StackSummary stack = deploy(StackOptions.builder().aggregator(true).build());

        assertThat(stack.output("AggregatorFunctionName")).isPresent();
        assertThat(cloud.buckets.objects.get("my-app-code")).containsExactly(code.key());
    }

    @Test
    void deploy_withOwnCodeBucket_makesAllAtOnce() {
        cloud.buckets.add("theirs");
        deploy(StackOptions.builder().codeBucket("theirs").build());

        assertThat(asked("cloudformation:ExecuteChangeSet")).isOne();
        assertThat(cloud.buckets.objects.get("theirs")).containsExactly(code.key());
    }

    /** The time is over in the middle of each step in turn; whoever runs it again gets a whole stack. */
    @ParameterizedTest
    @CsvSource({"1", "3", "5", "9", "13"})
    void deploy_cutOff_goesOnWhenRunAgain(int seconds) {
        for (int i = 0; i < 10 && (stack() == null || !stack().outputs().containsKey("AggregatorFunctionName")); i++) {
            try {
                deployment().timeout(Duration.ofSeconds(seconds)).deploy(StackOptions.USUAL, archives -> code);
            } catch (DeploymentException e) {
                assertThat(e.reason()).as(e.getMessage()).isEqualTo(GOES_ON);
                assertThat(e.getMessage()).contains("run the same again");
            }
        }
        assertThat(stack().outputs()).containsKey("AggregatorFunctionName");
        assertThat(asked("cloudformation:ExecuteChangeSet")).isEqualTo(2);
    }

    @Test
    void deploy_interrupted_saysThatItGoesOnAndKeepsTheFlag() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(this::deploy).hasMessageContaining("goes on");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void deploy_uploadFailed_goesOnWhenRunAgain() {
        cloud.denied.add("s3:PUT");
        DeploymentException thrown = failure(DENIED, this::deploy);
        assertThat(thrown).hasMessageContaining("s3:PutObject is not allowed").hasMessageContaining("my-app-code");

        cloud.denied.clear();
        assertThat(deploy().output("AggregatorFunctionName")).isPresent();
        assertThat(asked("cloudformation:ExecuteChangeSet")).isEqualTo(2);
    }

    @Test
    void optionsThatDoNotGoTogether_areRefusedBeforeAnythingIsDone() throws IOException {
        assertThatThrownBy(() -> deploy(StackOptions.builder().iam(false).build()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("aggregatorRole");
        assertThatThrownBy(() -> deploy(StackOptions.builder()
                        .roleNameFormat("a-very-long-name-for-roles-of-everybody-in-this-company-{}")
                        .build()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at most 64");
        FunctionCode small = FunctionCode.of(Jars.function(folder, "one", false));
        assertThatThrownBy(() -> deployment().deploy(StackOptions.USUAL, archives -> small))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("function-archive");
        assertThatThrownBy(() -> deployment().deploy(StackOptions.USUAL, FunctionSource.NONE))
                .isInstanceOf(InvalidInputException.class);
        assertThat(stack()).isNull();
        deployment().deploy(StackOptions.builder().auditArchival(false).build(), archives -> small);
        assertThat(stack().outputs()).doesNotContainKey("ArchiveBucketName");
    }

    @Test
    void plan_showsChangesAndMakesNone() {
        assertThat(deployment().plan(StackOptions.USUAL, archives -> code))
                .containsExactly(new PlannedChange("Modify", "Table", "AWS::DynamoDB::Table", false));
        assertThat(asked("cloudformation:ExecuteChangeSet")).isZero();
        deploy();
        cloud.asked.clear();
        // And nothing is planned of a stack that is as chosen.
        assertThat(deployment().plan(StackOptions.USUAL, archives -> code)).isEmpty();
        assertThat(deployment().plan(StackOptions.builder().lambdaMemory(999).build(), archives -> code))
                .hasSize(1);
        assertThat(changes()).isEmpty();
    }
}
