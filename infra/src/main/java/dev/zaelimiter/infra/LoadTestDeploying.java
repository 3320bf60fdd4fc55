package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Makes the stack of a load test, or changes it. For one thread. */
final class LoadTestDeploying {

    private static final String TABLE = "TableName";

    private final LoadTestName name;
    private final AwsSite site;
    private final StackSteps steps;
    private final LoadTestOptions options;

    LoadTestDeploying(LoadTestName name, AwsSite site, StackSteps steps, LoadTestOptions options) {
        this.name = name;
        this.site = site;
        this.steps = steps;
        this.options = options;
    }

    /** Does it. */
    StackSummary run(boolean replaceFailed) {
        Stack stack = steps.changeable(replaceFailed);
        return StackSummary.of(steps.change(stack, chosen(stack), options.tags()));
    }

    /** What a run would do, without doing it. */
    List<PlannedChange> plan() {
        Stack stack = steps.changeable(false);
        return steps.plan(stack, chosen(stack), options.tags());
    }

    private Map<String, String> chosen(@Nullable Stack before) {
        Map<String, String> was = new HashMap<>();
        if (before != null) {
            for (Parameter each : before.parameters()) {
                was.put(each.parameterKey(), String.valueOf(each.parameterValue()));
            }
        }
        Map<String, String> chosen = new LinkedHashMap<>(options.parameters());
        String bound = was.get(TABLE);
        String table = chosen.getOrDefault(TABLE, bound == null ? name.stack().value() : bound);
        if (bound != null && !bound.equals(table)) {
            throw new InvalidInputException(
                    "table",
                    table,
                    "the table " + bound + ", to which load test " + name
                            + " is bound; or another label, for one more");
        }
        if (bound == null) {
            requireTable(table);
        }
        chosen.put(TABLE, table);
        return chosen;
    }

    /** Who may not look at tables can deploy all the same. */
    private void requireTable(String table) {
        try {
            site.tables().describeTable(ask -> ask.tableName(table));
        } catch (ResourceNotFoundException e) {
            throw new DeploymentException(
                    Reason.STACK_MISSING,
                    "there is no table " + table + site.where()
                            + " to load: deploy it first, or name another one; nothing was made",
                    e);
        } catch (SdkException e) {
            if (!SdkFailures.isDenied(e)) {
                throw SdkFailures.explain("look at table " + table + site.where(), "dynamodb:DescribeTable", e);
            }
        }
    }
}
