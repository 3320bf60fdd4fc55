package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each scenario with an operator added: limits move and go, entities too, switches are turned, buckets are reset,
 * topped up and divided. Most scenarios leave that out. Mixed fleets are not among them: their law holds what all
 * shards have against limits that stay, and against buckets that nobody deletes or fills.
 */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class AddedOperationsTest {

    private static final int SEEDS = Math.min(60, Integer.getInteger("seeds", 1));
    private static final List<Scenario.Habit> HABITS = List.of(Scenario.Habit.values());

    /**
     * Without those that delete entities: a write that was planned for a bucket lands on that of the next entity of the
     * name, and if a clock that is behind has made it, counts what refills until then twice.
     */
    private static final List<Scenario.Habit> WHERE_CLOCKS_DIFFER =
            List.of(Scenario.Habit.MOVES, Scenario.Habit.LEVELS, Scenario.Habit.RELOCATIONS, Scenario.Habit.SWITCHES);

    static Stream<String> scenarios() {
        return Scenarios.names().stream().filter(name -> Scenarios.of(name, 1).pythons == 0);
    }

    /**
     * Adds some of four kinds: what an operator changes (1), what is given (2), divisions (4), clocks that are set by
     * up to two hours (8).
     */
    private static Scenario withOperations(String name, long seed, int kinds) {
        Scenario scenario = Scenarios.of(name, seed);
        SplittableRandom random = new SplittableRandom(~seed);
        if ((kinds & 1) != 0) {
            scenario.operations = Math.max(scenario.operations, 1 + random.nextInt(20));
            boolean right = scenario.rightClocks() && (kinds & 8) == 0;
            List<Scenario.Habit> habits = right ? HABITS : WHERE_CLOCKS_DIFFER;
            scenario.habit = habits.get(random.nextInt(habits.size()));
        }
        if ((kinds & 2) != 0) {
            scenario.refills = Math.max(scenario.refills, 1 + random.nextInt(10));
        }
        if ((kinds & 4) != 0) {
            scenario.transfers = Math.max(scenario.transfers, 1 + random.nextInt(40));
            // Each of a child's shards keeps a part of a token, and its parent what those together would have taken.
            scenario.drains = false;
        }
        if ((kinds & 8) != 0) {
            scenario.skewMillis = Math.max(scenario.skewMillis, 1 + random.nextLong(7_200_000));
            scenario.jumps = 1 + random.nextInt(8);
            scenario.jumpMillis = 1 + random.nextLong(random.nextInt(3) == 0 ? 100 : 7_200_000);
            if (scenario.other != null) {
                // The same processes write there.
                scenario.other.skewMillis = scenario.skewMillis;
                scenario.other.jumps = scenario.jumps;
                scenario.other.jumpMillis = scenario.jumpMillis;
            }
        }
        return scenario;
    }

    private static boolean breaksALaw(String name, long seed, int kinds) {
        return !new SimulationRun(withOperations(name, seed, kinds), seed, false)
                .run()
                .violations()
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void run_withAnOperator_breaksNoLaw(String name) {
        // Other seeds for each scenario: what is added is drawn from the seed alone.
        long first = 1000L * (name.hashCode() & 0xffff);
        assertThat(LongStream.range(first, first + SEEDS)
                        .filter(seed -> breaksALaw(name, seed, 1 + new SplittableRandom(seed).nextInt(15))))
                .as("seeds of %s that break a law", name)
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // The oracle did not ask once more after a long time that it was told.
        "crashes, 20003, 1",
        "crashes, 20035, 1",
        // The oracle expected a process to know what it had tried twice to read, in vain.
        "late-deletes, 7042, 1",
        // A gift was told of after its bucket had been deleted; a key was used again after three days.
        "refills, 7028, 1",
        "idle, 7007, 2",
        // What a gift adds was reckoned as if no time had been taken back.
        "set-clocks, 7001, 2",
        "hours, 7007, 2",
        // More was given than a limit may hold; to a parent by its children's names; and more than was asked for.
        "counters, 7003, 2",
        "families, 7001, 2",
        "drained, 7005, 1",
        // A limit that comes with each call was taken for gone with its bucket, which ended by a clock that is late.
        "call-time, 50396007, 10",
        // A process that had not heard of the first limits that were stored went by its calls' own numbers.
        "call-time, 50396016, 11",
        "call-time, 50396040, 3",
        // Children had tokens early by clocks far apart, and so their parent had none left.
        "slow-child, 44624015, 8",
        // Who waited where another clock had set the stamp more than a minute ahead waited until then.
        "patient-families, 4298040, 8",
        // The aggregator, which is not under test, was given a store that throws.
        "broken-store, 37097015, 6",
        // What clocks far apart bring of the largest limits is no long number.
        "counters, 27127001, 8",
        // The oracle set off what went back to a bucket that was gone by what was charged, and had not landed.
        "in-file, 31012027, 10",
        // A bucket was divided by time that is left out since its stamp was taken back, and without a remainder.
        "hot, 37965003, 11",
        "one, 44646000, 12",
        // The oracle held against what goes back the part of a millitoken that a division had left meanwhile.
        "shards, 44117066, 6",
        // A child's last tokens lay in parts of one, each in another shard.
        "drained, 59543030, 12",
        // Hundreds who failed in one turn gave back by a write each, all in one caller's call.
        "floods, 20001, 1",
        "floods, 23605032, 3"
    })
    void run_seedThatBrokeALaw_breaksNone(String name, long seed, int kinds) {
        assertThat(breaksALaw(name, seed, kinds)).isFalse();
    }
}
