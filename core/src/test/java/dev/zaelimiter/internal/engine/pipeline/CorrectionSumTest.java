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
        sum.less("rpm", 0, 4);
        assertThat(sum.amounts()).isEqualTo(Tokens.of("rpm", 6));
        assertThat(settled).hasValue(0);
        assertThat(sum.sinceNanos()).isEqualTo(7);
    }

    @Test
    void less_allOfIt_settlesAndEmpties() {
        CorrectionSum sum = of("rpm", 10);
        sum.less("rpm", 0, 10);
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
        all.less("rpm", 0, 12);
        all.returnTo(debts, 1, Outbox.ofAnswer());
        // 8 of the early one are left, at one a millisecond.
        assertThat(first.remainingNanos(0)).isEqualTo(92_000_000);
    }

    /**
     * {@code cancelled} 597: what had been tried nowhere was cut, since a little beside it had been tried everywhere.
     */
    @Test
    void tried_summedUpWithOthers_eachPartKeepsItsOwn() {
        CorrectionSum one = of("rpm", 700);
        CorrectionSum other = of("rpm", 0);
        other.add("rpm", 2, 0b1011);
        one.addAll(other);

        CorrectionSum all = one.drain();

        assertThat(all.tried("rpm")).containsExactly(new TriedParts.Part(0b1011, 2), new TriedParts.Part(0, 700));
        assertThat(one.tried("rpm")).isEmpty();
    }

    @Test
    void tried_inOneMoreShard_isSoOfEachPart() {
        CorrectionSum sum = of("rpm", 700);
        sum.add("rpm", 2, 0b1011);

        sum.tried(2);

        assertThat(sum.tried("rpm")).containsExactly(new TriedParts.Part(0b1111, 2), new TriedParts.Part(0b100, 700));
    }

    @Test
    void less_ofAPartThatWasTried_leavesTheOthers() {
        CorrectionSum sum = of("rpm", 700);
        sum.add("rpm", 5, 0b1011);
        sum.less("rpm", 0b1011, 3);
        sum.less("rpm", 0, 100);

        assertThat(sum.amounts()).isEqualTo(Tokens.of("rpm", 602));
        assertThat(sum.tried("rpm")).containsExactly(new TriedParts.Part(0b1011, 2), new TriedParts.Part(0, 600));
    }
}
