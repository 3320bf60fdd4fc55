package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.internal.simulation.Scenario;
import dev.zaelimiter.testkit.internal.simulation.Scenarios;
import dev.zaelimiter.testkit.internal.simulation.SimulationRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A bucket that goes cold and is used again goes on as if it had stayed: each seed of the scenario {@code cold} goes
 * the same way, write for write and answer for answer, whether pipelines are thrown away when they are put to rest or
 * not. So whatever a cold bucket forgets and should know shows, without a law that says so.
 */
@Tag("same-on-every-jdk")
@Execution(ExecutionMode.CONCURRENT)
class ColdBucketsTest {

    private static final String SCENARIO = "cold";
    private static final int EACH_BUILD = 24;
    private static final int EXTENDED = 500;

    /** {@code -Dseeds} says how many. */
    private static final int COMPARED = Integer.getInteger("seeds", 60);

    private static final List<SourceMutant> MUTANTS = List.of(
            forgets(
                    "what it owes",
                    "ItemPattern",
                    "numbers[i] += own.whole();",
                    "numbers[i] = Math.abs(numbers[i] + own.whole());"),
            forgets(
                    "what it counted",
                    "BucketState",
                    "total = item == null || schema == null ? 0 : schema.balances().total(item);",
                    ""),
            forgets(
                    "that others write it",
                    "BucketState",
                    "estimator.goOn(cold.lookedMillis, rare == null ? null : rare.estimator);",
                    "estimator.goOn(cold.lookedMillis, null);"),
            forgets(
                    "when it was seen",
                    "BucketState",
                    "cold.wallMillis, cold.atNanos, known",
                    "cold.wallMillis, 0, known"),
            forgets(
                    "that its limits were seen",
                    "BucketConfig",
                    "cold.is(ColdBucket.LIMITS_SEEN) ? state.limitsVersion() : -1",
                    "-1"),
            forgets("since when it knows its limits", "BucketState", "cold.limitsMark,\n", "Long.MAX_VALUE,\n"),
            forgets("how long an answer takes", "BucketState", "roundTripMillis = cold.roundTripMillis;", ""),
            forgets("whose it is", "BucketState", "cold.recorded,\n", "null,\n"),
            forgets("how fine it was divided", "BucketState", "rare == null ? 1 : rare.finest", "1"),
            forgets("how often it failed", "LostAnswers", "failures = rare == null ? 0 : rare.writeFailures;", ""),
            forgets(
                    "that nothing is under way",
                    "BucketWorker",
                    "ColdBucket cold = nothingToDo() ?",
                    "ColdBucket cold = true ?"));

    private static final Map<Long, Long> OF_ONE_THAT_STAYS = new ConcurrentHashMap<>();

    private static SourceMutant forgets(String what, String type, String right, String wrong) {
        return new SourceMutant("a cold bucket forgets " + what, type, right, wrong, SCENARIO, EXTENDED);
    }

    private static Scenario scenario(long seed, boolean stays) {
        Scenario scenario = Scenarios.of(SCENARIO, seed);
        scenario.restsInVain = stays;
        return scenario;
    }

    private static List<Long> different(int seeds) {
        return LongStream.rangeClosed(1, seeds)
                .parallel()
                .filter(seed -> new SimulationRun(scenario(seed, false), seed, false)
                                .run()
                                .hash()
                        != ofOneThatStays(seed))
                .boxed()
                .toList();
    }

    /** The same for each mutant, so made once. */
    private static long ofOneThatStays(long seed) {
        return OF_ONE_THAT_STAYS.computeIfAbsent(
                seed,
                same -> new SimulationRun(scenario(same, true), same, false)
                        .run()
                        .hash());
    }

    @Tag("short-form")
    @Test
    void run_bucketsGoColdAllTheTime_asIfTheyHadStayed() {
        assertThat(different(EACH_BUILD)).isEmpty();
    }

    @Tag("extended")
    @Test
    void run_manySeeds_asIfTheyHadStayed() {
        assertThat(different(COMPARED)).isEmpty();
    }

    static Stream<SourceMutant> mutants() {
        return MUTANTS.stream();
    }

    static Stream<SourceMutant> tried() {
        return EveryOther.of(mutants());
    }

    @Tag("extended")
    @ParameterizedTest
    @MethodSource("tried")
    void run_somethingForgotten_shows(SourceMutant mutant, @TempDir Path scratch) throws IOException {
        ClassLoader loader = mutant.plant(scratch);
        assertThat(ShowingSeeds.inOrder(mutant).anyMatch(seed -> hash(loader, seed) != ofOneThatStays(seed)))
                .as("seen in one of %d seeds: %s", mutant.most(), mutant)
                .isTrue();
    }

    /** By reflection: to its loader, these are other classes than those of the test. */
    private static long hash(ClassLoader loader, long seed) {
        try {
            String in = "dev.zaelimiter.testkit.internal.simulation.";
            Class<?> scenarios = loader.loadClass(in + "Scenarios");
            Class<?> scenario = loader.loadClass(in + "Scenario");
            Object shaped = scenarios.getMethod("of", String.class, long.class).invoke(null, SCENARIO, seed);
            Object run = loader.loadClass(in + "SimulationRun")
                    .getConstructor(scenario, long.class, boolean.class)
                    .newInstance(shaped, seed, false);
            Object outcome = run.getClass().getMethod("run").invoke(run);
            return (long) outcome.getClass().getMethod("hash").invoke(outcome);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the mutant can't be run", e);
        }
    }
}
