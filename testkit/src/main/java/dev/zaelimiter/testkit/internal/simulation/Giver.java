package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Refilled;
import dev.zaelimiter.admin.Refills;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Somebody who resets buckets and tops them up, under load, and tries again under the same key until it is known to be
 * done.
 */
final class Giver {

    private static final int MOST_TRIES = 4;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Refills refills;
    private int orders;

    Giver(Scenario scenario, World world, Oracle oracle, Host host, ItemStore store) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        LimitRepository repository = RepositoryBuilder.on(store)
                .environment(host)
                .inlineCallbacks()
                .deadline(Duration.ofMillis(scenario.deadlineMillis))
                .configTtl(Duration.ofMillis(scenario.configTtlMillis))
                .build();
        this.refills = Administration.of(repository).refills();
    }

    /** Gives something to somebody. */
    void act(SplittableRandom random) {
        boolean family = scenario.cascade && random.nextInt(3) == 0;
        String entity = family ? RequestGenerator.PARENT : RequestGenerator.entity(random.nextInt(scenario.entities));
        boolean reset = random.nextInt(3) == 0;
        // An earlier key may come again: then nothing more is given.
        String key = (reset ? "reset-" : "order-") + (random.nextInt(4) == 0 ? random.nextInt(orders + 1) : orders++);
        Map<String, Long> tokens = new TreeMap<>();
        List<Limit> limits = family && !scenario.parentLimits.isEmpty() ? scenario.parentLimits : scenario.limits;
        Limit any = limits.get(random.nextInt(limits.size()));
        tokens.put(any.name(), Math.min(Limit.MAX_AMOUNT, 1 + random.nextLong(Math.max(1, 2 * any.capacity()))));
        give(entity, key, reset ? Map.of() : tokens);
    }

    /** Fills all buckets, so that in the end everybody may get in. */
    void fillAll() {
        if (scenario.cascade || scenario.operations > 0) {
            give(RequestGenerator.PARENT, "last", Map.of());
        }
        for (int i = 0; i < scenario.entities; i++) {
            give(RequestGenerator.entity(i), "last", Map.of());
        }
    }

    /** Some tokens, or all that are missing. */
    private void give(String entity, String key, Map<String, Long> tokens) {
        String bucket = KeyReader.bucket(entity, RequestGenerator.RESOURCE);
        world.trace("the giver gives " + bucket + " " + (tokens.isEmpty() ? "all" : tokens) + " under " + key);
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                Refilled done = tokens.isEmpty()
                        ? refills.reset(entity, RequestGenerator.RESOURCE, Set.of(), key)
                        : refills.topUp(entity, RequestGenerator.RESOURCE, tokens, key);
                world.trace(
                        "the giver has given " + new TreeMap<>(done.amounts()) + (done.repeated() ? " before" : ""));
                oracle.gifts().told(bucket, key, done);
                return;
            } catch (StoreFailureException failure) {
                // Others changed the bucket again and again, or the answer was lost: the same key, once more.
                world.trace("the giver failed: " + failure.getMessage());
            } catch (InvalidInputException lacking) {
                world.trace("the giver is wrong: " + lacking.getMessage());
                if (scenario.limitsStay()) {
                    oracle.violated("gift", "the giver is refused: " + Faults.describe(lacking));
                }
                return;
            }
        }
    }
}
