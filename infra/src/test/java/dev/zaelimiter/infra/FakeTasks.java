package dev.zaelimiter.infra;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** ECS, as far as a load test asks: tasks that are started, looked at and stopped. */
final class FakeTasks {

    private static final Pattern ARN = Pattern.compile("\"(arn:task/[0-9]+)\"");

    /** Tasks by their ARNs. */
    final Map<String, FakeTask> byArn = new LinkedHashMap<>();

    /** Requests for tasks, as they came. */
    final List<String> requests = new ArrayList<>();

    /** Why the next tasks are not started; an empty text for one that is. */
    final Deque<String> failures = new ArrayDeque<>();

    /** What happens with each look at tasks. */
    Runnable looked = () -> {};

    /** How the agent is that opens tunnels. */
    String agent = "RUNNING";

    boolean clusterGone;
    boolean definitionGone;

    /** A task; it has ended once it has an exit code, or a reason why it never ran. */
    static final class FakeTask {
        final String arn;
        final int worker;
        Integer exitCode;
        String neverRan = "";

        FakeTask(String arn, int worker) {
            this.arn = arn;
            this.worker = worker;
        }

        boolean ended() {
            return exitCode != null || !neverRan.isEmpty();
        }

        String json(String agent) {
            return "{\"taskArn\":\"" + arn + "\",\"lastStatus\":\"" + (ended() ? "STOPPED" : "RUNNING")
                    + "\",\"createdAt\":0,\"pullStartedAt\":10"
                    + (ended() ? ",\"stoppedAt\":3610,\"stoppedReason\":\"" + neverRan + "\"" : "")
                    + ",\"containers\":[{\"name\":\"worker\",\"runtimeId\":\"r" + worker
                    + "\",\"managedAgents\":[{\"name\":\"ExecuteCommandAgent\",\"lastStatus\":\"" + agent + "\"}]"
                    + (exitCode == null ? "" : ",\"exitCode\":" + exitCode) + "}]}";
        }
    }

    FakeBuckets.Answer answer(String action, String body) {
        if (clusterGone) {
            return refused("ClusterNotFoundException", "Cluster not found.");
        }
        return switch (action) {
            case "RunTask" -> run(body);
            case "ListTasks" ->
                new FakeBuckets.Answer(
                        200,
                        "{\"taskArns\":["
                                + byArn.values().stream()
                                        .filter(each -> !each.ended())
                                        .map(each -> "\"" + each.arn + "\"")
                                        .collect(Collectors.joining(","))
                                + "]}");
            case "DescribeTasks" -> {
                looked.run();
                yield new FakeBuckets.Answer(200, "{\"tasks\":[" + named(body) + "]}");
            }
            case "StopTask" -> {
                Matcher arn = ARN.matcher(body);
                if (!arn.find() || !byArn.containsKey(arn.group(1))) {
                    yield refused("InvalidParameterException", "The referenced task was not found.");
                }
                byArn.get(arn.group(1)).exitCode = 0;
                yield new FakeBuckets.Answer(200, "{}");
            }
            default -> refused("InvalidAction", action);
        };
    }

    private FakeBuckets.Answer run(String body) {
        if (definitionGone) {
            return refused("ClientException", "TaskDefinition is inactive");
        }
        requests.add(body);
        String failure = failures.isEmpty() ? "" : failures.poll();
        if (!failure.isEmpty()) {
            return new FakeBuckets.Answer(200, "{\"tasks\":[],\"failures\":[{\"reason\":\"" + failure + "\"}]}");
        }
        // The task of a page is no worker.
        String worker = body.contains("ZAEL_LOADTEST_WORKER")
                ? body.replaceAll("(?s).*\"ZAEL_LOADTEST_WORKER\",\"value\":\"([0-9]+)\".*", "$1")
                : "0";
        FakeTask task = new FakeTask("arn:task/" + byArn.size(), Integer.parseInt(worker));
        byArn.put(task.arn, task);
        return new FakeBuckets.Answer(200, "{\"tasks\":[" + task.json(agent) + "],\"failures\":[]}");
    }

    private String named(String body) {
        List<String> found = new ArrayList<>();
        for (Matcher arn = ARN.matcher(body); arn.find(); ) {
            if (byArn.containsKey(arn.group(1))) {
                found.add(byArn.get(arn.group(1)).json(agent));
            }
        }
        return String.join(",", found);
    }

    private static FakeBuckets.Answer refused(String code, String message) {
        return new FakeBuckets.Answer(400, "{\"__type\":\"" + code + "\",\"message\":\"" + message + "\"}");
    }
}
