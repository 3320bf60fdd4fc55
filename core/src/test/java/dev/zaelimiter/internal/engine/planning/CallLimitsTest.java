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

    @Test
    void govern_noLimitsOfTheCall_theBucketsOwn() {
        assertThat(CallLimits.govern(whole, null)).isSameAs(whole.rates());
    }

    @Test
    void govern_limitOfTheCall_replacesThatOneAlone() {
        Rates by = CallLimits.govern(whole, List.of(Limit.perSecond("rpm", 3)));

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
        Rates by = CallLimits.govern(whole, List.of(Limit.perDay("daily", 5)));

        for (int i = 0; i < whole.layout().size(); i++) {
            assertThat(by.cap(i)).isEqualTo(whole.rates().cap(i));
        }
    }

    @Test
    void govern_shards_eachGetsItsShareOfTheCallsLimit() {
        long sum = 0;
        for (int shard = 0; shard < 4; shard++) {
            BucketImage image =
                    ShardFixture.shard(shard, 4, List.of(RPM), Map.of()).image();
            sum += CallLimits.govern(image, List.of(Limit.perMinute("rpm", 7)))
                    .most(image.layout().indexOf("rpm"));
        }

        assertThat(sum).isEqualTo(7_000);
    }
}
