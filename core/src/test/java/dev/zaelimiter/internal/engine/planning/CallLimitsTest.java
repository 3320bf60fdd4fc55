package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Rates;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallLimitsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 10);
    private static final Limit TPM = Limit.perMinute("tpm", 1000);

    private final BucketImage whole = ShardFixture.bucket(List.of(RPM, TPM), Map.of());

    private static boolean notStored(String limit) {
        return false;
    }

    @Test
    void govern_noLimitsOfTheCall_theBucketsOwn() {
        assertThat(CallLimits.govern(whole, null, CallLimitsTest::notStored)).isSameAs(whole.rates());
    }

    @Test
    void govern_limitOfTheCall_replacesThatOneAlone() {
        Rates by = CallLimits.govern(whole, List.of(Limit.perSecond("rpm", 3)), CallLimitsTest::notStored);

        int rpm = whole.layout().indexOf("rpm");
        int tpm = whole.layout().indexOf("tpm");
        assertThat(by.most(rpm)).isEqualTo(3_000);
        assertThat(by.cap(rpm)).as("what others have stays").isEqualTo(RPM.capacity() * 1_000);
        assertThat(by.ra(rpm)).isEqualTo(3_000);
        assertThat(by.rp(rpm)).isEqualTo(1_000);
        assertThat(by.cap(tpm)).isEqualTo(1_000_000);
    }

    @Test
    void govern_limitThatTheBucketLacks_changesNothing() {
        Rates by = CallLimits.govern(whole, List.of(Limit.perDay("daily", 5)), CallLimitsTest::notStored);

        for (int i = 0; i < whole.layout().size(); i++) {
            assertThat(by.cap(i)).isEqualTo(whole.rates().cap(i));
        }
    }

    @Test
    void govern_widerThanTheBucketHoldsOfAStoredLimit_theBucketsOwn() {
        Rates by = CallLimits.govern(whole, List.of(Limit.perSecond("rpm", 30)), "rpm"::equals);

        int rpm = whole.layout().indexOf("rpm");
        assertThat(by.cap(rpm)).isEqualTo(10_000);
        assertThat(by.most(rpm)).isEqualTo(10_000);
        assertThat(by.ra(rpm)).isEqualTo(10_000);
        assertThat(by.rp(rpm)).isEqualTo(60_000);
    }

    @Test
    void govern_lowerButFasterThanAStoredLimit_leavesTheRestAndIsNoFaster() {
        Rates by = CallLimits.govern(whole, List.of(Limit.perSecond("rpm", 4)), "rpm"::equals);

        int rpm = whole.layout().indexOf("rpm");
        assertThat(by.cap(rpm)).isEqualTo(10_000);
        assertThat(by.most(rpm)).isEqualTo(4_000);
        assertThat(by.rp(rpm)).isEqualTo(60_000);
    }

    @Test
    void govern_slowerThanAStoredLimit_itsOwnRateUnderTheBucketsCeiling() {
        Rates by = CallLimits.govern(whole, List.of(Limit.perDay("rpm", 30)), "rpm"::equals);

        int rpm = whole.layout().indexOf("rpm");
        assertThat(by.cap(rpm)).isEqualTo(10_000);
        assertThat(by.ra(rpm)).isEqualTo(30_000);
        assertThat(by.rp(rpm)).isEqualTo(86_400_000);
    }

    @Test
    void govern_shards_eachGetsItsShareOfTheCallsLimit() {
        long sum = 0;
        for (int shard = 0; shard < 4; shard++) {
            BucketImage image =
                    ShardFixture.shard(shard, 4, List.of(RPM), Map.of()).image();
            sum += CallLimits.govern(image, List.of(Limit.perMinute("rpm", 7)), CallLimitsTest::notStored)
                    .most(image.layout().indexOf("rpm"));
        }

        assertThat(sum).isEqualTo(7_000);
    }
}
