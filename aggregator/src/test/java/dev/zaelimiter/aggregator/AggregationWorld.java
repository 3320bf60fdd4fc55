package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A limiter at work on buckets that are divided and merged, what it consumed, and aggregators that its changes are
 * delivered to: again, cut elsewhere, late, and die meanwhile.
 */
final class AggregationWorld {

    private static final String[] ENTITIES = {"alone", "child-1", "child-2", "org"};
    private static final String[] RESOURCES = {"gpt-4", "api/v1"};

    private final SplittableRandom random;
    private final ManualClock clock;
    private final ItemStore store;
    private final FaultyStore faulty;
    private final LimitRepository repository;
    private final Streams streams;
    private final Keys keys;
    private final List<Lease> leases = new ArrayList<>();
    private final IdentityHashMap<Lease, Map<String, Long>> taken = new IdentityHashMap<>();
    private final ConsumedTruth consumed = new ConsumedTruth();
    private final BucketsByHand byHand;
    private Aggregator aggregator;
    private boolean expectNoFault;

    AggregationWorld(int seed) {
        random = new SplittableRandom(seed);
        clock = new ManualClock(Instant.parse("2024-02-29T21:30:00Z"), seed);
        store = new PartitionedStore(new InMemoryStore(clock));
        faulty = FaultyStore.over(store);
        streams = new Streams(store.changes(), random.split(), random.nextInt(1, 4));
        repository = RepositoryBuilder.on(store).environment(clock).build();
        repository
                .limits()
                .setSystemDefaults(Limit.perMinute("rpm", 500), Limit.custom("tpm", 50_000, 7, Duration.ofSeconds(3)));
        repository.limits().setResourceDefaults("api/v1", Limit.perHour("ttl", 400), Limit.perMinute("window", 300));
        repository.entities().create(Entity.builder("org").build());
        for (String child : List.of("child-1", "child-2")) {
            repository
                    .entities()
                    .create(Entity.builder(child).parent("org").cascade(true).build());
        }
        keys = new Keys(store
                .query(dev.zaelimiter.store.Query.of(dev.zaelimiter.store.Query.Index.TABLE, "_/SYSTEM#"))
                .join()
                .items()
                .stream()
                .map(item -> item.text("namespace_id"))
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElseThrow());
        byHand = new BucketsByHand(store, keys, clock);
        start();
        faulty.failAtRandom(
                seed,
                0.15,
                Fault.THROTTLED,
                Fault.UNREACHABLE,
                Fault.DENIED,
                Fault.LOST_APPLIED,
                Fault.LOST_NOT_APPLIED,
                Fault.LOST_LATE);
    }

    /** A new aggregator, that knows nothing. */
    private void start() {
        aggregator = Aggregator.builder(faulty, clock)
                .settings(AggregatorSettings.defaults().windows(EnumSet.allOf(UsageWindow.class)))
                .build();
    }

    /** A bucket's shards are deleted by hand, as an operator may. */
    void deleteBucket() {
        endAll();
        String entity = entity();
        String resource = resource();
        for (int shard = 0; shard < 8; shard++) {
            store.write(Write.of(WriteShape.delete(null), keys.bucket(entity, resource, shard)))
                    .join();
        }
    }

    /** An entity is deleted with all that it has, its usage too, and made again. */
    void deleteEntity() {
        endAll();
        repository.entities().delete("alone");
        consumed.forget("alone");
        if (random.nextBoolean()) {
            repository.entities().create(Entity.builder("alone").build());
        }
    }

    /** A bucket's counters come to the end of their range; that jump itself is nobody's consumption. */
    void turnCounter() {
        streams.fill();
        if (byHand.turnCounter(entity(), resource(), random)) {
            streams.drop();
        }
    }

    private String entity() {
        return ENTITIES[random.nextInt(ENTITIES.length)];
    }

    private String resource() {
        return RESOURCES[random.nextInt(RESOURCES.length)];
    }

    /** Some days pass, in which all is delivered in time; then the stream has forgotten it. */
    void passDays() {
        endAll();
        deliverAll();
        clock.advance(Duration.ofHours(random.nextInt(30, 100)));
        streams.trim();
    }

    private void endAll() {
        leases.forEach(this::keep);
        leases.clear();
    }

    void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> take();
            case 4 -> endOrAdjust();
            case 5 -> clock.advance(Duration.ofMillis(random.nextLong(random.nextInt(4) == 0 ? 5_400_000 : 2000)));
            case 6 -> byHand.divideOrMerge(entity(), resource(), random);
            case 7 -> streams.roll();
            case 8 -> {
                faulty.release();
                start();
                streams.fill();
                streams.shards().forEach(shard -> {
                    if (random.nextInt(3) == 0) {
                        streams.goBack(shard);
                    }
                });
            }
            case 9 -> changeLimits();
            default -> deliver(50);
        }
    }

    private void take() {
        String entity = entity();
        String resource = resource();
        AcquireRequest.Builder request = AcquireRequest.entity(entity).resource(resource);
        Map<String, Long> amounts = new TreeMap<>();
        for (String limit : resource.equals("gpt-4") ? List.of("rpm", "tpm") : List.of("ttl", "window")) {
            if (random.nextInt(4) > 0 || amounts.isEmpty()) {
                long amount = random.nextInt(1, limit.equals("tpm") ? 3000 : 20);
                amounts.put(limit, amount);
                request.take(limit, amount);
            }
        }
        Decision decision = repository.rateLimiter().tryAcquire(request.build());
        if (decision instanceof Decision.Granted granted) {
            amounts.forEach((limit, amount) -> consumed.note(granted.lease(), limit, amount, clock.now()));
            leases.add(granted.lease());
            taken.put(granted.lease(), amounts);
        }
    }

    private void endOrAdjust() {
        if (leases.isEmpty()) {
            return;
        }
        int i = random.nextInt(leases.size());
        Lease lease = leases.get(i);
        List<String> limits = lease.resource().equals("gpt-4") ? List.of("rpm", "tpm") : List.of("ttl", "window");
        if (random.nextBoolean()) {
            String limit = limits.get(random.nextInt(limits.size()));
            if (lease.held(limit) > 0) {
                long total = random.nextInt(1, 2500);
                lease.settle(limit, total);
            }
            return;
        }
        leases.remove(i);
        if (random.nextInt(3) == 0) {
            taken.remove(lease).forEach((limit, amount) -> consumed.note(lease, limit, -amount, clock.now()));
            lease.giveBack();
        } else {
            keep(lease);
        }
    }

    /** What was settled is written when a lease ends. */
    private void keep(Lease lease) {
        taken.remove(lease)
                .forEach((limit, amount) -> consumed.note(lease, limit, lease.held(limit) - amount, clock.now()));
        lease.keep();
    }

    private void changeLimits() {
        repository
                .limits()
                .setSystemDefaults(
                        Limit.perMinute("rpm", random.nextInt(300, 600)),
                        Limit.custom(
                                "tpm", random.nextInt(40_000, 60_000), 7, Duration.ofSeconds(random.nextInt(1, 5))));
    }

    private void deliver(int most) {
        streams.fill();
        List<String> behind = streams.shards().stream()
                .filter(shard -> !streams.isThrough(shard))
                .toList();
        if (behind.isEmpty()) {
            return;
        }
        String shard = behind.get(random.nextInt(behind.size()));
        List<ChangeRecord> batch = streams.next(shard, most);
        if (random.nextInt(10) == 0) {
            dieAfter(random.nextInt(6), shard, batch);
            return;
        }
        CompletableFuture<BatchOutcome> outcome = aggregator.process(new StreamBatch(shard, batch));
        assertThat(clock.await(outcome, Duration.ofMinutes(5).toNanos())).isTrue();
        if (expectNoFault) {
            assertThat(outcome.join().failures()).isEmpty();
        }
        streams.answered(shard, batch, outcome.join());
    }

    /**
     * An aggregator whose process dies after some writes: nobody hears of the rest, and another begins at the same
     * place.
     */
    private void dieAfter(int writes, String shard, List<ChangeRecord> batch) {
        DyingStore dying = new DyingStore(store, writes);
        Aggregator one = Aggregator.builder(dying, clock)
                .settings(AggregatorSettings.defaults().windows(EnumSet.allOf(UsageWindow.class)))
                .build();
        CompletableFuture<BatchOutcome> unheard = one.process(new StreamBatch(shard, batch));
        assertThat(unheard).isNotNull();
    }

    /** Delivers all that is left, twice, over a store without faults. */
    void settle() {
        endAll();
        faulty.release();
        faulty.failAtRandom(0, 0);
        expectNoFault = true;
        deliverAll();
        streams.shards().forEach(streams::goBack);
        start();
        deliverAll();
    }

    private void deliverAll() {
        streams.fill();
        for (int i = 0; i < 20_000 && !streams.shards().stream().allMatch(streams::isThrough); i++) {
            deliver(200);
        }
        assertThat(streams.shards()).allMatch(streams::isThrough);
    }

    List<String> differences() {
        return consumed.differences(repository, RESOURCES);
    }
}
