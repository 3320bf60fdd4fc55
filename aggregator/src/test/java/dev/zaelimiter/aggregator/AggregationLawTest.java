package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Usage equals what was consumed, in every window, however the changes come: again, cut elsewhere, late, children
 * before parents, by aggregators that die between any two writes, over a store that loses answers and lands writes
 * late. The limiter is the real one, on buckets that are divided and merged meanwhile.
 */
@Tag("same-on-every-jdk")
class AggregationLawTest {

    private static final int SEEDS = Integer.getInteger("seeds", 25);

    static List<Integer> seeds() {
        List<Integer> seeds = new ArrayList<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void usage_ofRandomTakesDeliveredAnyhow_isWhatWasConsumed(int seed) {
        AggregationWorld world = new AggregationWorld(seed);
        for (int step = 0; step < 400; step++) {
            world.step();
        }
        world.settle();
        assertThat(world.differences()).as("seed " + seed).isEmpty();
    }

    /**
     * Also with buckets that expire and are made again, are deleted by hand, and counters that come to their end; the
     * stream forgets what is older than a day, and sums are written in any order.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void usage_ofBucketsThatGoAndComeAgain_isWhatWasConsumed(int seed) {
        AggregationWorld world = new AggregationWorld(seed);
        SplittableRandom random = new SplittableRandom(~seed);
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(24)) {
                case 0 -> world.deleteBucket();
                case 1 -> world.turnCounter();
                case 2 -> world.deleteEntity();
                case 3 -> world.passDays();
                default -> world.step();
            }
        }
        world.settle();
        assertThat(world.differences()).as("seed " + seed).isEmpty();
    }
}
