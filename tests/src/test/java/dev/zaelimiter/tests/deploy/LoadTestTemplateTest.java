package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.list;
import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.infra.LoadTestTemplate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The stack of a load test: no more rights than workers use, no way in, nothing that stays, and all parts switchable.
 */
class LoadTestTemplateTest {

    private static final String KEY = "jars/" + "0".repeat(64) + ".jar";

    private final MadeStack whole = MadeStack.loadTest("EnableFunction", "true", "ProgramKey", KEY);

    /** Those of the policies' page for services, which are held to the requests that a limiter makes. */
    @Test
    void workers_mayDoToTheTableWhatServicesMay() {
        assertThat(TemplatePoliciesTest.rights(
                        map(whole.properties("WorkerPolicy").get("PolicyDocument"))))
                .isEqualTo(TemplatePoliciesTest.ofPage("*", "Acquire"));
        MadeStack bound = MadeStack.loadTest("NamespaceId", "abc");
        assertThat(TemplatePoliciesTest.rights(
                        map(bound.properties("WorkerPolicy").get("PolicyDocument"))))
                .isEqualTo(TemplatePoliciesTest.ofPage("abc", "Acquire"));
    }

    @Test
    void workers_readWhatWasPushed_andWriteRunsAlone() {
        assertThat(list(map(whole.properties("WorkerPolicy").get("PolicyDocument"))
                                .get("Statement"))
                        .stream()
                        .map(each -> map(each))
                        .filter(each -> each.get("Action").toString().contains("s3:"))
                        .map(each -> each.get("Action") + " " + each.get("Resource")))
                .containsExactly(
                        "[s3:GetObject] [arn:aws:s3:::bucket/jars/*, arn:aws:s3:::bucket/runs/*]",
                        "[s3:PutObject] [arn:aws:s3:::bucket/runs/*]");
    }

    /**
     * A right to all actions, or all resources, is more than anybody needs. Messages of the session manager know no
     * resources.
     */
    @Test
    void rights_areNeverForAll() {
        int seen = 0;
        for (Map<String, Object> statement : TemplateSecurityTest.statements(whole.resources(), "Allow")) {
            for (Object action : list(statement.get("Action"))) {
                seen++;
                assertThat((String) action).doesNotContain("*").contains(":");
                if (list(statement.getOrDefault("Resource", List.of())).contains("*")) {
                    assertThat((String) action).startsWith("ssmmessages:");
                }
            }
        }
        assertThat(seen).isGreaterThan(20);
    }

    @Test
    void roles_areAssumedByTheirServiceAlone() {
        Map.of("StartRole", "ecs-tasks", "TaskRole", "ecs-tasks", "FunctionRole", "lambda")
                .forEach((role, service) -> assertThat(whole.properties(role)
                                .get("AssumeRolePolicyDocument")
                                .toString())
                        .contains("Principal={Service=" + service + ".amazonaws.com}"));
        assertThat(whole.namesOf("AWS::IAM::Role")).hasSize(3);
        MadeStack bounded = MadeStack.loadTest("PermissionBoundary", "arn:aws:iam::aws:policy/PowerUserAccess");
        for (String role : bounded.namesOf("AWS::IAM::Role")) {
            assertThat(bounded.properties(role)).containsKey("PermissionsBoundary");
            assertThat(whole.properties(role)).doesNotContainKey("PermissionsBoundary");
        }
    }

    @Test
    void nobody_connectsToAWorker() {
        assertThat(whole.properties("SecurityGroup")).doesNotContainKey("SecurityGroupIngress");
        assertThat(whole.namesOf("AWS::EC2::SecurityGroupIngress")).isEmpty();
        assertThat(list(whole.properties("SecurityGroup").get("SecurityGroupEgress")))
                .singleElement()
                .matches(each -> map(each).get("ToPort").equals("443"));
        assertThat(container()).doesNotContainKey("PortMappings");
        assertThat(container()).containsEntry("User", "1000:1000");
    }

    private Map<String, Object> container() {
        return map(list(whole.properties("TaskDefinition").get("ContainerDefinitions"))
                .get(0));
    }

    @Test
    void bucket_isPrivateEncryptedAndForgetsRuns() {
        Map<String, Object> bucket = whole.properties("Bucket");
        assertThat(map(bucket.get("PublicAccessBlockConfiguration")).values())
                .containsOnly("true")
                .hasSize(4);
        assertThat(bucket.get("BucketEncryption").toString()).contains("SSEAlgorithm=AES256");
        assertThat(bucket.get("OwnershipControls").toString()).contains("BucketOwnerEnforced");
        assertThat(bucket.get("LifecycleConfiguration").toString())
                .contains("Prefix=runs/", "ExpirationInDays=90", "AbortIncompleteMultipartUpload");
        assertThat(TemplateSecurityTest.statements(whole.properties("BucketPolicy"), "Deny"))
                .singleElement()
                .matches(each -> each.get("Condition").toString().equals("{Bool={aws:SecureTransport=false}}"));
        assertThat(whole.properties("LogGroup")).containsEntry("RetentionInDays", "14");
    }

    /** Whoever deletes the stack is rid of all of it. */
    @Test
    void nothing_staysWhenTheStackIsDeleted() {
        whole.resources()
                .forEach((name, resource) -> assertThat(resource.getOrDefault("DeletionPolicy", "Delete"))
                        .as(name)
                        .isEqualTo("Delete"));
    }

    /** Names that a stack chooses itself are never too long, and never taken. */
    @Test
    void names_areLeftToCloudFormation() {
        whole.resources().forEach((name, resource) -> {
            Map<String, Object> properties = map(resource.get("Properties"));
            if (properties != null) {
                assertThat(properties)
                        .as(name)
                        .doesNotContainKeys("RoleName", "BucketName", "ClusterName", "ManagedPolicyName", "GroupName");
                if (!name.equals("FunctionCalls")) {
                    assertThat(properties).as(name).doesNotContainKey("FunctionName");
                }
            }
        });
    }

    @Test
    void parts_canBeLeftOutOrBroughtAlong() {
        assertThat(MadeStack.loadTest().resources()).doesNotContainKeys("Function", "FunctionRole", "FunctionCalls");
        assertThat(MadeStack.loadTest("EnableFunction", "true").resources()).doesNotContainKey("Function");
        MadeStack own = MadeStack.loadTest("VpcId", "vpc-00000001", "SubnetIds", "subnet-00000001");
        assertThat(own.resources().keySet()).noneMatch(each -> each.contains("Subnet") || each.contains("Gateway"));
        assertThat(own.properties("SecurityGroup")).containsEntry("VpcId", "vpc-00000001");
        assertThat(own.outputs())
                .containsEntry("SubnetIds", "subnet-00000001")
                .containsEntry("PublicAddresses", "DISABLED");
        assertThat(whole.outputs()).containsEntry("PublicAddresses", "ENABLED").containsKey("FunctionName");
        assertThat(whole.properties("Function"))
                .containsEntry("Code", Map.of("S3Bucket", "bucket", "S3Key", KEY))
                .containsEntry("Handler", "dev.zaelimiter.loadtest.aws.FunctionWorker::work");
        assertThat(whole.properties("FunctionCalls")).containsEntry("MaximumRetryAttempts", "0");
    }

    @Test
    void text_isOneThatCloudFormationTakes() {
        String text = LoadTestTemplate.text();
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(51_200);
        assertThat(text.lines().filter(line -> line.length() > 150)).isEmpty();
        Stream.of("Parameters", "Outputs")
                .forEach(section -> whole.section(section)
                        .forEach(
                                (name, about) -> assertThat(map(about)).as(name).containsKey("Description")));
    }
}
