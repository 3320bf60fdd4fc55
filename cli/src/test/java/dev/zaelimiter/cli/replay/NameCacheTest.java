package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NameCacheTest {

    private static final int NAMES = 10_000;
    private static final int ROUNDS = 5;

    private final AtomicInteger made = new AtomicInteger();
    private final NameCache cache = new NameCache(seen -> {
        made.incrementAndGet();
        return seen;
    });
    private final RowCells row = new RowCells();

    private String read(String name) {
        row.begin(1);
        row.add(name.toCharArray(), 0, name.length());
        return cache.in(row, 0);
    }

    /** Names that count up fell on each other, a quarter of them each time that they came. */
    @Test
    void in_namesThatCountUp_areMadeOnce() {
        for (String beginning : new String[] {"key-", "", "user_00", "tenant/a:"}) {
            made.set(0);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < NAMES; i++) {
                    assertThat(read(beginning + i)).isEqualTo(beginning + i);
                }
            }
            assertThat(made.get()).as("'%s'", beginning).isLessThan(NAMES * 5 / 4);
        }
    }

    @Test
    void in_sameName_isTheSameObject() {
        String first = read("key-1");
        read("key-2");
        assertThat(read("key-1")).isSameAs(first);
    }
}
