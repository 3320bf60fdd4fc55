package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberLogTest {

    /** In memory alone, partly in a file, and in a file alone. */
    @ParameterizedTest
    @ValueSource(ints = {1 << 24, 1 << 17, 0})
    void read_asOftenAsWanted_givesWhatWasAdded(int memory) {
        try (NumberLog log = new NumberLog(memory)) {
            SplittableRandom random = new SplittableRandom(7);
            for (int i = 0; i < 200_000; i++) {
                log.add(number(random));
            }
            for (int time = 0; time < 2; time++) {
                random = new SplittableRandom(7);
                try (NumberLog.Numbers numbers = log.read()) {
                    for (int i = 0; i < 200_000; i++) {
                        assertThat(numbers.next()).isEqualTo(number(random));
                    }
                }
            }
        }
    }

    private static long number(SplittableRandom random) {
        return random.nextLong() >>> random.nextInt(1, 64);
    }
}
