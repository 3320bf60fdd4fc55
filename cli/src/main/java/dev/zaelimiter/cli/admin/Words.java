package dev.zaelimiter.cli.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.UnknownLimitException;
import java.util.Map;
import java.util.Objects;

/** Errors in the words of the command line: the library names its own arguments, which nobody has typed. */
final class Words {

    private static final Map<String, String> ARGUMENTS = Map.ofEntries(
            Map.entry("idempotencyKey", "--idempotency-key"),
            Map.entry("entity", "entity"),
            Map.entry("namespaceId", "ID"),
            Map.entry("metadata", "--metadata"),
            Map.entry("principal", "--principal"),
            Map.entry("onUnavailable", "--on-unavailable"),
            Map.entry("waitAtMost", "--wait"),
            Map.entry("cascade", "--cascade"),
            Map.entry("after", "--after"),
            Map.entry("port", "--port"),
            Map.entry("buckets", "--buckets"),
            Map.entry("readUnits", "--read-units"),
            Map.entry("refillPeriod", "the period of --limit"),
            Map.entry("refillAmount", "the rate of --limit"),
            Map.entry("capacity", "the burst of --limit"),
            Map.entry("limits", "--limit"),
            Map.entry("name", "--display-name"),
            // of a load test
            Map.entry("users", "--users"),
            Map.entry("per_second", "--rate"),
            Map.entry("workers", "--workers"),
            Map.entry("entities", "--entities"),
            Map.entry("speed", "--speed"),
            Map.entry("deadline", "--deadline"),
            Map.entry("scenario", "--scenario"),
            Map.entry("code", "--code"),
            // of a stack
            Map.entry("stackName", "--name"),
            Map.entry("kmsKey", "--kms-key"),
            Map.entry("recoveryDays", "--recovery-days"),
            Map.entry("codeBucket", "--code-bucket"),
            Map.entry("lambdaRuntime", "--lambda-runtime"),
            Map.entry("lambdaMemory", "--lambda-memory"),
            Map.entry("lambdaTimeout", "--lambda-timeout"),
            Map.entry("usageRetentionDays", "--usage-retention-days"),
            Map.entry("logRetentionDays", "--log-retention-days"),
            Map.entry("auditGlacierDays", "--audit-archive-glacier-days"),
            Map.entry("alarmTopic", "--alarm-sns-topic"),
            Map.entry("iam", "--iam"),
            Map.entry("permissionBoundary", "--permission-boundary"),
            Map.entry("roleNameFormat", "--role-name-format"),
            Map.entry("policyNameFormat", "--policy-name-format"),
            Map.entry("aggregatorRole", "--aggregator-role-arn"),
            Map.entry("tag", "--tag"),
            Map.entry("timeout", "--timeout"),
            Map.entry("function", "--function"));

    private Words() {}

    static String ofTheCommandLine(RateLimiterException failed) {
        String message = Objects.toString(failed.getMessage());
        if (failed instanceof UnknownLimitException) {
            return message.replaceFirst("^take ", "--take ");
        }
        if (failed instanceof InvalidInputException invalid) {
            String field = invalid.field();
            String option = field.startsWith("tokens(") ? "--amount" : ARGUMENTS.get(field);
            if (option != null && message.startsWith(field + " ")) {
                return option + message.substring(field.length());
            }
        }
        return message;
    }
}
