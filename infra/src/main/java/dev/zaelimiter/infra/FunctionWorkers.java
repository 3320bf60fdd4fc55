package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.model.InvocationType;
import software.amazon.awssdk.services.lambda.model.ResourceNotFoundException;

/**
 * Workers as calls of a function. A call that was begun can't be asked how it is, nor ended: it is through when it has
 * said what it measured, and ends when it finds that it should. For one thread.
 */
final class FunctionWorkers implements LoadTestWorkers {

    /** A worker that finds this below its run ends. */
    static final String STOP = "stop";

    private final AwsSite site;
    private final LoadTestSite place;
    private final LoadTestRun run;
    private final List<String> jars;
    private final LoadTestBucket bucket;
    private final IntPredicate measured;
    private final Environment environment;
    private final Map<Integer, Long> started = new TreeMap<>();
    private final Map<Integer, Long> ended = new TreeMap<>();
    private final Map<Integer, String> neverStarted = new TreeMap<>();

    FunctionWorkers(
            AwsSite site,
            LoadTestSite place,
            LoadTestRun run,
            List<String> jars,
            LoadTestBucket bucket,
            IntPredicate measured,
            Environment environment) {
        this.site = site;
        this.place = place;
        this.run = run;
        this.jars = List.copyOf(jars);
        this.bucket = bucket;
        this.measured = measured;
        this.environment = environment;
    }

    /** Refuses a stack without a function, or with one of another program. */
    void check(String program) {
        if (place.stack().output("FunctionName").isEmpty()) {
            throw new DeploymentException(
                    Reason.STACK_STUCK,
                    "load test " + place.stack().name()
                            + " has no function: run 'zae-limiter loadtest deploy --function', and push the program again");
        }
        String key = place.stack().parameters().getOrDefault("ProgramKey", "");
        if (!key.equals(PushedJar.key(program))) {
            throw new DeploymentException(
                    Reason.STACK_STUCK,
                    "the function runs another program than the one that was pushed last: push it again");
        }
    }

    @Override
    public void start(int worker) {
        String name = place.stack().output("FunctionName").orElseThrow();
        String event = "{\"run\":\"" + run.name() + "\",\"worker\":" + worker + ",\"jars\":\"" + String.join(" ", jars)
                + "\"}";
        try {
            SdkFailures.call(
                    "start a worker",
                    "lambda:InvokeFunction",
                    () -> site.functions()
                            .invoke(call -> call.functionName(name)
                                    .invocationType(InvocationType.EVENT)
                                    .payload(SdkBytes.fromString(event, StandardCharsets.UTF_8))));
            started.put(worker, environment.wallMillis());
        } catch (ResourceNotFoundException | DeploymentException e) {
            if (started.isEmpty() && e instanceof DeploymentException) {
                throw e;
            }
            neverStarted.put(worker, Objects.toString(e.getMessage()));
        }
    }

    @Override
    public void leaveOut(int worker, String why) {
        neverStarted.put(worker, why);
    }

    @Override
    public void look() {
        for (int worker : started.keySet()) {
            if (!ended.containsKey(worker) && measured.test(worker)) {
                ended.put(worker, environment.wallMillis());
            }
        }
    }

    @Override
    public boolean ended(int worker) {
        return neverStarted.containsKey(worker) || ended.containsKey(worker);
    }

    @Override
    public String problem(int worker) {
        return neverStarted.containsKey(worker)
                ? neverStarted.get(worker)
                : ended.containsKey(worker) ? "" : "its call has not said how it ended; the log says why";
    }

    @Override
    public void stop() {
        bucket.put(LoadTestBucket.RUNS + run.name() + "/" + STOP, "stop\n");
    }

    @Override
    public Duration billed() {
        long millis = 0;
        for (Map.Entry<Integer, Long> each : started.entrySet()) {
            millis += ended.getOrDefault(each.getKey(), environment.wallMillis()) - each.getValue();
        }
        return Duration.ofMillis(millis);
    }

    @Override
    public LoadTestCost cost(Duration together, long writeUnits) {
        return LoadTestCost.ofCalls(place.number("FunctionMemory", 1769), together, writeUnits);
    }
}
