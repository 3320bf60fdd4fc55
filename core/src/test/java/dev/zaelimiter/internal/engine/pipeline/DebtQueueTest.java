package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DebtQueueTest {

    private static final long MILLI = 1_000_000;

    private final DebtQueue debts = new DebtQueue();

    /** Who owes so many milliseconds, at one millitoken each. */
    private DebtQueue.Debt owing(long millis, long shards) {
        DebtQueue.Debt debt = debts.enter(shards);
        debt.owes("rpm", 1, 1, millis * MILLI);
        return debt;
    }

    private void back(long place, long milli, long shards) {
        debts.returned(place, Tokens.of("rpm", milli), shards, Outbox.ofAnswer());
    }

    @Test
    void returned_byWhoStoodBefore_shortens() {
        DebtQueue.Debt debt = owing(100, 1);
        back(0, 30, 1);
        assertThat(debt.remainingNanos(0)).isEqualTo(70 * MILLI);
    }

    @Test
    void returned_byWhoStandsBehind_helpsNobody() {
        DebtQueue.Debt debt = owing(100, 1);
        back(debt.place(), 30, 1);
        assertThat(debt.remainingNanos(0)).isEqualTo(100 * MILLI);
    }

    /** A half of what is owed lies in the other shard, to which nothing came back: who waited was let in too early. */
    @Test
    void returned_afterADivision_helpsOnlyThoseWhoCameAfterIt() {
        DebtQueue.Debt before = owing(100, 1);
        DebtQueue.Debt after = owing(200, 2);
        back(0, 30, 2);
        assertThat(before.remainingNanos(0)).isEqualTo(100 * MILLI);
        assertThat(after.remainingNanos(0)).isEqualTo(170 * MILLI);
    }

    /** Each wait is a whole number of milliseconds, counted from when its own answer came. */
    @Test
    void owes_paidBackInOneMillisecondWithThoseInFront_isNotLetGoBeforeThem() {
        DebtQueue.Debt front = owing(100, 1);
        DebtQueue.Debt next = debts.enter(1);
        next.owes("other", 1, 1, 5 * MILLI);
        DebtQueue.Debt behind = debts.enter(1);
        behind.owes("rpm", 1, 1, 100 * MILLI - 1);
        DebtQueue.Debt last = debts.enter(1);
        last.owes("rpm", 1, 1, 100 * MILLI - 2);

        assertThat(front.remainingNanos(0)).isEqualTo(100 * MILLI);
        assertThat(next.remainingNanos(0)).isEqualTo(5 * MILLI);
        assertThat(behind.remainingNanos(0)).isEqualTo(100 * MILLI);
        assertThat(last.remainingNanos(0)).isEqualTo(100 * MILLI);
    }

    @Test
    void owes_paidBackAMillisecondBeforeThoseInFront_isNotKept() {
        owing(100, 1);
        DebtQueue.Debt served = owing(99, 1);

        assertThat(served.remainingNanos(0)).isEqualTo(99 * MILLI);
    }

    @Test
    void returned_oneWhoWaitsThrows_othersHear() {
        List<String> heard = new ArrayList<>();
        owing(100, 1).tell(out -> heard.add("first"));
        owing(100, 1).tell(out -> {
            throw new StackOverflowError("broken");
        });
        owing(100, 1).tell(out -> heard.add("last"));
        assertThatThrownBy(() -> back(0, 30, 1)).isInstanceOf(StackOverflowError.class);
        assertThat(heard).containsExactly("first", "last");
    }

    @Test
    void returned_afterAMerge_shortens() {
        DebtQueue.Debt before = owing(100, 2);
        back(0, 30, 1);
        assertThat(before.remainingNanos(0)).isEqualTo(70 * MILLI);
    }
}
