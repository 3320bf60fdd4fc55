package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.infra.StackOptions;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a stack is like. What is not given stays as it is. */
final class StackSettings {

    @Option(
            names = "--lambda-memory",
            paramLabel = "MB",
            description = "Memory of the function, 256 to 10240 (512 in a new stack).")
    private @Nullable Integer memory;

    @Option(
            names = "--lambda-timeout",
            paramLabel = "SECONDS",
            description =
                    "When a call of the function is ended, 10 to 900 (60 in a new stack). The alarm for slow calls goes off"
                            + " at 80%% of it.")
    private @Nullable Integer timeout;

    @Option(
            names = "--lambda-runtime",
            paramLabel = "RUNTIME",
            description = "What runs the function: java17, java21 or java25 (java21 in a new stack).")
    private @Nullable String runtime;

    @Option(
            names = {"--usage-windows", "--snapshot-windows"},
            paramLabel = "WINDOWS",
            description =
                    "The windows that usage is summed up by: hourly, daily, monthly, with commas (hourly,daily in a new"
                            + " stack).")
    private @Nullable String windows;

    @Option(
            names = "--usage-retention-days",
            paramLabel = "DAYS",
            description = "How long usage is kept after its window has ended, 3 to 36500 (90 in a new stack).")
    private @Nullable Integer usageRetention;

    @Option(
            names = "--log-retention-days",
            paramLabel = "DAYS",
            description = "How long the function's log is kept (30 in a new stack).")
    private @Nullable Integer retention;

    @Option(names = "--alarm-sns-topic", paramLabel = "ARN", description = "A topic of SNS that is told of alarms.")
    private @Nullable String topic;

    @Option(
            names = "--audit-archive-glacier-days",
            paramLabel = "DAYS",
            description = "When an archived object moves to Glacier Instant Retrieval (90 in a new stack).")
    private @Nullable Integer glacier;

    @Option(
            names = {"--recovery-days", "--pitr-recovery-days"},
            paramLabel = "DAYS",
            description = "How far back the table can be restored, 1 to 35 (35 in a new stack).")
    private @Nullable Integer recovery;

    @Option(names = "--kms-key", paramLabel = "ARN", description = "A key of your own to encrypt the table with.")
    private @Nullable String key;

    @Option(
            names = "--aggregator-role-arn",
            paramLabel = "ARN",
            description = "A role of your own for the function; needed beside --no-iam.")
    private @Nullable String role;

    @Option(
            names = "--role-name-format",
            paramLabel = "FORMAT",
            description = "How roles are named: {} stands for the name and a component, for example pb-{}-user.")
    private @Nullable String roleFormat;

    @Option(names = "--policy-name-format", paramLabel = "FORMAT", description = "How policies are named, likewise.")
    private @Nullable String policyFormat;

    @Option(
            names = "--code-bucket",
            paramLabel = "BUCKET",
            description = "A bucket of your own for the function's code, instead of one in the stack.")
    private @Nullable String bucket;

    @Mixin
    private final TagOptions common = new TagOptions();

    void addTo(StackOptions.Builder options) {
        set(memory, options::lambdaMemory);
        set(timeout, options::lambdaTimeout);
        set(runtime, options::lambdaRuntime);
        set(usageRetention, options::usageRetentionDays);
        set(retention, options::logRetentionDays);
        set(topic, options::alarmTopic);
        set(glacier, options::auditGlacierDays);
        set(recovery, options::recoveryDays);
        set(key, options::kmsKey);
        set(role, options::aggregatorRole);
        set(roleFormat, options::roleNameFormat);
        set(policyFormat, options::policyNameFormat);
        set(bucket, options::codeBucket);
        if (windows != null) {
            options.usageWindows(Arrays.stream(windows.split(",", -1))
                    .map(String::strip)
                    .map(StackSettings::window)
                    .toList());
        }
        common.addTo(options::permissionBoundary, options::tag);
    }

    private static UsageWindow window(String text) {
        try {
            return UsageWindow.of(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "--usage-windows", text, "hourly, daily or monthly, with commas between them");
        }
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
