package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bugs inside the engine, one line each, that no mutant between engine and store can show. The simulation must catch
 * each one in the scenario named, by one of so many seeds, by a law that holds for the same seed without the bug. Which
 * seed that was is reported; the one that it was before is tried first ({@link ShowingSeeds}).
 */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class EngineMutantsTest {

    static Stream<SourceMutant> mutants() {
        return Stream.concat(EngineMutants.ALL.stream(), MendedFaults.ALL.stream());
    }

    static Stream<SourceMutant> tried() {
        return EveryOther.of(mutants());
    }

    @ParameterizedTest
    @MethodSource("tried")
    void simulation_oneLineChanged_isCaught(SourceMutant mutant, @TempDir Path scratch, TestReporter reporter)
            throws IOException {
        SourceMutant.Seeds seeds = mutant.seeds(scratch);
        Set<String> caught = new TreeSet<>();
        long seed = 0;
        for (PrimitiveIterator.OfLong order = ShowingSeeds.inOrder(mutant).iterator();
                caught.isEmpty() && order.hasNext(); ) {
            seed = order.nextLong();
            List<String> broken = seeds.apply(seed);
            if (!broken.isEmpty()) {
                caught.addAll(broken);
                Simulation.of(mutant.scenario(), seed, false)
                        .run()
                        .violations()
                        .forEach(known -> caught.remove(known.substring(0, known.indexOf(':'))));
            }
        }
        reporter.publishEntry("seeds", mutant + ": seed " + seed + " of '" + mutant.scenario() + "', by " + caught);
        assertThat(caught).as("laws broken by: %s", mutant).isNotEmpty();
    }

    @Test
    void seedsToTryFirst_areOfMutantsThatThereAre() {
        assertThat(Stream.concat(mutants(), ColdBucketsTest.mutants()).map(SourceMutant::name))
                .containsAll(ShowingSeeds.names());
    }
}
