package dev.zaelimiter.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** A deployment to a cloud that is played on this machine, in virtual time. */
abstract class CloudTest {

    static final String NAME = "my-app";

    final ManualClock clock = new ManualClock();
    final List<String> heard = new ArrayList<>();
    FakeCloud cloud;
    FunctionCode code;

    @TempDir
    Path folder;

    @BeforeEach
    void open() throws IOException {
        cloud = new FakeCloud();
        code = FunctionCode.of(Jars.function(folder, "one", true));
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    Deployment deployment() {
        return Deployment.of(NAME)
                .region("eu-west-1")
                .endpoint(cloud.endpoint())
                .credentials(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .environment(clock)
                .callTimeout(Duration.ofSeconds(60))
                .listener(new DeploymentListener() {
                    @Override
                    public void next(String sentence) {
                        heard.add(sentence);
                    }

                    @Override
                    public void step(StackStep step) {
                        heard.add(step.resource() + " " + step.status());
                    }
                });
    }

    StackSummary deploy(StackOptions options) {
        return deployment().deploy(options, archives -> code);
    }

    StackSummary deploy() {
        return deploy(StackOptions.USUAL);
    }

    /** The stack there is, as the cloud has it. */
    FakeStack stack() {
        return cloud.stacks.byName.get(NAME);
    }

    /** Of the table of this name, with no label. */
    LoadTest loadTest() {
        return LoadTest.of(NAME, "")
                .at("eu-west-1", cloud.endpoint())
                .credentials(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .environment(clock)
                .listener(new LoadTestListener() {
                    @Override
                    public void next(String sentence) {
                        heard.add(sentence);
                    }

                    @Override
                    public void fetched(Path run) {
                        heard.add("fetched");
                    }
                });
    }

    long asked(String what) {
        return cloud.asked.stream().filter(what::equals).count();
    }

    /** What was asked that changes something. */
    List<String> changes() {
        return cloud.asked.stream()
                .filter(
                        each -> each.matches(
                                "cloudformation:(ExecuteChangeSet|DeleteStack|Update.*)|s3 (PUT|POST|DELETE).*|dynamodb:(Put|Create|Delete).*"))
                .toList();
    }

    static DeploymentException failure(DeploymentException.Reason reason, ThrowingCallable call) {
        DeploymentException thrown = catchThrowableOfType(DeploymentException.class, call);
        assertThat(thrown).isNotNull();
        assertThat(thrown.reason()).as(thrown.getMessage()).isEqualTo(reason);
        return thrown;
    }
}
