package dev.zaelimiter.testkit;

import java.io.PrintStream;

/**
 * Runs seeds of the limiter's own simulation: {@code bin/simulate SCENARIO SEED} prints all that happens in one run,
 * {@code bin/simulate SCENARIO SEED COUNT} one line for each of several. Ends with 1 if a law was broken, 2 if it was
 * not understood.
 */
public final class Simulate {

    private final PrintStream out;

    private Simulate(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs seeds.
     *
     * @param arguments the scenario, or {@code all}; the first seed; and how many, by default one
     */
    public static void main(String[] arguments) {
        boolean understood = arguments.length == 2 || arguments.length == 3;
        if (!understood
                || !(arguments[0].equals("all") || Simulation.scenarios().contains(arguments[0]))) {
            System.err.println("usage: bin/simulate SCENARIO SEED [COUNT]\nscenarios: all, "
                    + String.join(", ", Simulation.scenarios()));
            System.exit(2);
        }
        long first = Long.parseLong(arguments[1]);
        long count = arguments.length == 3 ? Long.parseLong(arguments[2]) : 1;
        System.exit(new Simulate(System.out).run(arguments[0], first, count) ? 0 : 1);
    }

    private boolean run(String scenario, long first, long count) {
        boolean sound = true;
        for (String name : Simulation.scenarios()) {
            if (scenario.equals("all") || scenario.equals(name)) {
                for (long seed = first; seed < first + count; seed++) {
                    sound &= run(name, seed, count == 1 && scenario.equals(name));
                }
            }
        }
        return sound;
    }

    private boolean run(String scenario, long seed, boolean full) {
        SimulationReport report = Simulation.of(scenario, seed, full).run();
        if (full) {
            report.trace().forEach(out::println);
        }
        out.printf("%s %d (trace %016x) %s%n", scenario, seed, report.traceHash(), report);
        return report.sound();
    }
}
