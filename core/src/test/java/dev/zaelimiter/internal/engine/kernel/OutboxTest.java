package dev.zaelimiter.internal.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private final ManualClock clock = new ManualClock();
    private final Outbox out = Outbox.ofAnswer();
    private final List<String> done = new ArrayList<>();

    private static void broken() {
        throw new AssertionError("broken");
    }

    @Test
    void run_oneThrows_allOthersHaveTheirTurn() {
        out.handOver(
                task -> {
                    task.run();
                },
                OutboxTest::broken,
                clock);
        out.handOver(Runnable::run, () -> done.add("handed over"), clock);
        out.defer(() -> done.add("first"));
        out.defer(OutboxTest::broken);
        out.defer(() -> done.add("last"));
        out.holdBack(o -> broken());
        out.holdBack(o -> done.add("held back"));
        assertThatThrownBy(() -> out.run(clock)).hasMessage("broken");
        assertThat(done).containsExactly("handed over", "first", "last", "held back");
    }

    @Test
    void run_afterOneHasThrown_isAsBefore() {
        out.defer(OutboxTest::broken);
        assertThatThrownBy(() -> out.run(clock)).hasMessage("broken");
        out.defer(() -> done.add("next"));
        out.run(clock);
        assertThat(done).containsExactly("next");
    }
}
