package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.Statistic;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;

/** Looks at a stack and what is in it. What can't be asked is left out, and said. For one thread. */
final class Reporting {

    private static final Duration LOOKED_BACK = Duration.ofMinutes(15);
    private static final int MINUTE = 60;
    private static final int MISSING = 404;

    /** Of a function that the stack has. */
    private static final String ALIAS = "live";

    private final AwsSite site;
    private final Environment environment;
    private final List<String> notKnown = new ArrayList<>();

    Reporting(AwsSite site, Environment environment) {
        this.site = site;
        this.environment = environment;
    }

    DeploymentReport of(StackSummary stack) {
        Optional<FunctionReport> function =
                stack.output("AggregatorFunctionName").flatMap(this::function);
        List<AlarmReport> alarms = "false".equals(stack.parameters().get("EnableAlarms"))
                ? List.of()
                : asked("cloudwatch:DescribeAlarms", () -> alarms(stack.table()));
        return new DeploymentReport(stack, function, alarms == null ? List.of() : alarms, notKnown);
    }

    private Optional<FunctionReport> function(String name) {
        GetFunctionConfigurationResponse function = asked(
                "lambda:GetFunctionConfiguration",
                () -> site.functions()
                        .getFunctionConfiguration(ask -> ask.functionName(name).qualifier(ALIAS)));
        if (function == null) {
            return Optional.empty();
        }
        List<EventSourceMappingConfiguration> events = asked(
                "lambda:ListEventSourceMappings",
                () -> site.functions()
                        .listEventSourceMappings(ask -> ask.functionName(name + ":" + ALIAS))
                        .eventSourceMappings());
        Long lag = asked("cloudwatch:GetMetricStatistics", () -> lagMillis(name));
        return Optional.of(new FunctionReport(
                name,
                String.valueOf(function.stateAsString()),
                String.valueOf(function.runtimeAsString()),
                String.valueOf(function.version()),
                events == null || events.isEmpty()
                        ? ""
                        : String.valueOf(events.get(0).state()),
                lag == null || lag < 0 ? OptionalLong.empty() : OptionalLong.of(lag)));
    }

    /** -1 if the function was not called. */
    private long lagMillis(String function) {
        Instant now = Instant.ofEpochMilli(environment.wallMillis());
        return site
                .metrics()
                .getMetricStatistics(ask -> ask.namespace("AWS/Lambda")
                        .metricName("IteratorAge")
                        .dimensions(Dimension.builder()
                                .name("FunctionName")
                                .value(function)
                                .build())
                        .startTime(now.minus(LOOKED_BACK))
                        .endTime(now)
                        .period(MINUTE)
                        .statistics(Statistic.MAXIMUM))
                .datapoints()
                .stream()
                .mapToLong(point -> Math.round(point.maximum()))
                .max()
                .orElse(-1);
    }

    /** What can be asked; else null, and it is noted. A part that does not answer must not hide the others. */
    private <T> @Nullable T asked(String action, Supplier<T> call) {
        try {
            return call.get();
        } catch (SdkException e) {
            boolean absent = e instanceof AwsServiceException service && service.statusCode() == MISSING;
            if (SdkFailures.isDenied(e)) {
                notKnown.add(action + " is not allowed");
            } else if (!absent) {
                notKnown.add(action + ": " + SdkFailures.said(e));
            }
            return null;
        }
    }

    private List<AlarmReport> alarms(String table) {
        return site.metrics().describeAlarms(ask -> ask.alarmNamePrefix(table + "-")).metricAlarms().stream()
                .filter(each -> each.alarmName().startsWith(table + "-aggregator-")
                        || each.alarmName().startsWith(table + "-table-"))
                .map(each -> new AlarmReport(
                        each.alarmName(),
                        String.valueOf(each.stateValueAsString()),
                        String.valueOf(each.stateReason())))
                .sorted(Comparator.comparing(AlarmReport::name))
                .toList();
    }
}
