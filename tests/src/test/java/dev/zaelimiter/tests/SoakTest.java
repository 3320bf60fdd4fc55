package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.testkit.Simulation;
import dev.zaelimiter.testkit.SimulationReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * 1,000 seeds of the simulation and more, others with each change of the limiter: the first is made of its sources, so
 * that whoever runs the same ones draws the same. {@code -Dseed} sets another, {@code -Dseeds} how many there are of
 * each scenario. They share all cores, a run to each. A seed that breaks a law is reported with the command that
 * replays it.
 */
@Tag("extended")
@Tag("long-run")
@Execution(ExecutionMode.CONCURRENT)
class SoakTest {

    private static final int IN_ALL = 1_000;
    private static final long APART = 10_000;
    private static final long FIRST = Long.getLong("seed", SeedOfSources.value() * APART);
    private static final int SEEDS =
            Integer.getInteger("seeds", (IN_ALL - 1) / Simulation.scenarios().size() + 1);

    private static final int LONG_RUNS = Math.max(1, SEEDS / 100);

    /** Runs that are known to break a law (simulation.md, "What is open"), until that is mended. */
    private static final Set<String> OPEN = Set.of();

    static Stream<String> scenarios() {
        return Simulation.scenarios().stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void scenario_manySeeds_breaksNoLaw(String scenario, TestReporter reporter) {
        reporter.publishEntry("seeds", scenario + " from " + FIRST + ", " + SEEDS + " of them");
        List<SimulationReport> broken = LongStream.range(FIRST, FIRST + SEEDS)
                .filter(seed -> !OPEN.contains(scenario + " " + seed))
                .parallel()
                .mapToObj(seed -> Simulation.of(scenario, seed, false).run())
                .filter(report -> !report.sound())
                .toList();
        broken.forEach(report -> reporter.publishEntry("broken", report.replay() + " " + report.violations()));
        assertThat(broken)
                .as("seeds from %s", FIRST)
                .extracting(report -> report.replay() + "\n" + report)
                .isEmpty();
    }

    @Test
    void longLives_manyFaults_breakNoLaw(TestReporter reporter) {
        reporter.publishEntry("seeds", "-Dseed=" + FIRST + " -Dseeds=" + SEEDS);
        List<String> broken = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + LONG_RUNS; seed++) {
            SimulationReport report = Simulation.builder()
                    .limits(Limit.perSecond("rps", 50), Limit.perMinute("rpm", 500), Limit.perHour("rph", 5000))
                    .clients(5)
                    .cascade(seed % 2 == 0)
                    .duration(Duration.ofMinutes(5))
                    .faults(Simulation.Faults.MANY)
                    .seed(seed)
                    .build()
                    .run();
            if (!report.sound()) {
                broken.add("mvn verify -Pextended -pl tests -am -Dtest=SoakTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -DargLine='-Dseed=" + seed + " -Dseeds=1'\n" + report);
            }
        }
        assertThat(broken).isEmpty();
    }
}
