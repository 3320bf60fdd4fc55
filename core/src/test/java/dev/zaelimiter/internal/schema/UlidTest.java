package dev.zaelimiter.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class UlidTest {

    @Test
    void next_timeIsTheFirstTenSigns() {
        // The time of the specification's example.
        assertThat(new Ulid(new Random(1)).next(1_469_918_176_385L))
                .startsWith("01ARYZ6S41")
                .hasSize(26);
        assertThat(new Ulid(new Random(1)).next((1L << 48) - 1)).startsWith("7ZZZZZZZZZ");
    }

    @Test
    void next_sameMillisecondAndClockStepsBack_risesStrictly() {
        Ulid source = new Ulid(new Random(2));
        List<String> ids = new ArrayList<>();
        for (long now : new long[] {100, 100, 100, 99, 101, 5, 101, 102}) {
            ids.add(source.next(now));
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void next_randomBitsAllSet_countsUpWithoutRunningOver() {
        RandomGenerator ones = () -> -1L;
        Ulid source = new Ulid(ones);
        String first = source.next(7);
        assertThat(source.next(7)).isGreaterThan(first);
    }
}
