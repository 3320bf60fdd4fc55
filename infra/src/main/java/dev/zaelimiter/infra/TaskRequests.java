package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.ecs.model.AssignPublicIp;
import software.amazon.awssdk.services.ecs.model.ClientException;
import software.amazon.awssdk.services.ecs.model.ClusterNotFoundException;
import software.amazon.awssdk.services.ecs.model.ContainerOverride;
import software.amazon.awssdk.services.ecs.model.EcsException;
import software.amazon.awssdk.services.ecs.model.InvalidParameterException;
import software.amazon.awssdk.services.ecs.model.KeyValuePair;
import software.amazon.awssdk.services.ecs.model.LaunchType;
import software.amazon.awssdk.services.ecs.model.RunTaskResponse;

/** How a task of a load test is asked for. */
final class TaskRequests {

    private TaskRequests() {}

    /**
     * Asks for one.
     *
     * @param startedBy what it is of
     * @param token by which a task that was started is found again where an answer was lost
     * @param environment what it is told beside what its stack says
     */
    static RunTaskResponse run(
            AwsSite site, LoadTestSite place, String startedBy, String token, Map<String, String> environment) {
        List<KeyValuePair> told = new TreeMap<>(environment)
                .entrySet().stream()
                        .map(each -> KeyValuePair.builder()
                                .name(each.getKey())
                                .value(each.getValue())
                                .build())
                        .toList();
        ContainerOverride todo =
                ContainerOverride.builder().name("worker").environment(told).build();
        try {
            return site.tasks()
                    .runTask(task -> task.cluster(place.cluster())
                            .taskDefinition(place.taskDefinition())
                            .launchType(LaunchType.FARGATE)
                            .count(1)
                            .startedBy(startedBy)
                            .clientToken(token)
                            .enableExecuteCommand(true)
                            .networkConfiguration(
                                    network -> network.awsvpcConfiguration(vpc -> vpc.subnets(place.subnets())
                                            .securityGroups(place.securityGroup())
                                            .assignPublicIp(AssignPublicIp.fromValue(place.publicAddresses()))))
                            .overrides(overrides -> overrides.containerOverrides(List.of(todo))));
        } catch (ClusterNotFoundException e) {
            throw gone("cluster " + place.cluster(), e);
        } catch (ClientException | InvalidParameterException e) {
            String said = SdkFailures.said(e).toLowerCase(Locale.ROOT).replace(" ", "");
            throw said.contains("taskdefinition") ? gone("task definition " + place.taskDefinition(), e) : e;
        }
    }

    private static DeploymentException gone(String what, EcsException e) {
        return new DeploymentException(
                Reason.STACK_STUCK,
                what
                        + " of the load test is gone, though its stack is there: delete the load test, and deploy it again",
                e);
    }
}
