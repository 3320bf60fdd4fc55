package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;

/**
 * Makes a stack, or changes it, in steps that can each be done again: the stack without a function, the code into its
 * bucket, the function. Where a run was cut off, the next one finds what is there and goes on. For one thread.
 */
final class Deploying {

    private static final String AGGREGATOR = "EnableAggregator";
    private static final String CODE_BUCKET = "FunctionCodeBucket";
    private static final String CODE_KEY = "FunctionCodeKey";

    private final StackName name;
    private final AwsSite site;
    private final Stacks stacks;
    private final StackSteps steps;
    private final CodeStore buckets;
    private final DeploymentListener listener;
    private final StackOptions options;
    private final FunctionSource source;

    Deploying(
            StackName name,
            AwsSite site,
            StackSteps steps,
            DeploymentListener listener,
            StackOptions options,
            FunctionSource source) {
        this.name = name;
        this.site = site;
        this.stacks = new Stacks(StackKind.TABLE, site);
        this.steps = steps;
        this.buckets = new CodeStore(site, listener);
        this.listener = listener;
        this.options = options;
        this.source = source;
    }

    /** Checks what can be checked here, before anything is asked. */
    void check() {
        name.checkRoles(options.parameters().getOrDefault("RoleNameFormat", "{}"));
        name.checkPolicies(options.parameters().getOrDefault("PolicyNameFormat", "{}"));
    }

    /** Does it. */
    StackSummary run(boolean replaceFailed) {
        check();
        Stack stack = steps.changeable(replaceFailed);
        Map<String, String> before = parameters(stack);
        Map<String, String> after = new HashMap<>(before);
        after.putAll(options.parameters());
        checkTogether(after);
        if (stack == null || before.isEmpty()) {
            refuseTableOfOthers();
        }
        if (isOn(after, AGGREGATOR)) {
            stack = withFunction(stack, before, after, code(after));
        } else {
            String bucket = output(stack, "CodeBucketName");
            if (bucket != null) {
                buckets.refuseOthers(bucket);
                buckets.removeCode(bucket);
            }
            stack = steps.change(stack, withKey(""), options.tags());
        }
        return StackSummary.of(stack);
    }

    /** What a run would do, without doing it; the code is not uploaded, so a first function is not in it. */
    List<PlannedChange> plan() {
        check();
        Stack stack = steps.changeable(false);
        Map<String, String> after = new HashMap<>(parameters(stack));
        after.putAll(options.parameters());
        checkTogether(after);
        if (stack == null) {
            refuseTableOfOthers();
        }
        boolean aggregated = isOn(after, AGGREGATOR);
        boolean hasBucket = output(stack, "CodeBucketName") != null
                || !after.getOrDefault(CODE_BUCKET, "").isEmpty();
        String key = aggregated && hasBucket ? code(after).key() : "";
        return steps.plan(stack, withKey(key), options.tags());
    }

    private Stack withFunction(
            @Nullable Stack before, Map<String, String> was, Map<String, String> after, FunctionCode function) {
        Stack stack = before;
        String bucket = after.getOrDefault(CODE_BUCKET, "");
        if (bucket.isEmpty()) {
            bucket = output(stack, "CodeBucketName");
            if (bucket == null) {
                listener.next("making stack " + name + ", its function follows" + site.where());
                stack = steps.change(stack, withKey(""), options.tags());
                bucket = output(stack, "CodeBucketName");
                if (bucket == null) {
                    throw new DeploymentException(
                            Reason.FAILED,
                            "stack " + name
                                    + " tells no CodeBucketName among its outputs, so that there is nowhere to upload"
                                    + " the function's code to: deploy with a bucket of your own (--code-bucket)");
                }
            }
        }
        buckets.upload(function, bucket);
        stack = steps.change(stack, withKey(function.key()), options.tags());
        if (after.getOrDefault(CODE_BUCKET, "").isEmpty()) {
            buckets.removeOlder(bucket, List.of(function.key(), was.getOrDefault(CODE_KEY, "")));
        }
        return stack;
    }

    private Map<String, String> withKey(String key) {
        Map<String, String> chosen = new LinkedHashMap<>(options.parameters());
        chosen.put(CODE_KEY, key);
        return chosen;
    }

    private void checkTogether(Map<String, String> after) {
        if (!isOn(after, AGGREGATOR)) {
            return;
        }
        if (!isOn(after, "CreateIam")
                && after.getOrDefault("AggregatorRoleArn", "").isEmpty()) {
            throw new InvalidInputException(
                    "iam", false, "a stack without roles only beside aggregatorRole, or without the aggregator");
        }
        // Before anything is begun.
        FunctionCode unused = code(after);
    }

    private FunctionCode code(Map<String, String> after) {
        boolean archives = isOn(after, "EnableAuditArchival");
        FunctionCode code = source.code(archives);
        if (archives && !code.archives()) {
            throw new InvalidInputException(
                    "function",
                    String.valueOf(code.jar().getFileName()),
                    "the jar with the classifier function-archive, or a stack without an archive");
        }
        return code;
    }

    /** CloudFormation would notice it only after a while, and name no way out. */
    private void refuseTableOfOthers() {
        if (stacks.table(name.value()) != null) {
            throw new DeploymentException(
                    Reason.NAME_TAKEN,
                    "there is a table " + name + site.where()
                            + " that belongs to no stack, and stays as it is: take another name, or import the table into a"
                            + " stack, as docs/operator/deployment.md says");
        }
    }

    /** For what is on by default. */
    private static boolean isOn(Map<String, String> parameters, String parameter) {
        return !"false".equals(parameters.get(parameter));
    }

    private static Map<String, String> parameters(@Nullable Stack stack) {
        Map<String, String> parameters = new HashMap<>();
        if (stack != null) {
            for (Parameter each : stack.parameters()) {
                parameters.put(each.parameterKey(), String.valueOf(each.parameterValue()));
            }
        }
        return parameters;
    }

    private static @Nullable String output(@Nullable Stack stack, String key) {
        return stack == null ? null : StackSummary.of(stack).output(key).orElse(null);
    }
}
