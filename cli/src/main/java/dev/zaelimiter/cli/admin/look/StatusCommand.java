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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
        Map<String, @Nullable Object> fields = ofStore(session.source().facts());
        fields.putAll(ofVersions(versions));
        fields.putAll(ofNamespaces(session));
        fields.put("answer_milliseconds", millis);
        fields.putAll(ofStack(session.source().stack()));
        output.object(fields);
        return ExitCodes.OK;
    }

    private static Map<String, @Nullable Object> ofStore(StoreFacts store) {
        return Output.fields(
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
                store.timeToLive());
    }

    private static Map<String, @Nullable Object> ofVersions(Optional<StoreVersions> versions) {
        return Output.fields(
                "schema_version",
                versions.flatMap(StoreVersions::schema).orElse(null),
                "client_min_version",
                versions.flatMap(StoreVersions::leastClient).orElse(null),
                "lambda_version",
                versions.flatMap(StoreVersions::aggregator).orElse(null));
    }

    private static Map<String, @Nullable Object> ofNamespaces(Session session) {
        return Output.fields(
                "namespace",
                session.namespace(),
                "namespace_id",
                session.admin()
                        .namespaces()
                        .get(session.namespace())
                        .map(Namespace::id)
                        .orElse(null),
                "namespaces",
                session.admin().namespaces().list().size());
    }

    private static Map<String, @Nullable Object> ofStack(StackFacts stack) {
        return Output.fields(
                "stack_status",
                stack.status(),
                "function_state",
                stack.function(),
                "function_events",
                stack.events(),
                "stream_lag_milliseconds",
                stack.lagMillis(),
                "alarms",
                stack.alarms());
    }
}
