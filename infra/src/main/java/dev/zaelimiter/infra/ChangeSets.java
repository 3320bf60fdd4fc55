package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.Capability;
import software.amazon.awssdk.services.cloudformation.model.Change;
import software.amazon.awssdk.services.cloudformation.model.ChangeSetType;
import software.amazon.awssdk.services.cloudformation.model.CreateChangeSetRequest;
import software.amazon.awssdk.services.cloudformation.model.CreateChangeSetResponse;
import software.amazon.awssdk.services.cloudformation.model.DescribeChangeSetResponse;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.ResourceChange;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudformation.model.Tag;

/** Changes of a stack: thought out by CloudFormation first, then carried out. For one thread. */
final class ChangeSets {

    private static final String NOTHING = "didn't contain changes";
    private static final String NO_UPDATES = "No updates are to be performed";

    private final StackKind kind;
    private final AwsSite site;
    private final Environment environment;
    private final Patience patience;

    ChangeSets(StackKind kind, AwsSite site, Environment environment, Patience patience) {
        this.kind = kind;
        this.site = site;
        this.environment = environment;
        this.patience = patience;
    }

    /**
     * A change that can be carried out.
     *
     * @param id of the change set
     * @param stack the ARN of the stack
     * @param resources what would be done to which resource
     */
    record Prepared(String id, String stack, List<PlannedChange> resources) {}

    /**
     * Thinks a change out.
     *
     * @param name of the stack
     * @param before the stack, or null if it is to be made
     * @param chosen parameters; all others stay
     * @param tags in addition to those of before
     * @return the change, or null if there is nothing to change
     */
    @Nullable
    Prepared prepare(String name, @Nullable Stack before, Map<String, String> chosen, Map<String, String> tags) {
        boolean isNew = before == null || Stacks.EMPTY.equals(before.stackStatusAsString());
        CreateChangeSetRequest.Builder request = CreateChangeSetRequest.builder()
                .stackName(name)
                .changeSetName(
                        "deploy-" + Integer.toHexString(environment.random().nextInt()))
                .changeSetType(isNew ? ChangeSetType.CREATE : ChangeSetType.UPDATE)
                .templateBody(kind.template())
                .capabilities(Capability.CAPABILITY_NAMED_IAM)
                .parameters(parameters(isNew ? null : before, chosen));
        if (!tags.isEmpty()) {
            request.tags(tags(before, tags));
        }
        CloudFormationClient stacks = site.stacks();
        CreateChangeSetResponse made = SdkFailures.call(
                "prepare the change of stack " + name + site.where(),
                "cloudformation:CreateChangeSet",
                () -> stacks.createChangeSet(request.build()));
        String id = Objects.requireNonNull(made.id());
        DescribeChangeSetResponse change = thoughtOut(name, id);
        if ("CREATE_COMPLETE".equals(change.statusAsString())) {
            return new Prepared(id, Objects.requireNonNull(change.stackId()), resources(change));
        }
        String reason = String.valueOf(change.statusReason());
        forget(name, id);
        if (reason.contains(NOTHING) || reason.contains(NO_UPDATES)) {
            return null;
        }
        throw new DeploymentException(
                Reason.FAILED, "the change of stack " + name + " can't be made, and nothing was changed: " + reason);
    }

    private DescribeChangeSetResponse thoughtOut(String name, String id) {
        while (true) {
            DescribeChangeSetResponse change = SdkFailures.call(
                    "look at the change of stack " + name,
                    "cloudformation:DescribeChangeSet",
                    () -> site.stacks()
                            .describeChangeSet(ask -> ask.changeSetName(id).stackName(name)));
            String status = change.statusAsString();
            if (!status.endsWith("_PENDING") && !status.endsWith("_IN_PROGRESS")) {
                return change;
            }
            patience.pause("the preparation of a change of stack " + name);
        }
    }

    /** A list of changes is cut into pages only above some hundred. */
    private static List<PlannedChange> resources(DescribeChangeSetResponse change) {
        List<PlannedChange> planned = new ArrayList<>();
        for (Change each : change.changes()) {
            ResourceChange resource = each.resourceChange();
            if (resource != null) {
                planned.add(new PlannedChange(
                        resource.actionAsString(),
                        resource.logicalResourceId(),
                        resource.resourceType(),
                        resource.replacementAsString() != null
                                && !resource.replacementAsString().equals("False")));
            }
        }
        return planned;
    }

    /** Begins to carry a change out. */
    void execute(String name, Prepared change) {
        SdkFailures.call(
                "change stack " + name,
                "cloudformation:ExecuteChangeSet",
                () -> site.stacks()
                        .executeChangeSet(ask -> ask.changeSetName(change.id()).stackName(name)));
    }

    /** Does not carry a change out. One that stays behind does no harm, and goes with the next that is carried out. */
    void forget(String name, String id) {
        try {
            site.stacks().deleteChangeSet(ask -> ask.changeSetName(id).stackName(name));
        } catch (SdkException e) {
            // See above.
        }
    }

    private List<Parameter> parameters(@Nullable Stack before, Map<String, String> chosen) {
        List<Parameter> parameters = new ArrayList<>();
        chosen.forEach((key, value) -> parameters.add(
                Parameter.builder().parameterKey(key).parameterValue(value).build()));
        if (before != null) {
            String template = kind.template();
            for (Parameter old : before.parameters()) {
                // An older or newer template may have had parameters that this one has not.
                if (!chosen.containsKey(old.parameterKey()) && template.contains("\n  " + old.parameterKey() + ":\n")) {
                    parameters.add(Parameter.builder()
                            .parameterKey(old.parameterKey())
                            .usePreviousValue(true)
                            .build());
                }
            }
        }
        return parameters;
    }

    private static List<Tag> tags(@Nullable Stack before, Map<String, String> tags) {
        List<Tag> all = new ArrayList<>();
        tags.forEach((key, value) -> all.add(Tag.builder().key(key).value(value).build()));
        if (before != null) {
            before.tags().stream().filter(old -> !tags.containsKey(old.key())).forEach(all::add);
        }
        return all;
    }
}
