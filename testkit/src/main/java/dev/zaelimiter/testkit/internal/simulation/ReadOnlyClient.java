package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

/** One process that only looks: what is there, and which limits hold. It may not write, and must never want to. */
final class ReadOnlyClient {

    private static final long MILLI = 1_000_000;
    private static final int MOST_STEPS = 12;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Host host;
    private final RequestGenerator requests;
    private final SplittableRandom random;
    private final LimitRepository repository;

    ReadOnlyClient(
            Scenario scenario,
            World world,
            Oracle oracle,
            Host host,
            ItemStore store,
            RequestGenerator requests,
            SplittableRandom random) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.host = host;
        this.requests = requests;
        this.random = random;
        this.repository = RepositoryBuilder.on(store)
                .environment(host)
                .inlineCallbacks()
                .deadline(Duration.ofMillis(scenario.deadlineMillis))
                .configTtl(Duration.ofMillis(scenario.configTtlMillis))
                .refusalFreshness(Duration.ofMillis(scenario.freshnessMillis))
                .build();
    }

    void start() {
        world.after(random.nextLong(scenario.thinkMillis * MILLI + 1), host, this::next);
    }

    private void next() {
        if (world.nowNanos() > scenario.durationMillis * MILLI) {
            return;
        }
        AcquireRequest request = requests.look(random);
        switch (random.nextInt(3)) {
            case 0 -> hears(request, repository.asyncRateLimiter().check(request));
            case 1 -> hears(request, repository.asyncRateLimiter().timeUntilAvailable(request));
            default -> hears(request, repository.asyncRateLimiter().explain(request.entity(), request.resource()));
        }
        world.after(random.nextLong(2 * scenario.thinkMillis * MILLI + 1), host, this::next);
    }

    /** Whether it names a limit that was removed, and then forgotten when all that was stored there was deleted. */
    private boolean forgotten(AcquireRequest request, long nanos) {
        String bucket = KeyReader.bucket(request.entity(), request.resource());
        return scenario.operations > 0
                && IntStream.range(0, request.size())
                        .mapToObj(request::limit)
                        .anyMatch(limit -> oracle.notes().mayBeTakenForRemoved(bucket, limit, host.toString(), nanos));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // every outcome is looked at here
    private void hears(AcquireRequest request, CompletableFuture<?> future) {
        long asked = world.nowNanos();
        oracle.notes().looked(host.toString(), KeyReader.bucket(request.entity(), request.resource()), asked);
        future.whenComplete((seen, thrown) -> {
            Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
            boolean nothing = failure instanceof NoLimitsException || failure instanceof ResourceDisabledException;
            boolean told = (failure instanceof RateLimiterUnavailableException && !scenario.faultless())
                    || (nothing && scenario.operations > 0)
                    || (failure instanceof UnknownLimitException && forgotten(request, asked));
            if (failure != null && !told) {
                oracle.violated("reading", host + " asked " + request + ": " + Faults.describe(failure));
            }
        });
        world.trace(host + " looks: " + request);
        // Each of its steps has the whole deadline: entity, bucket, shards, limits, and the same for its parent.
        world.after(MOST_STEPS * (scenario.deadlineMillis + 2) * MILLI, host, () -> {
            if (!future.isDone()) {
                oracle.violated(
                        "progress", host + " was not told of " + request + ", asked at " + asked / MILLI + " ms");
            }
        });
    }
}
