package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What is decided in place, while buckets are divided and made whole, entities move and are deleted, and switches are
 * turned: each ends a lane at any moment.
 */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class EndedLanesTest {

    private static final int SEEDS = Integer.getInteger("seeds", 6);
    private static final List<Scenario.Habit> HABITS = List.of(Scenario.Habit.values());

    /** The scenario of lanes, with something more that ends one. */
    private static Scenario endedLanes(long seed) {
        Scenario scenario = Scenarios.of("lanes", seed);
        SplittableRandom random = new SplittableRandom(~seed);
        int kind = random.nextInt(3);
        scenario.transfers = kind == 0 ? 0 : 1 + random.nextInt(40);
        scenario.operations = kind == 1 ? 0 : 1 + random.nextInt(20);
        scenario.habit = HABITS.get(random.nextInt(HABITS.size()));
        return scenario;
    }

    @Test
    void run_lanesThatAreEndedByDivisionsMovesAndSwitches_breaksNoLaw() {
        assertThat(LongStream.rangeClosed(1, SEEDS)
                        .filter(seed -> !new SimulationRun(endedLanes(seed), seed, false)
                                .run()
                                .violations()
                                .isEmpty()))
                .as("seeds that break a law")
                .isEmpty();
    }
}
