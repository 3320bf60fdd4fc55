package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DelayTimerTest {

    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final Engine engine = EngineFixture.engine(new EmptyStore(), clock);
    private final Mailbox mailbox = new Mailbox(engine);
    private final DelayTimer timer = new DelayTimer(engine, EngineFixture.site(engine, mailbox));
    private int turns;

    {
        mailbox.ownedBy(new Owner());
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    @Test
    void isOver_afterItsTime_isToldOnce() {
        DelayTimer.Delay delay = timer.delay();
        assertThat(delay.isOn()).isFalse();
        delay.start(5 * MILLI);
        pass(4);
        assertThat(delay.isOn()).isTrue();
        assertThat(delay.isOver()).isFalse();
        pass(1);
        assertThat(delay.isOn()).isFalse();
        assertThat(delay.isOver()).isTrue();
        assertThat(delay.isOver()).isFalse();
        assertThat(turns).isEqualTo(1);
    }

    @Test
    void start_severalInAnyOrder_eachWakesThePipelineInItsTime() {
        DelayTimer.Delay late = timer.delay();
        DelayTimer.Delay early = timer.delay();
        DelayTimer.Delay between = timer.delay();
        late.start(9 * MILLI);
        early.start(2 * MILLI);
        between.start(5 * MILLI);

        pass(2);
        assertThat(early.isOver()).isTrue();
        assertThat(between.isOn()).isTrue();
        assertThat(late.isOn()).isTrue();
        pass(3);
        assertThat(between.isOver()).isTrue();
        assertThat(late.isOn()).isTrue();
        pass(4);
        assertThat(late.isOver()).isTrue();
        assertThat(turns).isEqualTo(3);
        pass(100);
        assertThat(turns).as("nothing more to wake for").isEqualTo(3);
    }

    @Test
    void start_againAfterItIsOver_wakesAgain() {
        DelayTimer.Delay delay = timer.delay();
        delay.start(MILLI);
        pass(1);
        delay.start(MILLI);
        assertThat(delay.isOver()).as("of the one before").isFalse();
        pass(1);
        assertThat(delay.isOver()).isTrue();
        assertThat(turns).isEqualTo(2);
    }

    /** Counts how often the pipeline is worked. */
    private final class Owner implements Mailbox.Owner {
        @Override
        public void begin() {}

        @Override
        public Step advance(Outbox out) {
            return Step.REST;
        }

        @Override
        public void fault(Throwable fault, Outbox out) {
            throw new AssertionError(fault);
        }

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public boolean nothingToDo() {
            return true;
        }

        @Override
        public void heldBack() {}

        @Override
        public long nowNanos() {
            return clock.monotonicNanos();
        }

        @Override
        public int letGo() {
            turns++;
            return 0;
        }
    }
}
