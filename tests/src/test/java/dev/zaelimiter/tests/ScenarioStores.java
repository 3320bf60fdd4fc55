package dev.zaelimiter.tests;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.dynamodb.RealTable;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.tests.backends.Backend;
import java.util.Locale;

/**
 * The store on which the scenarios are played: in memory, or, with {@code -Dscenarios.on=dynoxide} or
 * {@code ministack}, on a table of a real one, a new one for each.
 */
final class ScenarioStores {

    private static final String MEMORY = "memory";
    private static final String CHOSEN = System.getProperty("scenarios.on", MEMORY);

    private ScenarioStores() {}

    static ItemStore open(ManualClock clock) {
        if (CHOSEN.equals(MEMORY)) {
            return new InMemoryStore(clock);
        }
        RealTable table =
                new RealTable(Backend.valueOf(CHOSEN.toUpperCase(Locale.ROOT)).endpoint());
        return new VirtualTimeStore(table.open(), clock, table::drop);
    }
}
