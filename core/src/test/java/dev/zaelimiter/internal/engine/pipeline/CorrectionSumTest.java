package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CorrectionSumTest {

    private final AtomicInteger settled = new AtomicInteger();

    private CorrectionSum of(String limit, long milli) {
        CorrectionSum sum = new CorrectionSum();
        sum.add(limit, milli);
        sum.count(settled::incrementAndGet, 7);
        return sum;
    }

    @Test
    void less_aPart_leavesTheRest() {
        CorrectionSum sum = of("rpm", 10);
        sum.less("rpm", 4);
        assertThat(sum.amounts()).isEqualTo(Tokens.of("rpm", 6));
        assertThat(settled).hasValue(0);
        assertThat(sum.sinceNanos()).isEqualTo(7);
    }

    @Test
    void less_allOfIt_settlesAndEmpties() {
        CorrectionSum sum = of("rpm", 10);
        sum.less("rpm", 10);
        assertThat(sum.isEmpty()).isTrue();
        assertThat(settled).hasValue(1);
    }

    @Test
    void less_ofWhatHelpsThoseWhoWait_takesTheLatestFirst() {
        DebtQueue debts = new DebtQueue();
        DebtQueue.Debt first = debts.enter(1);
        first.owes("rpm", 1, 1, 100_000_000);
        CorrectionSum all = new CorrectionSum();
        CorrectionSum early = of("rpm", 10);
        early.grantedAt(0);
        CorrectionSum late = of("rpm", 10);
        late.grantedAt(5);
        all.addAll(early);
        all.addAll(late);
        all.less("rpm", 12);
        all.returnTo(debts, 1, Outbox.ofAnswer());
        // 8 of the early one are left, at one a millisecond.
        assertThat(first.remainingNanos(0)).isEqualTo(92_000_000);
    }

    @Test
    void tried_shards_addUpAndGoWithIt() {
        CorrectionSum one = of("rpm", 1);
        one.tried("rpm", 1);
        CorrectionSum other = of("rpm", 1);
        other.tried("rpm", 4);
        one.addAll(other);
        assertThat(one.drain().tried("rpm")).isEqualTo(5);
        assertThat(one.tried("rpm")).isZero();
    }
}
