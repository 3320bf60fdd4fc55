package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.list;
import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What rules for security ask of a template: private, encrypted, no more rights than are used, data that outlives
 * mistakes.
 */
class TemplateSecurityTest {

    private static final String BUCKET = "AWS::S3::Bucket";

    private final MadeStack whole = MadeStack.whole();

    /** Statements of all policies of some effect, each with where it stands. */
    static List<Map<String, Object>> statements(Object value, String effect) {
        List<Map<String, Object>> found = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            if (effect.equals(map.get("Effect"))) {
                found.add(map(value));
            }
            map.values().forEach(each -> found.addAll(statements(each, effect)));
        } else if (value instanceof List<?> list) {
            list.forEach(each -> found.addAll(statements(each, effect)));
        }
        return found;
    }

    @Test
    void buckets_arePrivateAndEncrypted() {
        assertThat(whole.namesOf(BUCKET)).containsExactlyInAnyOrder("CodeBucket", "ArchiveBucket");
        for (String bucket : whole.namesOf(BUCKET)) {
            Map<String, Object> properties = whole.properties(bucket);
            assertThat(map(properties.get("PublicAccessBlockConfiguration")))
                    .isEqualTo(Map.of(
                            "BlockPublicAcls", "true",
                            "BlockPublicPolicy", "true",
                            "IgnorePublicAcls", "true",
                            "RestrictPublicBuckets", "true"));
            assertThat(properties.get("BucketEncryption").toString()).contains("SSEAlgorithm=AES256");
            assertThat(properties.get("OwnershipControls").toString()).contains("BucketOwnerEnforced");
            assertThat(properties.get("LifecycleConfiguration").toString()).contains("AbortIncompleteMultipartUpload");
        }
        assertThat(whole.properties("ArchiveBucket").toString()).contains("GLACIER_IR", "TransitionInDays=90");
    }

    @Test
    void bucketsAndQueue_takeEncryptedConnectionsAlone() {
        for (String[] each : new String[][] {
            {"CodeBucket", "CodeBucketPolicy"},
            {"ArchiveBucket", "ArchiveBucketPolicy"},
            {"DeadLetterQueue", "DeadLetterQueuePolicy"}
        }) {
            List<Map<String, Object>> denied = statements(whole.properties(each[1]), "Deny");
            assertThat(denied).hasSize(1);
            assertThat(denied.get(0).get("Principal")).isEqualTo("*");
            assertThat(denied.get(0).get("Condition").toString()).isEqualTo("{Bool={aws:SecureTransport=false}}");
            assertThat(whole.properties(each[1]).toString())
                    .contains(
                            each[0].equals("DeadLetterQueue")
                                    ? "ref:DeadLetterQueue"
                                    : each[0].toLowerCase(Locale.ROOT));
        }
        assertThat(whole.properties("DeadLetterQueue")).containsEntry("SqsManagedSseEnabled", "true");
    }

    /** A right to all actions, or all resources, is more than anybody needs. X-Ray knows no resources. */
    @Test
    void rights_areNeverForAll() {
        int seen = 0;
        for (Map<String, Object> statement : statements(whole.resources(), "Allow")) {
            for (Object action : list(statement.get("Action"))) {
                seen++;
                assertThat((String) action).doesNotContain("*").contains(":");
                if (list(statement.getOrDefault("Resource", List.of())).contains("*")) {
                    assertThat((String) action).startsWith("xray:");
                }
            }
            assertThat(statement).doesNotContainKeys("NotAction", "NotResource", "NotPrincipal");
        }
        assertThat(seen).isGreaterThan(50);
    }

    @Test
    void roles_areAssumedByThisAccountOrLambdaAlone() {
        for (String role : whole.namesOf("AWS::IAM::Role")) {
            String trust =
                    whole.properties(role).get("AssumeRolePolicyDocument").toString();
            assertThat(trust)
                    .contains(
                            role.equals("AggregatorRole")
                                    ? "Principal={Service=lambda.amazonaws.com}"
                                    : "Principal={AWS=arn:aws:iam::" + MadeStack.ACCOUNT + ":root}");
        }
        assertThat(whole.namesOf("AWS::IAM::Role"))
                .containsExactlyInAnyOrder("AppRole", "AdminRole", "ReadRole", "AggregatorRole");
    }

    @Test
    void data_outlivesAReplacementAndTheArchiveTheStack() {
        whole.resources().forEach((name, resource) -> {
            if (List.of("AWS::DynamoDB::Table", BUCKET, "AWS::SQS::Queue", "AWS::Logs::LogGroup")
                    .contains(resource.get("Type"))) {
                assertThat(resource).as(name).containsKeys("DeletionPolicy", "UpdateReplacePolicy");
            }
        });
        assertThat(whole.resources().get("Table")).containsEntry("UpdateReplacePolicy", "Retain");
        assertThat(whole.resources().get("ArchiveBucket"))
                .containsEntry("DeletionPolicy", "RetainExceptOnCreate")
                .containsEntry("UpdateReplacePolicy", "Retain");
    }
}
