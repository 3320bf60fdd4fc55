package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.AggregatorListener;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.aggregator.StreamPoller;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long after a take was granted it stands in usage: 500 takes of 1 token a second, on 50 entities, one poller with
 * its usual settings, on a dynoxide that was just started ({@link OwnDynoxide} tells why). The counter in each change
 * tells which takes it is of. Beside it a bare reader looks at the same stream: what it sees late is the store's part.
 * All of it runs before on another one, until classes are loaded and compiled. Arguments: seconds, 6 unless told
 * otherwise; the poller's pause in milliseconds, 1000; the number of entities: on a few, several takes go in one
 * update; and the takes in a second.
 */
final class PollerLagBench implements AggregatorListener {

    private static final int WARM_UP_SECONDS = 10;

    /** Until there are buckets, and the poller has its lease. */
    private static final int SETTLING_SECONDS = 2;

    private final int entities;
    private final int perSecond;
    private final TakenAndSeen takes = new TakenAndSeen();
    private final TakenAndSeen.Watcher usage = takes.watcher();
    private final List<Long> waits = Collections.synchronizedList(new ArrayList<>());

    private PollerLagBench(int entities, int perSecond) {
        this.entities = entities;
        this.perSecond = perSecond;
    }

    static Result run(String[] arguments) throws IOException, InterruptedException {
        int seconds = argument(arguments, 0, 6);
        Duration poll = Duration.ofMillis(argument(arguments, 1, 1000));
        int entities = argument(arguments, 2, 50);
        int perSecond = argument(arguments, 3, 500);
        try (OwnDynoxide store = OwnDynoxide.start()) {
            new PollerLagBench(entities, perSecond).measure(store.endpoint(), WARM_UP_SECONDS, poll);
        }
        try (OwnDynoxide store = OwnDynoxide.start()) {
            return new PollerLagBench(entities, perSecond).measure(store.endpoint(), seconds, poll);
        }
    }

    private static int argument(String[] arguments, int at, int otherwise) {
        return arguments.length <= at ? otherwise : Integer.parseInt(arguments[at]);
    }

    private Result measure(URI endpoint, int seconds, Duration poll) throws InterruptedException {
        String table = "bench-lag-" + Long.toHexString(System.nanoTime());
        AtomicInteger left = new AtomicInteger((SETTLING_SECONDS + seconds) * perSecond);
        TakenAndSeen.Watcher bare = takes.watcher();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try (LimitRepository repository =
                BenchTables.builder(table).endpoint(endpoint).open()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000));
            try (StreamPoller poller = StreamPoller.of(repository)
                            .poll(poll)
                            .listener(this)
                            .start();
                    BareReader reader = new BareReader(endpoint, table, poll.toNanos(), bare)) {
                AsyncRateLimiter limiter = repository.asyncRateLimiter();
                Future<?> unused = clock.scheduleAtFixedRate(
                        () -> take(limiter, left.getAndDecrement()),
                        0,
                        TimeUnit.SECONDS.toMicros(1) / perSecond,
                        TimeUnit.MICROSECONDS);
                // What is measured are the other threads.
                TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
                usage.forget();
                bare.forget();
                waits.clear();
                TimeUnit.SECONDS.sleep(seconds + 1L);
                clock.shutdownNow();
                if (!poller.catchUp(Duration.ofMinutes(1))) {
                    throw new IllegalStateException("the poller did not catch up within a minute");
                }
                return result(seconds, bare, reader);
            }
        } finally {
            clock.shutdownNow();
        }
    }

    private Result result(int seconds, TakenAndSeen.Watcher bare, BareReader reader) {
        List<Long> sorted;
        synchronized (waits) {
            sorted = new ArrayList<>(waits);
        }
        Collections.sort(sorted);
        return new Result()
                .put("granted_per_s", (double) sorted.size() / seconds)
                .put("updates_per_s", (double) usage.updates() / seconds)
                .put("poller_lag_p50_ms", (double) usage.lagMillis(0.5))
                .put("poller_lag_p99_ms", (double) usage.lagMillis(0.99))
                .put("bare_reader_lag_p50_ms", (double) bare.lagMillis(0.5))
                .put("bare_reader_lag_p99_ms", (double) bare.lagMillis(0.99))
                .put("bare_read_p50_ms", (double) reader.readMillis())
                .put("take_p50_ms", sorted.get(sorted.size() / 2))
                .put("take_p99_ms", sorted.get(sorted.size() * 99 / 100));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what fails is not measured
    private void take(AsyncRateLimiter limiter, int number) {
        if (number > 0) {
            String entity = "user-" + number % entities;
            long asked = System.nanoTime();
            limiter.acquire(entity, "gpt-4", "rpm", 1).thenAccept(lease -> {
                takes.granted(entity);
                waits.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked));
                lease.keep();
            });
        }
    }

    @Override
    public void batch(StreamBatch batch, BatchOutcome outcome) {
        long now = System.nanoTime();
        for (ChangeRecord each : batch.records()) {
            Item after = each.after();
            String entity = after == null ? null : after.text("entity_id");
            if (after != null && entity != null && after.has("b_rpm_tc")) {
                usage.sees(entity, after.whole("b_rpm_tc", 0), now);
            }
        }
    }
}
