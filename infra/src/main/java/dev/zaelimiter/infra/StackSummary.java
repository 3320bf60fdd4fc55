package dev.zaelimiter.infra;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;

/**
 * A stack of ours. Immutable.
 *
 * @param name its name
 * @param id its ARN, which no later stack of the same name has
 * @param status as CloudFormation calls it, for example {@code UPDATE_COMPLETE}
 * @param why what CloudFormation says of that status, or an empty text
 * @param created when
 * @param updated when it was last changed, or when it was created
 * @param parameters as set
 * @param outputs by their names, for example {@code TableName}
 * @param terminationProtection whether it refuses to be deleted
 */
public record StackSummary(
        String name,
        String id,
        String status,
        String why,
        Instant created,
        Instant updated,
        Map<String, String> parameters,
        Map<String, String> outputs,
        boolean terminationProtection) {

    /** Copies the maps. */
    public StackSummary {
        parameters = Map.copyOf(parameters);
        outputs = Map.copyOf(outputs);
    }

    static StackSummary of(Stack stack) {
        Instant created = stack.creationTime() == null ? Instant.EPOCH : stack.creationTime();
        return new StackSummary(
                stack.stackName(),
                text(stack.stackId()),
                text(stack.stackStatusAsString()),
                text(stack.stackStatusReason()),
                created,
                stack.lastUpdatedTime() == null ? created : stack.lastUpdatedTime(),
                stack.parameters().stream()
                        .collect(Collectors.toMap(
                                Parameter::parameterKey, each -> text(each.parameterValue()), (a, b) -> b)),
                stack.outputs().stream()
                        .collect(Collectors.toMap(Output::outputKey, each -> text(each.outputValue()), (a, b) -> b)),
                Boolean.TRUE.equals(stack.enableTerminationProtection()));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    /**
     * An output.
     *
     * @param key for example {@code ArchiveBucketName}
     * @return its value, if the stack has it
     */
    public Optional<String> output(String key) {
        return Optional.ofNullable(outputs.get(key));
    }

    /**
     * The table, which has the stack's name unless the template was given another one.
     *
     * @return its name
     */
    public String table() {
        return output("TableName").orElse(name);
    }
}
