package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.ItemStore;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** A bug, where it shows, and by which laws it must be caught. */
record Planted(String name, Shape shape, Plant plant, Set<String> caughtBy) {

    /** The most seeds that are tried. */
    static final int SEEDS = 60;

    /** What the run of a seed is made of. */
    interface Shape {
        Scenario of(long seed);
    }

    /** Puts a bug between a client, by its number, and the store. */
    interface Plant {
        ItemStore between(int client, ItemStore store);
    }

    static Planted between(String name, Shape shape, UnaryOperator<ItemStore> bug, String... caughtBy) {
        return new Planted(name, shape, (client, store) -> bug.apply(store), Set.of(caughtBy));
    }

    /** Runs seeds until the bug is caught, each without the bug too. */
    void mustBeCaught() {
        Set<String> broken = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS && Collections.disjoint(broken, caughtBy); seed++) {
            int[] clients = {0};
            SimulationOutcome spoiled =
                    new SimulationRun(shape.of(seed), seed, false, store -> plant.between(clients[0]++, store)).run();
            spoiled.violations().forEach(violation -> broken.add(violation.rule()));
            SimulationOutcome sound = new SimulationRun(shape.of(seed), seed, false).run();
            assertThat(sound.violations()).as("seed %d without the bug", seed).isEmpty();
        }

        assertThat(broken).as("laws broken with the bug").containsAnyElementsOf(caughtBy);
    }

    @Override
    public String toString() {
        return name;
    }
}
