package dev.zaelimiter.infra;

import static dev.zaelimiter.infra.DeploymentException.Reason.DENIED;
import static dev.zaelimiter.infra.DeploymentException.Reason.FAILED;
import static dev.zaelimiter.infra.DeploymentException.Reason.STACK_STUCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run in an account: workers are started, followed and ended, results fetched. */
@Tag("same-on-every-jdk")
class LoadTestRunTest extends DeployedLoadTest {

    @Test
    void run_startsEachWorker_fetchesItsResults_andSaysWhatItCost() throws IOException {
        loadTest().push(program);
        endAll();

        LoadTestOutcome outcome = done(run(3));

        assertThat(outcome.stopped()).isFalse();
        assertThat(outcome.workers())
                .hasSize(3)
                .allMatch(each -> each.measured() && each.problem().isEmpty());
        assertThat(results.resolve("worker-2/worker.json")).hasContent("{}");
        assertThat(cloud.buckets.texts).containsEntry(BUCKET + "/runs/first/run.json", "{\"format\":1}");
        assertThat(cloud.tasks.requests)
                .hasSize(3)
                .allMatch(each -> each.contains("\"" + program.hash() + "\"") && each.contains("\"first\""));
        assertThat(heard).contains("fetched");
        // An hour of three tasks with a processor, 2 GB and an address each.
        assertThat(outcome.cost().dollars()).isCloseTo(3 * (0.03238 + 2 * 0.00356 + 0.005), within(1e-4));
    }

    /** Tasks take from one to many minutes to start, and load that comes one after the other is another load. */
    @Test
    void workers_beginTogether_onceAllThatAreLeftAreReady() {
        loadTest().push(program);
        cloud.tasks.failures.addAll(List.of("", "", "no room"));
        cloud.tasks.looked = () -> {
            int look = looks.incrementAndGet();
            String start = cloud.buckets.texts.get(BUCKET + "/runs/first/start");
            if (look <= 2) {
                cloud.buckets.put(BUCKET, "runs/first/worker-" + (look - 1) + "/ready", "1");
                assertThat(start).isNull();
            } else if (start != null) {
                assertThat(Long.parseLong(start.strip())).isGreaterThan(clock.wallMillis());
                cloud.tasks.byArn.values().forEach(task -> {
                    writes(task.worker);
                    task.exitCode = 0;
                });
            }
        };
        assertThat(done(run(3)).workers().get(1).measured()).isTrue();
        assertThat(heard).contains("2 workers begin");
    }

    @Test
    void slowestWorker_isNotWaitedForWithoutEnd() {
        loadTest().push(program);
        cloud.tasks.looked = () -> {
            cloud.buckets.put(BUCKET, "runs/first/worker-0/ready", "1");
            if (cloud.buckets.texts.containsKey(BUCKET + "/runs/first/start")) {
                cloud.tasks.byArn.values().forEach(task -> task.exitCode = 0);
            }
        };
        LoadTestOutcome unused = done(run(2));
        assertThat(heard).contains("1 workers begin; 1 were not ready in time, and begin when they can");
    }

    @Test
    void workerThatNeverStarts_isTold_andTheRestCounts() {
        loadTest().push(program);
        cloud.tasks.failures.addAll(List.of("", "Capacity is unavailable at this time", ""));
        endAll();

        LoadTestOutcome outcome = done(run(3));

        assertThat(outcome.workers().get(1).measured()).isFalse();
        assertThat(outcome.workers().get(1).problem()).contains("Capacity is unavailable");
        assertThat(outcome.workers().get(2).measured()).isTrue();
        assertThat(heard).anyMatch(each -> each.startsWith("worker 1 is out of the run, the others go on"));
    }

    @ParameterizedTest
    @CsvSource({
        "64, its image lacks a program",
        "65, is not the one that was pushed",
        "66, could not fetch its jars",
        "137, killed",
        "1, ended with 1"
    })
    void workerThatDies_isToldByItsExitCode(int code, String words) {
        loadTest().push(program);
        cloud.tasks.looked = () -> {
            cloud.tasks.byArn.get("arn:task/0").exitCode = code;
            cloud.tasks.byArn.get("arn:task/1").exitCode = 0;
            writes(1);
        };
        LoadTestOutcome outcome = done(run(2));
        assertThat(outcome.workers().get(0).problem()).contains(words);
        assertThat(outcome.workers().get(1).measured()).isTrue();
    }

    @Test
    void taskThatNeverRuns_saysWhy() {
        loadTest().push(program);
        cloud.tasks.looked =
                () -> cloud.tasks.byArn.get("arn:task/0").neverRan = "CannotPullContainerError: no such image";
        assertThat(done(run(1)).workers().get(0).problem()).contains("it never ran: CannotPullContainerError");
    }

    @Test
    void allWorkersThatCantBeStarted_isAFailure() {
        loadTest().push(program);
        cloud.tasks.failures.addAll(List.of("RESOURCE:CPU", "RESOURCE:CPU"));
        assertThat(failure(FAILED, () -> done(run(2)))).hasMessageContaining("RESOURCE:CPU");
    }

    /** A worker that hangs, or a task that AWS never starts, does not keep the run for ever. */
    @Test
    void timeOver_endsTheWorkersThatAreLeft() {
        loadTest().push(program);
        cloud.tasks.looked = () -> {
            cloud.tasks.byArn.get("arn:task/0").exitCode = 0;
            writes(0);
        };
        LoadTestOutcome outcome = done(run(2));
        assertThat(outcome.stopped()).isFalse();
        assertThat(heard).anyMatch(each -> each.startsWith("the time of the run is over"));
        assertThat(cloud.tasks.byArn.get("arn:task/1").ended()).isTrue();
        assertThat(outcome.workers().get(1).measured()).isFalse();
    }

    @Test
    void stop_endsAllTasks_andStillFetches() {
        loadTest().push(program);
        cloud.tasks.looked = () -> cloud.tasks.byArn.values().forEach(task -> writes(task.worker));
        AtomicInteger asked = new AtomicInteger();
        LoadTestOutcome outcome = loadTest().run(run(2), () -> asked.incrementAndGet() > 5);
        assertThat(outcome.stopped()).isTrue();
        assertThat(outcome.workers()).allMatch(WorkerEnd::measured);
        assertThat(asked("ecs:StopTask")).isEqualTo(2);
    }

    @Test
    void lookThatIsDenied_endsTheWorkers_andSaysSo() {
        loadTest().push(program);
        cloud.denied.add("ecs:DescribeTasks");
        assertThat(failure(DENIED, () -> done(run(2))))
                .hasMessageContaining("ecs:DescribeTasks is not allowed")
                .hasMessageContaining("told to end");
        assertThat(cloud.tasks.byArn.values()).allMatch(FakeTasks.FakeTask::ended);

        cloud.denied.add("ecs:StopTask");
        LoadTestRun second = new LoadTestRun("second", results, 1, false, Duration.ofMinutes(5), true);
        assertThat(failure(DENIED, () -> done(second))).hasMessageContaining("could not be told to end");
    }

    @Test
    void startThatIsDenied_startsNothing() {
        loadTest().push(program);
        cloud.denied.add("ecs:RunTask");
        assertThat(failure(DENIED, () -> done(run(2)))).hasMessageContaining("ecs:RunTask is not allowed");
    }

    @Test
    void secondRun_whileOneRuns_isRefusedUnlessAsked() {
        loadTest().push(program);
        cloud.tasks.byArn.put("arn:task/0", new FakeTasks.FakeTask("arn:task/0", 0));
        assertThat(failure(STACK_STUCK, () -> done(run(1)))).hasMessageContaining("--beside");
        assertThat(cloud.tasks.requests).isEmpty();

        cloud.tasks.looked = () -> cloud.tasks.byArn.get("arn:task/1").exitCode = 0;
        done(new LoadTestRun("first", results, 1, false, Duration.ofMinutes(5), true));
        assertThat(cloud.tasks.requests).hasSize(1);
    }

    @Test
    void whatIsGone_isNamedWithTheWayOut() {
        assertThat(failure(STACK_STUCK, () -> done(run(1)))).hasMessageContaining("loadtest push");
        loadTest().push(program);
        cloud.tasks.definitionGone = true;
        assertThat(failure(STACK_STUCK, () -> done(run(1))))
                .hasMessageContaining("task definition")
                .hasMessageContaining("delete the load test, and deploy it again");
        cloud.buckets.objects.get(BUCKET).remove("jars/" + program.hash() + ".jar");
        assertThat(failure(STACK_STUCK, () -> done(run(1)))).hasMessageContaining("push it again");
        cloud.buckets.objects.remove(BUCKET);
        assertThat(failure(STACK_STUCK, () -> done(run(1)))).hasMessageContaining("bucket " + BUCKET);
    }

    @Test
    void nameOfAnotherRun_isRefused() {
        loadTest().push(program);
        cloud.buckets.put(BUCKET, "runs/first/run.json", "{}");
        assertThatThrownBy(() -> done(run(1)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a name that no run in the bucket has");
        assertThat(loadTest().runs()).containsExactly("first");
    }

    @Test
    void function_isCalledForEachWorker_andToldToEnd() {
        assertThat(failure(STACK_STUCK, () -> {
                    loadTest().push(program);
                    done(new LoadTestRun("first", results, 1, true, Duration.ofMinutes(5), false));
                }))
                .hasMessageContaining("has no function");
        loadTest().deploy(LoadTestOptions.builder().function(true).build(), false);
        loadTest().push(program);
        AtomicInteger asked = new AtomicInteger();
        LoadTestOutcome outcome = loadTest()
                .run(new LoadTestRun("first", results, 2, true, Duration.ofMinutes(5), false), () -> {
                    if (asked.incrementAndGet() == 5) {
                        writes(0);
                        writes(1);
                    }
                    return asked.get() > 4;
                });
        assertThat(cloud.calls).hasSize(2).allMatch(each -> each.contains(program.hash()));
        assertThat(cloud.buckets.objects.get(BUCKET)).contains("runs/first/stop");
        assertThat(outcome.workers()).allMatch(WorkerEnd::measured);
        assertThatThrownBy(() -> new LoadTestRun("x", results, 1, true, Duration.ofMinutes(14), false))
                .hasMessageContaining("13 minutes");
    }
}
