package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A stream, pollers of it that come, die and go, on virtual time, and what they count. */
abstract class PollerRig {

    static final Duration LEASE = Duration.ofSeconds(30);

    final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"), 7);
    final InMemoryStore store = new InMemoryStore(clock);
    final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();
    final ShardedStream stream = new ShardedStream(store.changes(), 2);
    final List<String> gaps = new ArrayList<>();
    final List<StreamBatch> batches = new ArrayList<>();
    final List<StreamPoller> pollers = new ArrayList<>();
    long taken;

    @BeforeEach
    void limits() {
        repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000));
    }

    @AfterEach
    void close() {
        pollers.forEach(StreamPoller::close);
        repository.close();
    }

    StreamPoller.Builder poller(MortalStore process) {
        return new StreamPoller.Builder(process, process, clock).lease(LEASE).listener(new AggregatorListener() {
            @Override
            public void gap(String streamShard) {
                gaps.add(streamShard);
            }

            @Override
            public void batch(StreamBatch batch, BatchOutcome outcome) {
                batches.add(batch);
            }
        });
    }

    MortalStore process() {
        return new MortalStore(store, stream);
    }

    StreamPoller start(MortalStore process) {
        StreamPoller poller = poller(process).start();
        pollers.add(poller);
        return poller;
    }

    void take(int times) {
        for (int i = 0; i < times; i++) {
            repository.rateLimiter().acquire("user-" + i % 7, "gpt-4", "rpm", 3).keep();
            taken += 3;
        }
    }

    long counted() {
        UsageSummary.Total total = repository
                .usage()
                .summary(UsageQuery.ofResource("gpt-4"))
                .limits()
                .get("rpm");
        UsageAmount amount = total == null ? UsageAmount.NONE : total.usage().consumed();
        assertThat(amount.milli()).isZero();
        return amount.tokens();
    }

    List<Item> leases() {
        return store.query(Query.of(Query.Index.TABLE, StreamLease.PARTITION).sortPrefix(StreamLease.PREFIX))
                .join()
                .items();
    }

    void seconds(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }
}
