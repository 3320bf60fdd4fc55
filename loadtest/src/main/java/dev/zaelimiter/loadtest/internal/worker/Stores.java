package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the store of a load test, in its namespace. */
public final class Stores {

    /** Nobody's request waits for who prepares. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Stores() {}

    /** Opens it for whoever looks: table and namespace must be there. */
    public static LimitRepository open(StorePlace place, String namespace) {
        return open(place, builder -> builder.namespace(namespace).deadline(PATIENCE), PATIENCE.dividedBy(2), null);
    }

    /** Opens it for a worker, and counts what it does. */
    static LimitRepository open(RunPlan plan, Tally tally, Environment environment) {
        return open(
                plan.store(),
                builder -> builder.namespace(plan.namespace())
                        .deadline(Duration.ofMillis(plan.deadlineMillis()))
                        .environment(environment)
                        .listener(tally)
                        .inlineCallbacks(),
                Duration.ofMillis(Math.max(1, plan.deadlineMillis() * 2 / 5)),
                tally);
    }

    private static LimitRepository open(
            StorePlace place, Consumer<RepositoryBuilder> settings, Duration callTimeout, @Nullable Tally tally) {
        if (place instanceof StorePlace.Table table) {
            DynamoDbBuilder builder = DynamoDbRepository.builder(table.table())
                    .reportCapacity()
                    .callTimeout(callTimeout)
                    .settings(settings);
            if (tally != null) {
                builder.mapStore(store -> new MeteredStore(store, tally));
            }
            if (table.region() != null) {
                builder.region(table.region());
            }
            if (table.endpoint() != null) {
                builder.endpoint(URI.create(table.endpoint()));
            }
            if (table.profile() != null) {
                // This process is one worker, and the SDK takes the region of the profile too.
                System.setProperty("aws.profile", table.profile());
            }
            return builder.connect();
        }
        RepositoryBuilder builder = place instanceof StorePlace.StoredFile file
                ? EmbeddedRepository.builder(Path.of(file.path()), Durability.PROCESS_CRASH)
                : EmbeddedRepository.builder();
        settings.accept(builder);
        return builder.build();
    }
}
