package dev.zaelimiter.testkit;

import dev.zaelimiter.testkit.internal.simulation.Outcome;
import dev.zaelimiter.testkit.internal.simulation.Run;
import dev.zaelimiter.testkit.internal.simulation.Scenarios;
import java.io.PrintStream;

/** Runs one seed of one scenario again, and prints what happened: {@code bin/simulate SCENARIO SEED [COUNT]}. */
public final class Simulate {

    private Simulate() {}

    /**
     * Runs seeds.
     *
     * @param arguments the scenario, the first seed, and how many of them (by default 1, with a full trace)
     */
    public static void main(String[] arguments) {
        if (arguments.length < 2) {
            System.err.println("usage: bin/simulate SCENARIO SEED [COUNT]; scenarios: " + Scenarios.names());
            System.exit(2);
        }
        int count = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        long first = Long.parseLong(arguments[1]);
        int failed = 0;
        for (long seed = first; seed < first + count; seed++) {
            failed += run(arguments[0], seed, count == 1, System.out) ? 0 : 1;
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static boolean run(String scenario, long seed, boolean full, PrintStream out) {
        Outcome outcome = new Run(Scenarios.of(scenario, seed), seed, full).run();
        if (full) {
            outcome.trace().forEach(out::println);
        }
        boolean well = outcome.violations().isEmpty();
        out.printf(
                "%s %d: %s (%d requests, trace %016x) %s%n",
                scenario, seed, well ? "well" : "BROKEN", outcome.requests(), outcome.hash(), outcome.writes());
        outcome.violations().forEach(violation -> out.println("  " + violation.rule() + ": " + violation.what()));
        return well;
    }
}
