package dev.zaelimiter.infra;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.ecs.model.ClusterNotFoundException;
import software.amazon.awssdk.services.ecs.model.InvalidParameterException;
import software.amazon.awssdk.services.ecs.model.ListTasksResponse;
import software.amazon.awssdk.services.ecs.model.Task;

/** The tasks of a cluster. For one thread. */
final class ClusterTasks {

    /** As many as a call describes. */
    private static final int MOST_AT_ONCE = 100;

    /** Of 100 tasks each. */
    private static final int MOST_PAGES = 100;

    private final AwsSite site;
    private final String cluster;

    ClusterTasks(AwsSite site, String cluster) {
        this.site = site;
        this.cluster = cluster;
    }

    /** Those that run, or are about to; a cluster that is gone has none. */
    List<String> running() {
        return SdkFailures.call("list the tasks of cluster " + cluster, "ecs:ListTasks", () -> {
            List<String> found = new ArrayList<>();
            String next = null;
            try {
                for (int page = 0; page < MOST_PAGES; page++) {
                    String token = next;
                    ListTasksResponse answer =
                            site.tasks().listTasks(ask -> ask.cluster(cluster).nextToken(token));
                    found.addAll(answer.taskArns());
                    next = answer.nextToken();
                    if (next == null) {
                        break;
                    }
                }
            } catch (ClusterNotFoundException e) {
                return List.of();
            }
            return found;
        });
    }

    /** How tasks are; those that AWS has forgotten, an hour after their end, are left out. */
    List<Task> describe(List<String> tasks) {
        List<Task> found = new ArrayList<>();
        for (int from = 0; from < tasks.size(); from += MOST_AT_ONCE) {
            List<String> some = tasks.subList(from, Math.min(tasks.size(), from + MOST_AT_ONCE));
            found.addAll(SdkFailures.call(
                    "look at the tasks of cluster " + cluster,
                    "ecs:DescribeTasks",
                    () -> site.tasks()
                            .describeTasks(ask -> ask.cluster(cluster).tasks(some))
                            .tasks()));
        }
        return found;
    }

    /** Asks a task to end; one that is gone has. */
    void stop(String task, String why) {
        SdkFailures.call("stop a task of cluster " + cluster, "ecs:StopTask", () -> {
            try {
                return site.tasks()
                        .stopTask(ask -> ask.cluster(cluster).task(task).reason(why));
            } catch (InvalidParameterException | ClusterNotFoundException e) {
                return null;
            }
        });
    }
}
