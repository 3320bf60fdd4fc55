package dev.zaelimiter.tests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The limiter with one line of it changed ({@link SourceChange}), which a scenario of the simulation must catch.
 *
 * @param name what is wrong
 * @param type the simple name of the class, wherever in the core it lies
 * @param right a piece of the source, found exactly once
 * @param wrong what stands there instead
 * @param scenario in which it must be caught
 * @param most seeds that are tried
 */
record SourceMutant(String name, String type, String right, String wrong, String scenario, int most) {

    private static final String RUN = "dev.zaelimiter.testkit.Simulation";

    /** The laws that a seed breaks; none if it breaks none. */
    interface Seeds extends LongFunction<List<String>> {}

    /** Compiles it, and hands over what runs seeds with it. */
    Seeds seeds(Path scratch) throws IOException {
        ClassLoader loader = plant(scratch);
        return seed -> violations(loader, seed);
    }

    /** Compiles it, and hands over the loader of a limiter with it. */
    ClassLoader plant(Path scratch) throws IOException {
        return SourceChange.of(name, type, right, wrong).plant(scratch);
    }

    /** By reflection: to its loader, these are other classes than those of the test. */
    private List<String> violations(ClassLoader loader, long seed) {
        try {
            Class<?> simulation = loader.loadClass(RUN);
            Object run = simulation
                    .getMethod("of", String.class, long.class, boolean.class)
                    .invoke(null, scenario, seed, false);
            Object report = simulation.getMethod("run").invoke(run);
            List<String> laws = new ArrayList<>();
            for (Object violation :
                    (List<?>) report.getClass().getMethod("violations").invoke(report)) {
                String text = String.valueOf(violation);
                laws.add(text.substring(0, text.indexOf(':')));
            }
            return laws;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " can't be run", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
