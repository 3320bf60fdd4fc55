package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.store.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who waits for tokens of a shard, while shards are made one and divided again. */
class MovedDebtTest {

    private static final long MILLI = 1_000_000;
    private static final List<Limit> RPS = List.of(Limit.perSecond("rps", 10));

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Work work = new Work(engine, EngineFixture.site(engine));

    private void seenIn(int shard, long count) {
        see(BucketFixture.item(shard, count, RPS, Map.of("rps", 0L), item -> {}));
    }

    private void seenGone() {
        see(null);
    }

    private void see(@Nullable Item item) {
        work.touch();
        work.state.see(item, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos(), work.wallMillis());
    }

    /** Somebody who owes a hundred milliseconds of one of so many shards, at a millitoken each. */
    private DebtQueue.Debt owing(long shards) {
        DebtQueue.Debt debt = work.debts.enter(shards);
        debt.owes("rps", 1, 1, 100 * MILLI);
        return debt;
    }

    private void comesBack(long shards) {
        work.debts.returned(0, Tokens.of("rps", 30), shards, Outbox.ofAnswer());
    }

    @Test
    void returned_shardsAsTheyWere_shortens() {
        seenIn(1, 2);
        DebtQueue.Debt debt = owing(2);
        seenIn(1, 2);
        comesBack(2);
        assertThat(debt.remainingNanos(0)).isEqualTo(70 * MILLI);
    }

    @Test
    @DisplayName("half of the debt lay in the first shard: who waited was let in by what came back to the other half")
    void returned_theShardWasMadeOneWithAnotherAndSplitOffAgain_helpsNobodyOfBefore() {
        seenIn(1, 2);
        DebtQueue.Debt before = owing(2);
        seenGone();
        seenIn(1, 2);
        DebtQueue.Debt since = owing(2);
        comesBack(2);
        assertThat(before.remainingNanos(0)).isEqualTo(100 * MILLI);
        assertThat(since.remainingNanos(0)).isEqualTo(70 * MILLI);
    }

    @Test
    void returned_theFirstShardWasMadeWholeAndDividedAgain_helpsNobodyOfBefore() {
        seenIn(0, 2);
        DebtQueue.Debt debt = owing(2);
        seenIn(0, 1);
        seenIn(0, 2);
        comesBack(2);
        assertThat(debt.remainingNanos(0)).isEqualTo(100 * MILLI);
    }

    @Test
    void returned_dividedFinerAndMadeOneAgain_shortens() {
        seenIn(0, 2);
        DebtQueue.Debt debt = owing(2);
        seenIn(0, 4);
        seenIn(0, 2);
        comesBack(2);
        assertThat(debt.remainingNanos(0)).isEqualTo(70 * MILLI);
    }
}
