package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What somebody chooses of a stack's function; {@link StackOptions.Builder} has the rest.
 *
 * @param <B> what a setter gives back
 */
public abstract class FunctionOptions<B extends FunctionOptions<B>> {

    private final Map<String, String> parameters = new LinkedHashMap<>();

    FunctionOptions() {}

    abstract B self();

    /** Parameters of the template that were chosen. */
    final Map<String, String> parameters() {
        return parameters;
    }

    final B put(String parameter, Object value) {
        parameters.put(parameter, value.toString());
        return self();
    }

    /**
     * Whether usage is summed up by a function.
     *
     * @param aggregator by default true
     * @return this builder
     */
    public B aggregator(boolean aggregator) {
        return put("EnableAggregator", aggregator);
    }

    /**
     * A bucket of your own for the function's code, instead of one in the stack.
     *
     * @param bucket in the region of the stack
     * @return this builder
     */
    public B codeBucket(String bucket) {
        return put("FunctionCodeBucket", StackValues.BUCKET.check("codeBucket", bucket));
    }

    /**
     * What runs the function.
     *
     * @param runtime {@code java17}, {@code java21} (by default) or {@code java25}
     * @return this builder
     */
    public B lambdaRuntime(String runtime) {
        return put("FunctionRuntime", StackValues.runtime(runtime));
    }

    /**
     * Memory of the function.
     *
     * @param megabytes 256 to 10240; by default 512
     * @return this builder
     */
    public B lambdaMemory(int megabytes) {
        return put("FunctionMemory", StackValues.number("lambdaMemory", megabytes, 256, 10240, "MB"));
    }

    /**
     * When a call of the function is ended. An alarm goes off at 80% of it.
     *
     * @param seconds 10 to 900; by default 60
     * @return this builder
     */
    public B lambdaTimeout(int seconds) {
        put("FunctionTimeout", StackValues.number("lambdaTimeout", seconds, 10, 900, "seconds"));
        return put("FunctionDurationAlarm", seconds * 800);
    }

    /**
     * The windows that usage is summed up by.
     *
     * @param windows at least one; by default hourly and daily
     * @return this builder
     */
    public B usageWindows(Collection<UsageWindow> windows) {
        if (windows.isEmpty()) {
            throw new InvalidInputException("usageWindows", "", "at least one window");
        }
        return put(
                "UsageWindows",
                new TreeSet<>(windows).stream().map(UsageWindow::text).collect(Collectors.joining(",")));
    }

    /**
     * For how long usage is kept after its window has ended.
     *
     * @param days 3 to 36500; by default 90
     * @return this builder
     */
    public B usageRetentionDays(int days) {
        return put("UsageRetentionDays", StackValues.number("usageRetentionDays", days, 3, 36500, "days"));
    }

    /**
     * For how long the function's log is kept.
     *
     * @param days one of those that CloudWatch knows: 1, 3, 5, 7, 14, 30, 60, 90 and on; by default 30
     * @return this builder
     */
    public B logRetentionDays(int days) {
        return put("LogRetentionDays", StackValues.retention(days));
    }

    /**
     * Whether calls of the function are traced.
     *
     * @param tracing by default false
     * @return this builder
     */
    public B tracing(boolean tracing) {
        return put("EnableTracing", tracing);
    }

    /**
     * A role of your own for the function.
     *
     * @param arn of a role that Lambda may assume
     * @return this builder
     */
    public B aggregatorRole(String arn) {
        return put("AggregatorRoleArn", StackValues.ROLE.check("aggregatorRole", arn));
    }
}
