package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdjustmentTest {

    private final AtomicInteger settled = new AtomicInteger();

    private Adjustment of(String limit, long milli) {
        Adjustment adjustment = new Adjustment();
        adjustment.add(limit, milli);
        adjustment.count(settled::incrementAndGet, 7);
        return adjustment;
    }

    @Test
    void less_aPart_leavesTheRest() {
        Adjustment adjustment = of("rpm", 10);
        adjustment.less("rpm", 4);
        assertThat(adjustment.amounts()).isEqualTo(Tokens.of("rpm", 6));
        assertThat(settled).hasValue(0);
        assertThat(adjustment.sinceNanos()).isEqualTo(7);
    }

    @Test
    void less_allOfIt_settlesAndEmpties() {
        Adjustment adjustment = of("rpm", 10);
        adjustment.less("rpm", 10);
        assertThat(adjustment.isEmpty()).isTrue();
        assertThat(settled).hasValue(1);
    }

    @Test
    void less_ofWhatHelpsThoseWhoWait_takesTheLatestFirst() {
        Debtors debtors = new Debtors();
        Debtors.Debt first = debtors.enter(1);
        first.owes("rpm", 1, 1, 100_000_000);
        Adjustment all = new Adjustment();
        Adjustment early = of("rpm", 10);
        early.grantedAt(0);
        Adjustment late = of("rpm", 10);
        late.grantedAt(5);
        all.addAll(early);
        all.addAll(late);
        all.less("rpm", 12);
        all.returnTo(debtors, 1, Outbox.ofAnswer());
        // 8 of the early one are left, at one a millisecond.
        assertThat(first.remainingNanos(0)).isEqualTo(92_000_000);
    }

    @Test
    void tried_shards_addUpAndGoWithIt() {
        Adjustment one = of("rpm", 1);
        one.tried("rpm", 1);
        Adjustment other = of("rpm", 1);
        other.tried("rpm", 4);
        one.addAll(other);
        assertThat(one.drain().tried("rpm")).isEqualTo(5);
        assertThat(one.tried("rpm")).isZero();
    }
}
