package dev.zaelimiter.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafeClockTest {

    private final ManualClock manual = new ManualClock();
    private final List<Throwable> faults = new ArrayList<>();
    private boolean broken;
    private final SafeClock clock = new SafeClock(
            new ForwardingEnvironment(manual) {
                @Override
                public long monotonicNanos() {
                    if (broken) {
                        throw new AssertionError("broken");
                    }
                    return super.monotonicNanos();
                }
            },
            faults::add);

    @Test
    void monotonicNanos_clockThrows_isAsLateAsItWasRead() {
        manual.advance(Duration.ofNanos(7));
        assertThat(clock.monotonicNanos()).isEqualTo(manual.monotonicNanos());
        long read = manual.monotonicNanos();
        manual.advance(Duration.ofNanos(7));
        broken = true;
        assertThat(clock.monotonicNanos()).isEqualTo(read);
        assertThat(faults).hasSize(1);
        broken = false;
        assertThat(clock.monotonicNanos()).isEqualTo(read + 7);
    }

    @Test
    void monotonicNanos_othersHaveReadTheClock_isNotMuchOlder() {
        manual.advance(Duration.ofHours(1));
        long first = manual.monotonicNanos();
        clock.read(first);
        clock.read(first + 1);
        broken = true;
        assertThat(clock.monotonicNanos()).as("noted, but not each time").isEqualTo(first);
        clock.read(first + 200_000_000);
        assertThat(clock.monotonicNanos()).isEqualTo(first + 200_000_000);
    }

    @Test
    void monotonicNanos_neverReadBefore_isWhenItWasMade() {
        broken = true;
        assertThat(clock.monotonicNanos()).isEqualTo(manual.monotonicNanos());
    }
}
