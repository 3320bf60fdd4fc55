package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallbackHoldTest {

    private final AtomicInteger cancelled = new AtomicInteger();

    @Test
    void opened_cancelsItsTimer() {
        CallbackHold gate = new CallbackHold(Outbox.ofAnswer());
        gate.timer(cancelled::incrementAndGet);
        assertThat(cancelled).hasValue(0);
        gate.opened();
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void openedBeforeItsTimerIsArmed_cancelsItAllTheSame() {
        CallbackHold gate = new CallbackHold(Outbox.ofAnswer());
        gate.opened();
        gate.timer(cancelled::incrementAndGet);
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void holdsOnlyThoseWhoComeOnItsOwnThread_whileOthersAreStillToBeCalled() throws InterruptedException {
        Outbox out = Outbox.ofAnswer();
        CallbackHold gate = new CallbackHold(out);
        assertThat(gate.holds()).isFalse();
        out.defer(() -> {});
        assertThat(gate.holds()).isTrue();
        AtomicInteger elsewhere = new AtomicInteger(-1);
        Thread other = new Thread(() -> elsewhere.set(gate.holds() ? 1 : 0));
        other.start();
        other.join();
        assertThat(elsewhere).hasValue(0);
    }
}
