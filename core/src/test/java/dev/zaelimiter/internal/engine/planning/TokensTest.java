package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TokensTest {

    private static final Tokens TWO = Tokens.of(new String[] {"rpm", "tpm"}, new long[] {3_000, -500});

    private static Map<String, Long> map(Tokens tokens) {
        Map<String, Long> map = new HashMap<>();
        tokens.forEach((limit, milli) -> assertThat(map.put(limit, milli)).isNull());
        return map;
    }

    @Test
    void milli_ofALimitThatIsNotNamed_isNone() {
        assertThat(TWO.milli("tpm")).isEqualTo(-500);
        assertThat(TWO.milli("day")).isZero();
        assertThat(TWO.indexOf("day")).isNegative();
        assertThat(Tokens.NONE.isEmpty()).isTrue();
        assertThat(TWO.limits()).containsExactly("rpm", "tpm");
        assertThat(TWO).hasToString("{rpm=3, tpm=-1}");
    }

    @Test
    void of_notAsManyAmountsAsLimits_isRefused() {
        assertThatThrownBy(() -> Tokens.of(new String[] {"rpm"}, new long[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void plus_nearTheEnds_endsThere() {
        assertThat(Tokens.of("rpm", Long.MAX_VALUE).plus("rpm", 1).milli("rpm")).isEqualTo(Long.MAX_VALUE);
        assertThat(Tokens.of("rpm", Long.MIN_VALUE).plus(Tokens.of("rpm", -1)).milli("rpm"))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void less_asMuchAsThereIs_leavesTheLimitOut() {
        assertThat(TWO.less("rpm", 2_999)).isEqualTo(TWO.with("rpm", 1));
        assertThat(TWO.less("rpm", 3_000)).isEqualTo(Tokens.of("tpm", -500));
        assertThat(TWO.less("rpm", 9_000)).isEqualTo(Tokens.of("tpm", -500));
        assertThat(TWO.less("day", 1)).isEqualTo(TWO);
        assertThat(Tokens.of("rpm", 1).less("rpm", 1)).isEqualTo(Tokens.NONE);
    }

    @Test
    void signs_areToldApart() {
        assertThat(TWO.positives()).isEqualTo(Tokens.of("rpm", 3_000));
        assertThat(TWO.negated().positives()).isEqualTo(Tokens.of("tpm", 500));
        assertThat(TWO.anyPositive() && TWO.anyNegative()).isTrue();
        assertThat(Tokens.of("rpm", 0).anyPositive() || Tokens.of("rpm", 0).anyNegative())
                .isFalse();
        assertThat(TWO.with("rpm", 0).nonZero()).isEqualTo(Tokens.of("tpm", -500));
        assertThat(TWO.nonZero()).isSameAs(TWO);
    }

    @Test
    void with_changesNothingOfTheValueItself() {
        Tokens changed = TWO.with("rpm", 7).plus("day", 1);
        assertThat(map(TWO)).isEqualTo(Map.of("rpm", 3_000L, "tpm", -500L));
        assertThat(changed.limits()).containsExactly("rpm", "tpm", "day");
    }

    @Test
    void sumsAndDifferences_areThoseOfMaps() {
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 2_000; run++) {
            Map<String, Long> expected = new HashMap<>();
            Tokens tokens = Tokens.NONE;
            for (int step = 0; step < 8; step++) {
                List<String> limits = new ArrayList<>(List.of("a", "b", "c", "d"));
                Tokens more = Tokens.NONE;
                boolean added = random.nextBoolean();
                for (int k = random.nextInt(4); k > 0; k--) {
                    String limit = limits.remove(random.nextInt(limits.size()));
                    long milli = random.nextLong(-100, 100);
                    more = more.with(limit, milli);
                    expected.merge(limit, added ? milli : -milli, Long::sum);
                }
                tokens = added ? tokens.plus(more) : tokens.minus(more);
            }
            assertThat(map(tokens)).as("run %s", run).isEqualTo(expected);
            assertThat(tokens.plus(tokens.negated()).nonZero()).isEqualTo(Tokens.NONE);
        }
    }
}
