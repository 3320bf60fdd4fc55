package dev.zaelimiter.admin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelDiffTest {

    private static final Level LEVEL = Level.resource("r");

    /** What a level holds that was given these limits; nothing was ever stored if there are none. */
    private static LevelSettings stored(Limit... limits) {
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            if (limits.length > 0) {
                repository.limits().setResourceDefaults("r", limits);
            }
            return repository.limits().read(LEVEL);
        }
    }

    private static LevelDiff diff(LevelSettings before, Limit... wanted) {
        return LevelDiff.of(LEVEL, before, new DeclaredLevel(List.of(wanted), null, null));
    }

    @Test
    void of_nothingStored_isACreation() {
        assertThat(diff(stored(), Limit.perMinute("rpm", 60)).lines())
                .containsExactly("+ " + LEVEL, "    + rpm 60/60s");
    }

    @Test
    void of_theSame_isUnchanged() {
        LevelDiff same = diff(stored(Limit.perMinute("rpm", 60)), Limit.perMinute("rpm", 60));

        assertThat(same.action()).isEqualTo(LevelDiff.Action.UNCHANGED);
        assertThat(same.fields()).isEmpty();
    }

    @Test
    void of_oneGoneOneChangedOneNew_saysAllThree() {
        LevelDiff changed = diff(
                stored(Limit.perMinute("a", 1), Limit.perMinute("b", 2)),
                Limit.perMinute("b", 3),
                Limit.perMinute("c", 4));

        assertThat(changed.lines())
                .containsExactly("~ " + LEVEL, "    - a 1/60s", "    ~ b 2/60s -> 3/60s", "    + c 4/60s");
    }

    @Test
    void gone_ofALevel_isADeletion_ofAnEmptyOne_nothing() {
        assertThat(LevelDiff.gone(LEVEL, stored(Limit.perMinute("a", 1))).action())
                .isEqualTo(LevelDiff.Action.DELETE);
        assertThat(LevelDiff.gone(LEVEL, stored()).action()).isEqualTo(LevelDiff.Action.UNCHANGED);
    }

    @Test
    void of_aSwitch_isSaidAsOne() {
        LevelDiff closed = LevelDiff.of(LEVEL, stored(), new DeclaredLevel(List.of(), null, Access.DISABLED));

        assertThat(closed.switches()).isTrue();
        assertThat(closed.lines()).containsExactly("+ " + LEVEL, "    + access disabled");
        assertThat(diff(stored(), Limit.perMinute("a", 1)).switches()).isFalse();
    }
}
