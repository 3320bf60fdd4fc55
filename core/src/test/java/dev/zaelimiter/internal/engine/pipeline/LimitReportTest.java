package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.Told;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitReportTest {

    private static final Limit LARGEST = Limit.perMinute("rpm", Limit.MAX_AMOUNT);

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Site site = EngineFixture.site(engine);

    private LimitStatus status(long balanceMilli, long asked, Told told) {
        BucketSnapshot seen = BucketFixture.seen(
                BucketFixture.item(0, 1, List.of(LARGEST), Map.of(), item -> item.put("b_rpm_tk", balanceMilli)));
        Outlook outlook = new Outlook(engine, site, () -> seen, new Work(engine, site).config.limits());
        List<LimitStatus> all = outlook.statuses(BucketFixture.ask("rpm", asked).take, told, BucketFixture.NOW);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    /** What the bucket lacked came out as less than nothing, and the request was told without what it had taken. */
    @ParameterizedTest
    @ValueSource(longs = {-1_000_000_000L, -8_000_000_000_000_000_000L, -9_000_000_000_000_000_000L})
    void statuses_asIfBackInAnyDebt_countWhatTheRequestTook(long balanceMilli) {
        LimitStatus status = status(balanceMilli, 1_000, Told.AS_IF_BACK);

        assertThat(status.debt()).isEqualTo(-balanceMilli / BucketMath.MILLI - 1_000);
    }

    @Test
    void statuses_asIfBackToAFullBucket_areNoMoreThanFits() {
        LimitStatus status = status(LARGEST.capacity() * BucketMath.MILLI, 1_000, Told.AS_IF_BACK);

        assertThat(status.available()).isEqualTo(LARGEST.capacity());
    }

    /** A shard as deep in debt as that had room for nothing. */
    @Test
    void lacks_ofABucketInTheDeepestDebt_isTheMostThatCanBeTold() {
        BucketSnapshot seen = BucketFixture.seen(
                BucketFixture.item(0, 1, List.of(LARGEST), Map.of(), item -> item.put("b_rpm_tk", Long.MIN_VALUE)));
        Outlook outlook = new Outlook(engine, site, () -> seen, new Work(engine, site).config.limits());

        assertThat(outlook.lacks("rpm")).isEqualTo(Long.MAX_VALUE);
    }
}
