package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which limits of a bucket are stored ones, to which those that come with calls are held. */
class LimitsInForceTest {

    private static final Item BUCKET = Item.builder(Key.of("bucket", "#STATE")).build();
    private static final Item OF_CALLS = Item.builder(Key.of("bucket", "#STATE"))
            .put("ctl", AttributeValue.Sequence.ofTexts(Set.of("daily")))
            .build();

    private static Resolution known(long read, Set<String> gone, Limit... limits) {
        Level.Kind level = limits.length == 0 ? null : Level.Kind.RESOURCE;
        return new Resolution(
                List.of(limits), level, gone, null, Access.ENABLED, null, null, null, null, read, read, 0, 0);
    }

    private static boolean isStored(@Nullable Resolution known, @Nullable Item bucket, boolean besidePython) {
        return LimitsInForce.isStored(known, 5, bucket, besidePython, "daily");
    }

    @Test
    void isStored_foundAtNoLevelByALaterRead_untilItIsTakenOut() {
        Resolution others = known(6, Set.of(), Limit.perMinute("rpm", 10));
        assertThat(isStored(others, BUCKET, false)).isTrue();
        assertThat(isStored(others, null, false)).as("no bucket").isFalse();
    }

    @Test
    void isStored_cameWithACall_isNot() {
        assertThat(isStored(known(6, Set.of(), Limit.perMinute("rpm", 10)), OF_CALLS, false))
                .isFalse();
        assertThat(isStored(null, OF_CALLS, false)).isFalse();
    }

    @Test
    void isStored_besidePython_isNotOnceLaterReadsNeverKnewIt() {
        Limit other = Limit.perMinute("rpm", 10);
        assertThat(isStored(known(6, Set.of(), other), BUCKET, true)).isFalse();
        assertThat(isStored(known(5, Set.of(), other), BUCKET, true))
                .as("read before")
                .isTrue();
        assertThat(isStored(known(6, Set.of("daily"), other), BUCKET, true))
                .as("was stored once")
                .isTrue();
    }

    @Test
    void isStored_nothingStored_isNot() {
        assertThat(isStored(known(4, Set.of()), BUCKET, false)).isFalse();
        assertThat(isStored(null, BUCKET, false)).as("nothing read").isTrue();
    }
}
