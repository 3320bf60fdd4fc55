package dev.zaelimiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InterruptTest {

    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void await_nobodyAsks_takesItsTime() {
        try (Interrupt interrupt = new Interrupt()) {
            assertThat(interrupt.await(Duration.ofMillis(1))).isFalse();
        }
    }

    @Test
    void await_asked_endsAtOnce_alsoWhoComesLater() {
        try (Interrupt interrupt = new Interrupt()) {
            new Thread(interrupt::ask).start();
            assertThat(interrupt.await(LONG)).isTrue();
            assertThat(interrupt.await(LONG)).isTrue();
        }
    }

    @Test
    void await_threadInterrupted_endsToo_andStaysInterrupted() {
        try (Interrupt interrupt = new Interrupt()) {
            Thread.currentThread().interrupt();
            assertThat(interrupt.await(LONG)).isTrue();
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
