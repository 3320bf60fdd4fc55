package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.List;
import software.amazon.awssdk.services.cloudformation.model.Stack;

/**
 * What the stack of a load test has.
 *
 * @param stack itself
 * @param bucket its name
 * @param cluster its ARN
 * @param taskDefinition its ARN
 * @param subnets where tasks are
 * @param securityGroup of tasks
 * @param publicAddresses {@code ENABLED} or {@code DISABLED}
 * @param logGroup its name
 * @param table that is loaded
 */
record LoadTestSite(
        StackSummary stack,
        String bucket,
        String cluster,
        String taskDefinition,
        List<String> subnets,
        String securityGroup,
        String publicAddresses,
        String logGroup,
        String table) {

    static LoadTestSite of(LoadTestName name, Stacks stacks) {
        Stack stack = stacks.ours(name.value());
        if (!Stacks.isChangeable(stack.stackStatusAsString())) {
            throw new DeploymentException(
                    Reason.STACK_STUCK,
                    "stack " + name + " is " + stack.stackStatusAsString()
                            + ", and not ready for this: run 'zae-limiter loadtest deploy' again, which waits for it or says"
                            + " what to do");
        }
        StackSummary summary = StackSummary.of(stack);
        return new LoadTestSite(
                summary,
                output(summary, "BucketName"),
                output(summary, "ClusterArn"),
                output(summary, "TaskDefinitionArn"),
                List.of(output(summary, "SubnetIds").split(",")),
                output(summary, "SecurityGroupId"),
                output(summary, "PublicAddresses"),
                output(summary, "LogGroupName"),
                output(summary, "TableName"));
    }

    private static String output(StackSummary stack, String key) {
        return stack.output(key)
                .orElseThrow(() -> new DeploymentException(
                        Reason.STACK_STUCK,
                        "stack " + stack.name() + " tells no " + key
                                + " among its outputs: run 'zae-limiter loadtest deploy' again"));
    }

    /** A parameter; an emulator may not tell those that nobody chose. */
    int number(String parameter, int usual) {
        return Integer.parseInt(stack.parameters().getOrDefault(parameter, String.valueOf(usual)));
    }
}
