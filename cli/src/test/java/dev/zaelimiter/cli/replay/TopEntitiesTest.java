package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopEntitiesTest {

    private final TopEntities top = new TopEntities();

    @Test
    void busiest_severalCountsOfOne_areAdded() {
        top.add("a", 3, 0);
        top.add("b", 1, 1);
        top.add("a", 1, 4);
        top.add("c", 0, 0);

        assertThat(top.busiest(9))
                .containsExactly(new TopEntities.Entity("a", 4, 4), new TopEntities.Entity("b", 1, 1));
        assertThat(top.mostRefused(1)).containsExactly(new TopEntities.Entity("a", 4, 4));
        assertThat(top.missing()).isZero();
    }

    @Test
    void busiest_veryManyEntities_keepsTheGreatOnes() {
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 60_000; i++) {
                top.add("small-" + round + "-" + i, 1, 0);
            }
            top.add("great", 500, 500);
        }

        assertThat(top.missing()).isPositive().isLessThanOrEqualTo(5);
        TopEntities.Entity great = top.busiest(1).get(0);
        assertThat(great.entity()).isEqualTo("great");
        assertThat(great.rows()).isBetween(5_000 - top.missing(), 5_000L);
    }
}
