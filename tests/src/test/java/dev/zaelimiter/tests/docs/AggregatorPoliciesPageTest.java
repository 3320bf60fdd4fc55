package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.aggregator.StreamPoller;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.RequestsSeen.Request;
import dev.zaelimiter.tests.StreamedStore;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The policies of {@code docs/operator/policies.md} allow what each role asks of a table, by the requests that are made
 * here, and allow nothing that no request needs.
 */
@Tag("documents")
class AggregatorPoliciesPageTest extends PolicyRequests {

    @Test
    void aggregate() {
        StreamedStore streamed = new StreamedStore(store);
        try (LimitRepository aggregated = open(RepositoryBuilder.on(streamed).registryOnly());
                StreamPoller poller = StreamPoller.of(aggregated)
                        .archive(object -> CompletableFuture.completedFuture(Optional.empty()))
                        .start()) {
            Set<Request> seen = new HashSet<>(store.take());
            divide("hot");
            try (LimitRepository repository = connect()) {
                repository
                        .rateLimiter()
                        .acquire(AcquireRequest.entity("hot")
                                .resource("gpt-4")
                                .take("rpm", 90)
                                .build())
                        .keep();
            }
            store.take();
            choosy.refuseUsageOnce();
            assertThat(poller.catchUp(Duration.ofMinutes(1))).isTrue();
            assertThat(choosy.refuses()).isFalse();
            streamed.roll();
            clock.advance(Duration.ofMinutes(1));
            streamed.forget();
            clock.advance(Duration.ofMinutes(30));
            seen.addAll(store.take());
            fits("Aggregate", seen);
        }
    }

    /** As Lambda calls it: with batches, and nobody else's leases. */
    @Test
    void function() {
        StreamedStore streamed = new StreamedStore(store);
        try (LimitRepository aggregated =
                open(RepositoryBuilder.on(streamed).registryOnly().existingNamespace())) {
            Set<Request> seen = new HashSet<>(store.take());
            divide("hot");
            try (LimitRepository repository = connect()) {
                repository
                        .rateLimiter()
                        .acquire(AcquireRequest.entity("hot")
                                .resource("gpt-4")
                                .take("rpm", 90)
                                .build())
                        .keep();
            }
            List<ChangeRecord> changes = new ArrayList<>(streamed.everything());
            changes.addAll(List.of(moreShards("hot"), expired()));
            store.take();
            choosy.refuseUsageOnce();
            AtomicBoolean away = new AtomicBoolean(true);
            Aggregator aggregator = Aggregator.of(aggregated)
                    .archive(object -> away.get()
                            ? CompletableFuture.failedFuture(new StoreException.Denied("no bucket", null))
                            : CompletableFuture.completedFuture(Optional.empty()))
                    .build();
            BatchOutcome outcome = aggregator
                    .process(StreamBatch.ofTable("label", "shardId-0", changes))
                    .join();
            assertThat(outcome.complete()).isTrue();
            assertThat(outcome.divisions()).isPositive();
            assertThat(choosy.refuses()).isFalse();
            // What waited in the table is archived once the archive is there.
            away.set(false);
            clock.advance(Duration.ofMinutes(20));
            aggregator.archiveAgain().join();
            seen.addAll(store.take());
            seen.add(VERSIONS);
            fits("Function", seen);
            // A poller does all of it, too.
            PolicyPage.here().of("Aggregate").allows(seen, namespace());
        }
    }

    /** The first shard of a divided bucket is divided again, and the others are to follow. */
    private ChangeRecord moreShards(String entity) {
        Key key = Key.of(namespace() + "/BUCKET#" + entity + "#gpt-4#0", "#STATE");
        Item before = Objects.requireNonNull(store.get(key).join());
        Item.Builder after = Item.builder(key);
        before.attributes().forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                after.put(name, name.equals("shard_count") ? AttributeValue.of(4) : value);
            }
        });
        Item made = after.build();
        store.write(Write.put(WriteShape.put(null), made)).join();
        return new ChangeRecord(key, before, made, false, BigInteger.valueOf(1_000_000), clock.wallMillis());
    }

    /** A record of a change that the table's time to live removed. */
    private ChangeRecord expired() {
        Key key = Key.of(namespace() + "/AUDIT#key", "#AUDIT#1");
        Item item = Item.builder(key)
                .put("event_id", "1")
                .put("timestamp", "2026-01-01T10:00:00.000Z")
                .put("action", "limits_set")
                .put("entity_id", "key")
                .put("principal", AttributeValue.Null.NULL)
                .put("ttl", 1)
                .build();
        return new ChangeRecord(key, item, null, true, BigInteger.valueOf(1_000_001), clock.wallMillis());
    }
}
