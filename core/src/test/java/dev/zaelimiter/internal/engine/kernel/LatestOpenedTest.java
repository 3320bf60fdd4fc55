package dev.zaelimiter.internal.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatestOpenedTest {

    @Test
    void add_moreThanThereMayBe_tellsTheOldestOnce() {
        LatestOpened latest = new LatestOpened(4);
        List<Integer> told = new ArrayList<>();

        for (int i = 0; i < 10; i++) {
            int number = i;
            latest.add(() -> told.add(number));
        }

        assertThat(told).containsExactly(0, 1, 2, 3, 4, 5);
    }
}
