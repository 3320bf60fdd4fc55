package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SoftLimitsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 10);
    private static final Limit TPM = Limit.perMinute("tpm", 1000);

    private final BucketLayout layout =
            ShardFixture.bucket(List.of(RPM, TPM), Map.of()).layout();

    private static Resolution stored(Limit... limits) {
        return new Resolution(
                List.of(limits), null, Set.of(), null, Access.ENABLED, null, Lineage.NONE, null, null, 0, 0, 0, 0);
    }

    private int mask(@Nullable Resolution known, @Nullable List<Limit> callLimits) {
        return SoftLimits.mask(known, callLimits, layout);
    }

    private int bit(String name) {
        return 1 << layout.indexOf(name);
    }

    @Test
    void mask_nothingKnown_noneIsSoft() {
        assertThat(mask(null, null)).isZero();
    }

    @Test
    void mask_storedSoftLimit_isSoftAlone() {
        assertThat(mask(stored(RPM.asSoft(), TPM), null)).isEqualTo(bit("rpm"));
    }

    @Test
    void mask_softLimitThatTheBucketLacks_isPassedOver() {
        assertThat(mask(stored(Limit.perDay("daily", 5).asSoft(), TPM.asSoft()), null))
                .isEqualTo(bit("tpm"));
    }

    @Test
    void mask_hardLimitOfTheCall_decidesBeforeTheStoredSoftOne() {
        assertThat(mask(stored(RPM.asSoft(), TPM.asSoft()), List.of(RPM))).isEqualTo(bit("tpm"));
    }

    @Test
    void mask_softLimitOfTheCall_decidesBeforeTheStoredHardOne() {
        assertThat(mask(stored(RPM, TPM), List.of(TPM.asSoft()))).isEqualTo(bit("tpm"));
    }

    @Test
    void mask_softLimitOfTheCallAndNothingStored_isSoft() {
        assertThat(mask(null, List.of(RPM.asSoft(), TPM))).isEqualTo(bit("rpm"));
    }
}
