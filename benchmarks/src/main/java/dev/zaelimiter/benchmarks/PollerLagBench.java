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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long after a take was granted it stands in usage: 500 takes of 1 token a second, on 50 entities, one poller with its
 * usual settings, on the store that {@code bin/backends} starts. The counter in each change tells which takes it is of.
 * The first seconds, in which classes are loaded and compiled, are left out. Arguments: seconds, 20 unless told otherwise; the
 * poller's pause in milliseconds, 1000; and the number of entities: on a few, several takes go in one update.
 */
final class PollerLagBench implements AggregatorListener {

    private static final int TAKES_PER_SECOND = 500;
    private static final int MILLI = 1000;
    private static final int WARM_UP_SECONDS = 10;

    private final int entities;
    private final Map<String, List<Long>> granted = new ConcurrentHashMap<>();
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final AtomicInteger updates = new AtomicInteger();
    private final List<Long> lags = Collections.synchronizedList(new ArrayList<>());

    private PollerLagBench(int entities) {
        this.entities = entities;
    }

    static Result run(String[] arguments) throws InterruptedException {
        int seconds = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
        int pollMillis = arguments.length < 2 ? 1000 : Integer.parseInt(arguments[1]);
        int entities = arguments.length < 3 ? 50 : Integer.parseInt(arguments[2]);
        return new PollerLagBench(entities).measure(seconds, Duration.ofMillis(pollMillis));
    }

    private Result measure(int seconds, Duration poll) throws InterruptedException {
        String table = "bench-lag-" + Long.toHexString(System.nanoTime());
        AtomicInteger left = new AtomicInteger((WARM_UP_SECONDS + seconds) * TAKES_PER_SECOND);
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try (LimitRepository repository = BenchTables.builder(table).open()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1_000_000));
            try (StreamPoller poller =
                    StreamPoller.of(repository).poll(poll).listener(this).start()) {
                AsyncRateLimiter limiter = repository.asyncRateLimiter();
                Future<?> unused = clock.scheduleAtFixedRate(
                        () -> take(limiter, left.getAndDecrement()),
                        0,
                        TimeUnit.SECONDS.toMicros(1) / TAKES_PER_SECOND,
                        TimeUnit.MICROSECONDS);
                TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
                lags.clear();
                updates.set(0);
                TimeUnit.SECONDS.sleep(seconds + 1L);
                clock.shutdownNow();
                if (!poller.catchUp(Duration.ofMinutes(1))) {
                    throw new IllegalStateException("the poller did not catch up within a minute");
                }
                List<Long> sorted = new ArrayList<>(lags);
                Collections.sort(sorted);
                return new Result()
                        .put("updates_per_s", updates.doubleValue() / seconds)
                        .put("poller_lag_p50_ms", sorted.get(sorted.size() / 2))
                        .put("poller_lag_p99_ms", sorted.get(sorted.size() * 99 / 100));
            }
        } finally {
            clock.shutdownNow();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what fails is not measured
    private void take(AsyncRateLimiter limiter, int number) {
        if (number > 0) {
            String entity = "user-" + number % entities;
            limiter.acquire(entity, "gpt-4", "rpm", 1).thenAccept(lease -> {
                List<Long> times =
                        granted.computeIfAbsent(entity, key -> Collections.synchronizedList(new ArrayList<>()));
                times.add(System.nanoTime());
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
                updates.incrementAndGet();
                int upTo = (int) (after.whole("b_rpm_tc", 0) / MILLI);
                List<Long> times = granted.getOrDefault(entity, List.of());
                for (int i = seen.getOrDefault(entity, 0); i < upTo; i++) {
                    lags.add(i < times.size() ? Math.max(0, TimeUnit.NANOSECONDS.toMillis(now - times.get(i))) : 0);
                }
                seen.merge(entity, upTo, Math::max);
            }
        }
    }
}
