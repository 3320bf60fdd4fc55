package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.infra.Deployment;
import dev.zaelimiter.infra.FunctionSource;
import dev.zaelimiter.infra.StackOptions;
import dev.zaelimiter.infra.StackTemplate;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * A stack's whole life, from the command line, on the emulator of AWS that {@code bin/backends} starts. What that does
 * not do is in {@code docs/contributor/testing.md}.
 */
@Tag("extended")
@Tag("back-end")
class StackLifeTest {

    private final ObjectMapper json = new ObjectMapper();
    private final String name = "life-" + UUID.randomUUID().toString().substring(0, 8);

    @TempDir
    private Path folder;

    @AfterEach
    void clear() {
        Cloud.run("deploy", "-n", name, "--no-aggregator", "--no-enable-deletion-protection", "-q");
        Cloud.run("delete", "-n", name, "--yes", "--with-archive", "-q");
    }

    private JsonNode done(String... words) throws IOException {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--output";
        all[words.length + 1] = "json";
        Cloud.Ran ran = Cloud.run(all);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return json.readTree(ran.out());
    }

    private LimitRepository connect() {
        return DynamoDbRepository.builder(name)
                .region("us-east-1")
                .endpoint(Backend.MINISTACK.endpoint())
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(30)))
                .connect();
    }

    @Test
    void stack_isMadeUsedChangedAndDeleted() throws IOException {
        String jar = Cloud.function(folder, "one").toString();
        Cloud.Ran first = Cloud.run("deploy", "-n", name, "--function", jar, "--tag", "team=limits");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err())
                .contains(
                        "CREATE_COMPLETE",
                        "Uploading some-function-archive.jar",
                        "AggregatorEvents",
                        "UPDATE_COMPLETE");

        try (LimitRepository repository = connect()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
            AcquireRequest request = AcquireRequest.entity("user-1")
                    .resource("gpt-4")
                    .take("rpm", 7)
                    .build();
            repository.rateLimiter().acquire(request).keep();
            assertThat(repository.rateLimiter().tryAcquire(request).granted()).isFalse();
        }

        JsonNode status = done("status", "-n", name);
        assertThat(status.path("stack_status").asText()).isEqualTo("UPDATE_COMPLETE");
        assertThat(status.path("function_state").asText()).isEqualTo("Active");
        assertThat(status.path("function_events").asText()).isEqualTo("Enabled");
        assertThat(status.path("time_to_live").asBoolean()).isTrue();
        assertThat(status.path("stream").asText()).isEqualTo("NEW_AND_OLD_IMAGES");
        assertThat(status.path("namespaces").asInt()).isOne();

        JsonNode listed = done("list");
        assertThat(listed.findValuesAsText("stack")).contains(name);

        JsonNode again = done("deploy", "-n", name, "--function", jar);
        JsonNode changed = done("deploy", "-n", name, "--function", jar, "--lambda-memory", "1024");
        assertThat(changed.path("outputs")).isEqualTo(again.path("outputs"));
        assertThat(Cloud.run("deploy", "-n", name, "--function", jar).err()).contains("Nothing to change");
        JsonNode other = done(
                "deploy",
                "-n",
                name,
                "--function",
                Cloud.function(folder, "two").toString());
        assertThat(other.path("code").asText())
                .isNotEqualTo(changed.path("code").asText());
        assertThat(done("deploy", "-n", name, "--function", jar, "--plan", "--lambda-timeout", "90")
                        .findValuesAsText("resource"))
                .contains("AggregatorFunction");

        try (LimitRepository repository = connect()) {
            assertThat(repository.limits().getResourceDefaults("gpt-4")).hasSize(1);
        }

        JsonNode deleted = done("delete", "-n", name, "--yes");
        assertThat(deleted.path("archive_bucket").asText()).isNotEmpty();
        Cloud.Ran gone = Cloud.run("delete", "-n", name, "--yes");
        assertThat(gone.exitCode()).isEqualTo(2);
        assertThat(gone.err()).contains("there is no stack " + name);
    }

    @Test
    void protectedTable_survivesDelete() throws IOException {
        done("deploy", "-n", name, "--no-aggregator", "--enable-deletion-protection");
        Cloud.Ran refused = Cloud.run("delete", "-n", name, "--yes");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("is protected", "--no-enable-deletion-protection");
        assertThat(Cloud.run("delete", "-n", name).err()).contains("--yes");
        connect().close();

        done("deploy", "-n", name, "--no-enable-deletion-protection");
        done("delete", "-n", name, "--yes");
    }

    /** A table that was made by {@code open} is somebody's, and no stack may take its name. */
    @Test
    void tableOfNoStack_isLeftAlone() throws IOException {
        assertThat(Cloud.run("status", "-n", name, "--create").exitCode()).isZero();
        Cloud.Ran refused = Cloud.run("deploy", "-n", name, "--no-aggregator");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("belongs to no stack");
        assertThat(done("list").findValuesAsText("stack")).doesNotContain(name);
    }

    /** As the page says it, by the service itself; then the stack is one of ours, and has all that a new one has. */
    @Test
    void tableOfNoStack_isTakenOverWithItsData() throws Exception {
        assertThat(Cloud.run("status", "-n", name, "--create").exitCode()).isZero();
        try (LimitRepository repository = connect()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
        }
        Cloud.stacks(
                "CreateChangeSet",
                Map.of(
                        "StackName", name,
                        "ChangeSetName", "take-over",
                        "ChangeSetType", "IMPORT",
                        "TemplateBody", StackTemplate.ofTable(),
                        "ResourcesToImport.member.1.ResourceType", "AWS::DynamoDB::Table",
                        "ResourcesToImport.member.1.LogicalResourceId", "Table",
                        "ResourcesToImport.member.1.ResourceIdentifier.entry.1.key", "TableName",
                        "ResourcesToImport.member.1.ResourceIdentifier.entry.1.value", name));
        Cloud.stacks("ExecuteChangeSet", Map.of("StackName", name, "ChangeSetName", "take-over"));

        JsonNode deployed = done("deploy", "-n", name, "--no-aggregator");

        assertThat(deployed.path("status").asText()).isEqualTo("UPDATE_COMPLETE");
        assertThat(deployed.path("outputs").path("AcquirePolicyArn").asText()).contains(name);
        assertThat(done("list").findValuesAsText("stack")).contains(name);
        try (LimitRepository repository = connect()) {
            assertThat(repository.limits().getResourceDefaults("gpt-4")).containsExactly(Limit.perMinute("rpm", 10));
        }
        done("delete", "-n", name, "--yes");
    }

    /** A program with {@code infra} on its path gets table, stack and repository in one call. */
    @Test
    void deployment_opens_makesTheStackAndGivesItsRepository() {
        try (LimitRepository repository = Deployment.of(name)
                .region("us-east-1")
                .endpoint(Backend.MINISTACK.endpoint())
                .credentials(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .open(StackOptions.builder().aggregator(false).build(), FunctionSource.NONE)) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 10));
            assertThat(repository.limits().getResourceDefaults("gpt-4")).hasSize(1);
        }
    }

    @Test
    void restrictedAccount_getsNoIamOrBoundedRoles() throws IOException {
        String jar = Cloud.function(folder, "one").toString();
        JsonNode bare = done(
                "deploy",
                "-n",
                name,
                "--function",
                jar,
                "--no-iam",
                "--no-alarms",
                "--no-audit-archival",
                "--aggregator-role-arn",
                "arn:aws:iam::000000000000:role/theirs");
        assertThat(bare.path("outputs").fieldNames())
                .toIterable()
                .noneMatch(each -> each.endsWith("PolicyArn") || each.endsWith("RoleArn"));
        JsonNode whole = done(
                "deploy",
                "-n",
                name,
                "--function",
                jar,
                "--iam",
                "--create-iam-roles",
                "--role-name-format",
                "pb-{}-user",
                "--policy-name-format",
                "pb-{}-user",
                "--permission-boundary",
                "arn:aws:iam::aws:policy/PowerUserAccess",
                "--aggregator-role-arn",
                "");
        for (String role : List.of("App", "Admin", "Read")) {
            assertThat(whole.path("outputs").path(role + "RoleArn").asText()).contains(":role/pb-" + name + "-");
        }
        assertThat(whole.path("outputs").path("NamespaceAcquirePolicyArn").asText())
                .endsWith(":policy/pb-" + name + "-ns-acq-user");
    }
}
