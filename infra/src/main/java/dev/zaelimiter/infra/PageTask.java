package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ecs.model.Container;
import software.amazon.awssdk.services.ecs.model.Task;

/**
 * A task that serves the page of a run on its own machine alone, and the way to it: a tunnel of the session manager.
 * Stops the task when it is closed. For one thread.
 */
public final class PageTask implements AutoCloseable {

    /** The port of the page there. */
    public static final int PORT = 8421;

    /** What such tasks are started by; they are no workers. */
    static final String STARTED_BY = "zae-limiter-page";

    private static final String CLASS = "dev.zaelimiter.loadtest.aws.CloudPage";
    private static final String AGENT = "ExecuteCommandAgent";

    private final AwsSite site;
    private final LoadTestSite place;
    private final String arn;
    private String runtime = "";

    private PageTask(AwsSite site, LoadTestSite place, String arn) {
        this.site = site;
        this.place = place;
        this.arn = arn;
    }

    /** Starts one. */
    static PageTask start(AwsSite site, LoadTestSite place, String program, String run, String key) {
        Map<String, String> environment = Map.of(
                "ZAEL_LOADTEST_CLASS", CLASS,
                "ZAEL_LOADTEST_JARS", program,
                "ZAEL_LOADTEST_RUN", run,
                "ZAEL_LOADTEST_KEY", key);
        var answer = SdkFailures.call(
                "start the task of the page",
                "ecs:RunTask",
                () -> TaskRequests.run(site, place, STARTED_BY, "page-" + key, environment));
        if (answer.tasks().isEmpty()) {
            throw new DeploymentException(
                    Reason.FAILED,
                    "the task of the page was not started: "
                            + answer.failures().stream()
                                    .map(failure -> String.valueOf(failure.reason()))
                                    .findFirst()
                                    .orElse("AWS says no reason"));
        }
        return new PageTask(site, place, answer.tasks().get(0).taskArn());
    }

    /** Waits until there can be a tunnel to it. */
    void await(Patience patience) {
        while (true) {
            List<Task> found = new ClusterTasks(site, place.cluster()).describe(List.of(arn));
            Task task = found.isEmpty() ? null : found.get(0);
            if (task != null && "STOPPED".equals(task.lastStatus())) {
                throw new DeploymentException(
                        Reason.FAILED,
                        "the task of the page has ended: " + task.stoppedReason() + "; log group " + place.logGroup()
                                + " has its log");
            } else if (task != null && isReachable(task)) {
                runtime = task.containers().get(0).runtimeId();
                return;
            }
            patience.pause("the start of the task of the page");
        }
    }

    private static boolean isReachable(Task task) {
        if (!"RUNNING".equals(task.lastStatus()) || task.containers().isEmpty()) {
            return false;
        }
        Container container = task.containers().get(0);
        return container.runtimeId() != null
                && container.managedAgents().stream()
                        .anyMatch(agent -> AGENT.equals(agent.nameAsString()) && "RUNNING".equals(agent.lastStatus()));
    }

    /**
     * What to type for a tunnel to it; it ends with Ctrl-C.
     *
     * @param port of this machine that leads to the page
     * @return words of a command of the AWS CLI, which needs its session-manager-plugin
     */
    public List<String> tunnel(int port) {
        String cluster = place.cluster().substring(place.cluster().lastIndexOf('/') + 1);
        String task = arn.substring(arn.lastIndexOf('/') + 1);
        return List.of(
                "aws",
                "ssm",
                "start-session",
                "--target",
                "ecs:" + cluster + "_" + task + "_" + runtime,
                "--document-name",
                "AWS-StartPortForwardingSession",
                "--parameters",
                "portNumber=" + PORT + ",localPortNumber=" + port);
    }

    /** Ends the task. */
    @Override
    public void close() {
        try {
            new ClusterTasks(site, place.cluster()).stop(arn, "the page was closed");
        } finally {
            site.close();
        }
    }
}
