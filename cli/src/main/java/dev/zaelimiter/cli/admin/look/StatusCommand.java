package dev.zaelimiter.cli.admin.look;

import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.cli.admin.store.StackFacts;
import dev.zaelimiter.cli.admin.store.StoreFacts;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/** {@code zae-limiter status}. */
@Command(
        name = "status",
        header =
                "Show how the store is: its state and size, versions, namespace, answer time, and the stack it is part of.")
@Manual(
        examples = {"status -n my-app --region eu-west-1", "status --embedded limits.zae --output json"},
        keys = {
            "store",
            "name",
            "region",
            "endpoint",
            "state",
            "items",
            "bytes",
            "billing_mode",
            "stream",
            "time_to_live",
            "schema_version",
            "client_min_version",
            "lambda_version",
            "namespace",
            "namespace_id",
            "namespaces",
            "answer_milliseconds",
            "stack_status",
            "function_state",
            "function_events",
            "stream_lag_milliseconds",
            "alarms"
        })
public final class StatusCommand extends SessionCommand {

    @Override
    protected int run(Session session, Output output) {
        // The first reading finds out more than how fast the store is.
        session.admin().versions();
        long start = System.nanoTime();
        Optional<StoreVersions> versions = session.admin().versions();
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        StoreFacts store = session.source().facts();
        StackFacts stack = session.source().stack();
        output.object(Output.fields(
                "store",
                store.kind(),
                "name",
                store.name(),
                "region",
                store.region(),
                "endpoint",
                store.endpoint(),
                "state",
                store.state(),
                "items",
                store.items(),
                "bytes",
                store.bytes(),
                "billing_mode",
                store.billing(),
                "stream",
                store.stream(),
                "time_to_live",
                store.timeToLive(),
                "schema_version",
                versions.flatMap(StoreVersions::schema).orElse(null),
                "client_min_version",
                versions.flatMap(StoreVersions::leastClient).orElse(null),
                "lambda_version",
                versions.flatMap(StoreVersions::aggregator).orElse(null),
                "namespace",
                session.namespace(),
                "namespace_id",
                session.admin()
                        .namespaces()
                        .get(session.namespace())
                        .map(Namespace::id)
                        .orElse(null),
                "namespaces",
                session.admin().namespaces().list().size(),
                "answer_milliseconds",
                millis,
                "stack_status",
                stack.status(),
                "function_state",
                stack.function(),
                "function_events",
                stack.events(),
                "stream_lag_milliseconds",
                stack.lagMillis(),
                "alarms",
                stack.alarms()));
        return ExitCodes.OK;
    }
}
