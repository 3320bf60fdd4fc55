package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShardTotalsTest {

    private static final List<Limit> LIMITS = List.of(Limit.perMinute("rpm", 120));

    private static LimitStatus status(Takes takes, boolean takenAlready, long... tokens) {
        ShardTotals totals = new ShardTotals(takes, takenAlready, ShardFixture.NOW);
        for (int shard = 0; shard < tokens.length; shard++) {
            totals.add(
                    ShardFixture.shard(shard, tokens.length, LIMITS, Map.of("rpm", tokens[shard]))
                            .image(),
                    0);
        }
        List<LimitStatus> all = totals.statuses("e", "r");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void statuses_sumWhatAllShardsHold_underTheWholeLimit() {
        LimitStatus status = status(ShardFixture.takes("rpm", 1), false, 10, 20);

        assertThat(status.available()).isEqualTo(30);
        assertThat(status.limit().capacity()).isEqualTo(120);
        assertThat(status.exceeded()).isFalse();
    }

    @Test
    void statuses_enoughInOneShard_isNotExceeded() {
        assertThat(status(ShardFixture.takes("rpm", 20), false, 0, 20).exceeded())
                .isFalse();
    }

    @Test
    void statuses_enoughInAllTogetherButInNoShard_comesBackWithTheFirstThatHoldsIt() {
        LimitStatus status = status(ShardFixture.takes("rpm", 20), false, 15, 18);

        assertThat(status.exceeded()).isTrue();
        // Each shard gains one a second.
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    void statuses_moreThanEachShare_isJudgedByWhatAllHoldTogether() {
        assertThat(status(ShardFixture.takes("rpm", 70), false, 40, 40).exceeded())
                .isFalse();
        LimitStatus status = status(ShardFixture.takes("rpm", 70), false, 30, 30);
        assertThat(status.exceeded()).isTrue();
        // Together they gain two a second.
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(5));
    }

    @Test
    void statuses_moreThanTheWholeLimit_neverFits() {
        LimitStatus status = status(ShardFixture.takes("rpm", 121), false, 60, 60);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.everFits()).isFalse();
    }

    @Test
    void statuses_ofWhatWasTakenAlready_tellWhatWasThereBefore() {
        LimitStatus status = status(ShardFixture.takes("rpm", 5), true, 0, 1);

        assertThat(status.available()).isEqualTo(6);
        assertThat(status.exceeded()).isFalse();
    }
}
