package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.BUCKET_NOT_EMPTY;
import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static dev.zaelimiter.infra.DeploymentException.Reason.FAILED;
import static dev.zaelimiter.infra.DeploymentException.Reason.NAME_TAKEN;
import static dev.zaelimiter.infra.DeploymentException.Reason.PROTECTED;
import static dev.zaelimiter.infra.DeploymentException.Reason.STACK_MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stack is taken out, unless it is protected, somebody else's, or not there. */
@Tag("same-on-every-jdk")
class DeleteTest extends CloudTest {

    @Test
    void delete_takesAllOutButTheArchive() {
        deploy();
        cloud.buckets.objects.get("my-app-archive").add("audit/x.gz");

        assertThat(deployment().delete(false)).hasValue("my-app-archive");

        assertThat(stack()).isNull();
        assertThat(cloud.tables).isEmpty();
        assertThat(cloud.buckets.objects).containsOnlyKeys("my-app-archive");
    }

    @Test
    void delete_withArchive_leavesNothing() {
        deploy();
        cloud.buckets.objects.get("my-app-archive").add("audit/x.gz");

        assertThat(deployment().delete(true)).isEmpty();

        assertThat(cloud.buckets.objects).isEmpty();
    }

    /** The stack, and with it the bucket's name, is gone by then. */
    @Test
    void archiveThatMayNotBeDeleted_isNamed() {
        deploy();
        cloud.buckets.objects.get("my-app-archive").add("audit/x.gz");
        cloud.denied.add("s3:DELETE");

        assertThat(failure(DENIED, () -> deployment().delete(true)))
                .hasMessageContaining("stack my-app is deleted")
                .hasMessageContaining("s3:DeleteBucket")
                .hasMessageContaining("bucket my-app-archive is left");
    }

    @Test
    void noStack_saysWhereItWasLookedFor() {
        assertThat(failure(STACK_MISSING, () -> deployment().delete(false)))
                .hasMessageContaining("in eu-west-1")
                .hasMessageContaining("zae-limiter list");
    }

    @Test
    void stackOfAnotherKind_isLeftAlone() {
        cloud.stacks.add(NAME, "Somebody's web shop", "CREATE_COMPLETE");
        failure(NAME_TAKEN, () -> deployment().delete(true));
        assertThat(changes()).isEmpty();
    }

    @Test
    void protectedStack_isLeftAlone() {
        deploy();
        stack().terminationProtection = true;
        cloud.asked.clear();
        assertThat(failure(PROTECTED, () -> deployment().delete(false)))
                .hasMessageContaining("update-termination-protection");
        assertThat(changes()).isEmpty();
    }

    /** CloudFormation would delete everything else before it comes to the table. */
    @Test
    void protectedTable_keepsAll() {
        deploy();
        cloud.tables.put(NAME, true);
        cloud.asked.clear();
        assertThat(failure(PROTECTED, () -> deployment().delete(true)))
                .hasMessageContaining("--no-enable-deletion-protection");
        assertThat(changes()).isEmpty();
    }

    @Test
    void objectsOfOthers_keepAll() {
        deploy();
        cloud.buckets.objects.get("my-app-code").add("holiday.jpg");
        cloud.asked.clear();
        assertThat(failure(BUCKET_NOT_EMPTY, () -> deployment().delete(false)))
                .hasMessageContaining("my-app-code")
                .hasMessageContaining("holiday.jpg");
        assertThat(changes()).isEmpty();
    }

    @Test
    void deletionThatFailed_saysWhyAndGoesOnWhenRunAgain() {
        deploy();
        cloud.stacks.failures.add(new String[] {"LogGroup", "it is in use"});
        assertThat(failure(FAILED, () -> deployment().delete(false)))
                .hasMessageContaining("LogGroup")
                .hasMessageContaining("it is in use")
                .hasMessageContaining("delete it again");

        deployment().delete(false);
        assertThat(stack()).isNull();
    }

    @Test
    void missingPermission_isNamed() {
        deploy();
        cloud.denied.add("cloudformation:DeleteStack");
        assertThat(failure(DENIED, () -> deployment().delete(false)))
                .hasMessageContaining("cloudformation:DeleteStack is not allowed");
        assertThat(stack()).isNotNull();
    }

    @Test
    void deletionUnderWay_isFollowed() {
        deploy();
        FakeStack stack = stack();
        stack.begin("DELETE_IN_PROGRESS", 3, () -> {
            stack.end("DELETE_COMPLETE");
            cloud.stacks.byName.remove(NAME);
            cloud.stacks.gone.add(stack);
        });
        cloud.asked.clear();

        deployment().delete(false);

        assertThat(asked("cloudformation:DeleteStack")).isZero();
        assertThat(heard).contains("my-app DELETE_COMPLETE");
    }

    @Test
    void creationThatWasNeverCarriedOut_canBeDeleted() {
        cloud.stacks.add(NAME, "", Stacks.EMPTY);
        deployment().delete(false);
        assertThat(stack()).isNull();
    }
}
