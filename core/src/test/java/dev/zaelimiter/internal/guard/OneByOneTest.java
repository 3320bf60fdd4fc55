package dev.zaelimiter.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneByOneTest {

    private final List<Integer> done = new ArrayList<>();

    @Test
    void each_someThrow_allHaveTheirTurnAndTheFirstIsThrown() {
        Error first = new AssertionError("first");
        RuntimeException second = new IllegalStateException("second");
        assertThatThrownBy(() -> OneByOne.each(List.of(1, 2, 3, 4), one -> {
                    done.add(one);
                    if (one == 2) {
                        throw first;
                    } else if (one == 3) {
                        throw second;
                    }
                }))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(done).containsExactly(1, 2, 3, 4);
    }

    @Test
    void end_theSameWasThrownTwice_isThrown() {
        RuntimeException same = new IllegalStateException("same");
        OneByOne turns = OneByOne.also(OneByOne.also(null, same), same);
        assertThatThrownBy(turns::end).isSameAs(same).hasNoSuppressedExceptions();
    }

    @Test
    void end_nothingWasThrown_returns() {
        OneByOne turns = new OneByOne();
        turns.run(() -> done.add(1));
        turns.end();
        assertThat(done).containsExactly(1);
    }
}
