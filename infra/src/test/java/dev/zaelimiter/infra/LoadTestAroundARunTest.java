package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.FAILED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What lies around a run in an account: jars that are pushed, its page, its results, its cost. */
class LoadTestAroundARunTest extends DeployedLoadTest {

    @Test
    void push_isByContent_andOnce() throws IOException {
        assertThat(loadTest().push(program)).isTrue();
        assertThat(loadTest().push(program)).isFalse();
        PushedJar own = PushedJar.of(Jars.jar(folder.resolve("mine.jar"), "two", "com/me/Search.class"));
        assertThat(loadTest().push(own)).isTrue();
        assertThat(loadTest().pushed())
                .containsOnly(
                        java.util.Map.entry("mine.jar", own.hash()),
                        java.util.Map.entry("program.jar", program.hash()));
        assertThat(cloud.buckets.objects.get(BUCKET)).contains("jars/" + own.hash() + ".jar");

        PushedJar newer = PushedJar.of(Jars.jar(folder.resolve("mine.jar"), "three", "com/me/Search.class"));
        loadTest().push(newer);
        assertThat(loadTest().pushed()).containsEntry("mine.jar", newer.hash()).hasSize(2);
    }

    @Test
    void push_whatIsNoJar_isRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("a.jar"), "not a jar");
        assertThatThrownBy(() -> PushedJar.of(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a jar that can be read");
        Path empty = Jars.jar(folder.resolve("b.jar"), "x", "README.txt");
        assertThatThrownBy(() -> PushedJar.of(empty)).hasMessageContaining("with classes in it");
        assertThatThrownBy(() -> PushedJar.of(folder)).hasMessageContaining("a file that exists");
        assertThatThrownBy(() -> PushedJar.of(folder.resolve("none.jar"))).hasMessageContaining("a file that exists");
        Path odd = Jars.jar(folder.resolve("a b.jar"), "x", "A.class");
        assertThatThrownBy(() -> PushedJar.of(odd)).hasMessageContaining("a name of letters");
        Path taken = Jars.jar(folder.resolve("program.jar"), "x", "A.class");
        assertThatThrownBy(() -> PushedJar.of(taken)).hasMessageContaining("another name");
    }

    /** Whoever can write into the bucket must not reach other folders of this machine. */
    @Test
    void namesThatLeadOut_areNotFetched() {
        cloud.buckets.put(BUCKET, "runs/first/../../evil", "x");
        cloud.buckets.put(BUCKET, "runs/first/worker-0/../x", "x");
        cloud.buckets.put(BUCKET, "runs/first/worker-0/ok.jsonl", "x");
        try (LoadTestResults first = loadTest().results("first", results)) {
            assertThat(first.fetch()).isTrue();
            assertThat(first.fetch()).isFalse();
        }
        assertThat(results.resolve("worker-0")).isDirectoryContaining("glob:**ok.jsonl");
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(results.resolve("x")).doesNotExist();
    }

    /** Nobody connects to a task: the way to its page is a tunnel that the task itself opens. */
    @Test
    void page_isATaskWithATunnel_andEndsWhenClosed() {
        loadTest().push(program);
        cloud.buckets.put(BUCKET, "runs/first/run.json", "{}");
        cloud.tasks.looked = () -> cloud.tasks.agent = looks.incrementAndGet() > 1 ? "RUNNING" : "PENDING";
        try (PageTask page = loadTest().page("first", "k".repeat(24))) {
            assertThat(String.join(" ", page.tunnel(9000)))
                    .isEqualTo("aws ssm start-session --target ecs:my-app-loadtest_0_r0 --document-name"
                            + " AWS-StartPortForwardingSession --parameters portNumber=8421,localPortNumber=9000");
            assertThat(cloud.tasks.requests.get(0)).contains("CloudPage", "k".repeat(24), "zae-limiter-page");
        }
        assertThat(cloud.tasks.byArn.get("arn:task/0").ended()).isTrue();

        cloud.tasks.looked = () -> cloud.tasks.byArn.values().forEach(task -> task.neverRan = "no such image");
        assertThat(failure(FAILED, () -> loadTest().page("first", "k".repeat(24))))
                .hasMessageContaining("no such image");
    }

    /** A task for a name that is misspelt served nothing, for four hours. */
    @Test
    void page_ofNoRun_startsNothing() {
        loadTest().push(program);
        cloud.buckets.put(BUCKET, "runs/first/run.json", "{}");

        assertThatThrownBy(() -> loadTest().page("frist", "k".repeat(24)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("frist")
                .hasMessageContaining("first");
        assertThat(cloud.tasks.requests).isEmpty();
    }

    @Test
    void estimate_growsWithWorkersAndWrites() {
        LoadTestCost one = loadTest().estimate(run(1), 1_000_000);
        LoadTestCost ten = loadTest().estimate(run(10), 1_000_000);
        assertThat(ten.workers()).isCloseTo(one.workers() * 10, within(1e-9));
        assertThat(one.table()).isCloseTo(0.625, within(1e-9));
        assertThat(one.writing(0).dollars()).isEqualTo(one.workers());
    }
}
