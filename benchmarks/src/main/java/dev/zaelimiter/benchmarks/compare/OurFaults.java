package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Ours in trouble, with its usual settings. */
final class OurFaults {

    static final int IDLE_REFILL = 20;
    static final int REST_SECONDS = 6;
    static final int BURST_MILLIS = 2000;
    private static final int PROCESSES = 4;
    private static final int REFUSALS = 3;
    private static final long PATIENCE_MILLIS = 30_000;
    private static final long AT_MOST_NANOS = 6_000_000;
    private static final AcquireRequest REQUEST = Workload.request("key");

    private final String table;
    private final URI endpoint;
    private final int tokens;

    OurFaults(String table, URI endpoint, int tokens) {
        this.table = table;
        this.endpoint = endpoint;
        this.tokens = tokens;
    }

    /** Returns what callers were told; all is settled when this returns. */
    Map<String, Object> run(LimitRepository setup, String scenario) throws InterruptedException {
        if (scenario.equals("idle")) {
            setup.limits()
                    .setResourceDefaults(
                            Workload.RESOURCE,
                            Limit.custom("rpm", tokens, IDLE_REFILL, Duration.ofSeconds(1)),
                            Limit.custom("tpm", 1_000_000_000_000L, 1, Duration.ofDays(1)));
        } else {
            Workload.once(setup, tokens);
        }
        setup.rateLimiter().acquire(REQUEST).keep();
        return switch (scenario) {
            case "cancelled" -> cancelled();
            case "idle" -> {
                try (LimitRepository process = process()) {
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(REST_SECONDS));
                    yield told(List.of(process), Integer.MAX_VALUE, BURST_MILLIS, 0);
                }
            }
            default -> drained(scenario.equals("processes") ? PROCESSES : 1);
        };
    }

    private LimitRepository process() {
        return DynamoDbRepository.builder(table)
                .endpoint(endpoint)
                .region("us-east-1")
                .credentials("local", "local")
                .connect();
    }

    private Map<String, Object> drained(int count) throws InterruptedException {
        List<LimitRepository> processes = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                processes.add(process());
            }
            return told(processes, REFUSALS, PATIENCE_MILLIS, 1);
        } finally {
            // What was not known yet is settled before the table is asked.
            processes.forEach(LimitRepository::close);
        }
    }

    private Map<String, Object> told(List<LimitRepository> processes, int refusals, long millis, long grantedBefore)
            throws InterruptedException {
        Crowd crowd = new Crowd();
        crowd.ask(Faults.CALLERS, refusals, millis, caller -> took(processes.get(caller % processes.size())));
        Map<String, Object> figures = crowd.figures();
        figures.put("granted", crowd.granted() + grantedBefore);
        return figures;
    }

    private static boolean took(LimitRepository process) {
        try {
            process.rateLimiter().acquire(REQUEST).keep();
            return true;
        } catch (RateLimitExceededException e) {
            return false;
        }
    }

    /** Every second caller goes away within a few milliseconds. */
    private Map<String, Object> cancelled() {
        long granted = 0;
        long gone = 0;
        try (LimitRepository process = process()) {
            for (int i = 0; i < tokens / 2; i++) {
                CompletableFuture<Lease> call = process.asyncRateLimiter().acquire(REQUEST);
                if (i % 2 == 0) {
                    LockSupport.parkNanos(new SplittableRandom(i).nextLong(AT_MOST_NANOS));
                    call.cancel(true);
                }
                try {
                    call.join().keep();
                    granted++;
                } catch (CancellationException e) {
                    gone++;
                } catch (CompletionException e) {
                    if (!(e.getCause() instanceof RateLimitExceededException)) {
                        throw e;
                    }
                }
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("calls", tokens / 2);
        figures.put("granted", granted + 1);
        figures.put("gone", gone);
        return figures;
    }
}
