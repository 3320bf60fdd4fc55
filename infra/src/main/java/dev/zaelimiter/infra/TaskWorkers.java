package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import software.amazon.awssdk.services.ecs.model.Container;
import software.amazon.awssdk.services.ecs.model.Failure;
import software.amazon.awssdk.services.ecs.model.RunTaskResponse;
import software.amazon.awssdk.services.ecs.model.Task;

/** Workers as tasks of Fargate. For one thread. */
final class TaskWorkers implements LoadTestWorkers {

    /** Fargate bills a minute at least. */
    private static final Duration LEAST = Duration.ofMinutes(1);

    private static final Map<Integer, String> ENDS = Map.of(
            64, "its image lacks a program that it needs; its log says which",
            65, "a jar in the bucket is not the one that was pushed: push it again",
            66, "it could not fetch its jars: its log says why; the network needs a way to S3",
            137, "it was killed, as for want of memory: deploy with more of it");

    private final AwsSite site;
    private final LoadTestSite place;
    private final LoadTestRun run;
    private final String jars;
    private final Environment environment;
    private final ClusterTasks cluster;
    private final Map<Integer, String> tasks = new LinkedHashMap<>();
    private final Map<Integer, Task> seen = new TreeMap<>();
    private final Map<Integer, String> neverStarted = new TreeMap<>();
    private long startMillis = -1;

    TaskWorkers(AwsSite site, LoadTestSite place, LoadTestRun run, List<String> jars, Environment environment) {
        this.site = site;
        this.place = place;
        this.run = run;
        this.jars = String.join(" ", jars);
        this.environment = environment;
        this.cluster = new ClusterTasks(site, place.cluster());
    }

    @Override
    public void start(int worker) {
        if (startMillis < 0) {
            startMillis = environment.wallMillis();
        }
        RunTaskResponse answer;
        try {
            answer = SdkFailures.call("start a worker", "ecs:RunTask", () -> ask(worker));
        } catch (DeploymentException e) {
            if (tasks.isEmpty()) {
                throw e;
            }
            neverStarted.put(worker, Objects.toString(e.getMessage()));
            return;
        }
        if (answer.tasks().isEmpty()) {
            neverStarted.put(
                    worker,
                    answer.failures().stream()
                            .map(TaskWorkers::words)
                            .findFirst()
                            .orElse("AWS started no task, and says no reason"));
        } else {
            tasks.put(worker, answer.tasks().get(0).taskArn());
        }
    }

    private RunTaskResponse ask(int worker) {
        Map<String, String> todo = Map.of(
                "ZAEL_LOADTEST_JARS", jars,
                "ZAEL_LOADTEST_RUN", run.name(),
                "ZAEL_LOADTEST_WORKER", String.valueOf(worker));
        return TaskRequests.run(site, place, run.name(), run.name() + "-" + worker, todo);
    }

    private static String words(Failure failure) {
        return "AWS started no task: " + failure.reason() + (failure.detail() == null ? "" : " " + failure.detail());
    }

    @Override
    public void leaveOut(int worker, String why) {
        neverStarted.put(worker, why);
    }

    @Override
    public void look() {
        Map<String, Task> byName = new LinkedHashMap<>();
        List<String> open = tasks.entrySet().stream()
                .filter(each -> !ended(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        cluster.describe(open).forEach(task -> byName.put(task.taskArn(), task));
        tasks.forEach((worker, task) -> {
            if (byName.containsKey(task)) {
                seen.put(worker, byName.get(task));
            }
        });
    }

    @Override
    public boolean ended(int worker) {
        Task task = seen.get(worker);
        return neverStarted.containsKey(worker) || (task != null && "STOPPED".equals(task.lastStatus()));
    }

    @Override
    public String problem(int worker) {
        Task task = seen.get(worker);
        if (neverStarted.containsKey(worker)) {
            return neverStarted.get(worker);
        } else if (task == null) {
            return "AWS does not know its task any more";
        } else if (!"STOPPED".equals(task.lastStatus())) {
            return "it has not ended: it is " + task.lastStatus();
        }
        Integer code = task.containers().stream()
                .map(Container::exitCode)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (code == null) {
            return "it never ran: "
                    + (task.stoppedReason() == null ? "AWS says no reason" : task.stoppedReason())
                    + task.containers().stream()
                            .map(Container::reason)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .map(reason -> " (" + reason + ")")
                            .orElse("");
        }
        return code == 0 ? "" : ENDS.getOrDefault(code, "it ended with " + code + "; its log says why");
    }

    @Override
    public void stop() {
        DeploymentException first = null;
        for (Map.Entry<Integer, String> each : tasks.entrySet()) {
            if (!ended(each.getKey())) {
                try {
                    cluster.stop(each.getValue(), "the run was ended");
                } catch (DeploymentException e) {
                    // The others are to end all the same.
                    first = first == null ? e : first;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public Duration billed() {
        Duration together = Duration.ZERO;
        Instant now = Instant.ofEpochMilli(environment.wallMillis());
        for (int worker : tasks.keySet()) {
            Task task = seen.get(worker);
            Instant from = Instant.ofEpochMilli(startMillis);
            Instant to = now;
            if (task != null) {
                from = task.pullStartedAt() != null
                        ? task.pullStartedAt()
                        : task.createdAt() != null ? task.createdAt() : from;
                to = task.stoppedAt() == null ? now : task.stoppedAt();
            }
            Duration one = Duration.between(from, to);
            together = together.plus(one.compareTo(LEAST) < 0 ? LEAST : one);
        }
        return together;
    }

    @Override
    public LoadTestCost cost(Duration together, long writeUnits) {
        return LoadTestCost.ofTasks(
                new FargateSize(place.number("TaskCpu", 1024), place.number("TaskMemory", 2048)),
                "ENABLED".equals(place.publicAddresses()),
                together,
                writeUnits);
    }
}
