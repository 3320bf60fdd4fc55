package dev.zaelimiter.cli.admin.stack;

import dev.zaelimiter.infra.StackOptions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a stack has, and what not. Without a switch it stays as it is. */
final class Switches {

    @Option(
            names = {"--aggregator", "--enable-aggregator"},
            negatable = true,
            description = "Sum up usage by a function of Lambda. On in a new stack.")
    private @Nullable Boolean aggregator;

    @Option(
            names = {"--audit-archival", "--enable-audit-archival"},
            negatable = true,
            description = "Archive records of changes in a bucket when they expire. On in a new stack.")
    private @Nullable Boolean archival;

    @Option(
            names = {"--alarms", "--enable-alarms"},
            negatable = true,
            description = "Make alarms. On in a new stack.")
    private @Nullable Boolean alarms;

    @Option(
            names = {"--enable-tracing", "--tracing"},
            negatable = true,
            description = "Trace calls of the function by X-Ray. Off in a new stack.")
    private @Nullable Boolean tracing;

    @Option(
            names = {"--enable-deletion-protection", "--deletion-protection"},
            negatable = true,
            description = "Let the table refuse to be deleted. Off in a new stack.")
    private @Nullable Boolean protection;

    @Option(
            names = "--iam",
            negatable = true,
            description = "Make policies of IAM, and the function's role. On in a new stack.")
    private @Nullable Boolean iam;

    @Option(
            names = "--create-iam-roles",
            negatable = true,
            description = "Make the roles app, admin and read too. Off in a new stack.")
    private @Nullable Boolean roles;

    void addTo(StackOptions.Builder options) {
        set(aggregator, options::aggregator);
        set(archival, options::auditArchival);
        set(alarms, options::alarms);
        set(tracing, options::tracing);
        set(protection, options::deletionProtection);
        set(iam, options::iam);
        set(roles, options::roles);
    }

    private static void set(@Nullable Boolean value, Consumer<Boolean> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
