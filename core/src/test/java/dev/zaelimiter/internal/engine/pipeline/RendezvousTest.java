package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RendezvousTest {

    private static final long ROUND_TRIP = 4_000_000;

    private final Rendezvous rendezvous = new Rendezvous();

    /** How long the next batch is held back, which is then acted upon. */
    private long hold(int waiting, long nowNanos, long roundTripNanos) {
        long hold = rendezvous.holdNanos(waiting, nowNanos, roundTripNanos);
        assertThat(rendezvous.holdNanos(waiting, nowNanos, roundTripNanos))
                .as("asking changes nothing")
                .isEqualTo(hold);
        rendezvous.noted(waiting, nowNanos, roundTripNanos);
        return hold;
    }

    @Test
    void holdNanos_fewWereLetGo_goesAtOnce() {
        rendezvous.letGo(Rendezvous.FEWEST - 1, 0);

        assertThat(hold(0, 0, ROUND_TRIP)).isZero();
    }

    @Test
    void holdNanos_manyWereLetGo_holdsForHalfARoundTripAtMost() {
        rendezvous.letGo(100, 0);

        assertThat(hold(0, 1_000, ROUND_TRIP)).isEqualTo(ROUND_TRIP / 2);
        assertThat(hold(10, 501_000, ROUND_TRIP)).isEqualTo(ROUND_TRIP / 2 - 500_000);
        assertThat(hold(60, 1_000 + ROUND_TRIP / 2, ROUND_TRIP)).isZero();
    }

    @Test
    void holdNanos_slowStore_holdsNoLongerThanTheMost() {
        rendezvous.letGo(100, 0);

        assertThat(hold(0, 0, 1_000_000_000)).isEqualTo(Rendezvous.MOST_NANOS);
    }

    @Test
    void holdNanos_mostAreBack_goesAtOnce() {
        rendezvous.letGo(100, 0);

        assertThat(hold(87, 0, ROUND_TRIP)).isPositive();
        assertThat(hold(88, 0, ROUND_TRIP)).isZero();
        assertThat(hold(0, 0, ROUND_TRIP)).as("the one after").isZero();
    }

    @Test
    void holdNanos_heldInVain_goesAtOnceForAWhileThenTriesAgain() {
        rendezvous.letGo(100, 0);
        hold(0, 0, ROUND_TRIP);
        assertThat(hold(49, ROUND_TRIP, ROUND_TRIP)).isZero();

        for (int i = 0; i < Rendezvous.GO_AT_ONCE; i++) {
            rendezvous.letGo(100, 0);
            assertThat(hold(0, 0, ROUND_TRIP)).as("batch %s", i).isZero();
        }
        rendezvous.letGo(100, 0);
        assertThat(hold(0, 0, ROUND_TRIP)).isPositive();
    }

    @Test
    void holdNanos_heldWithSuccess_holdsTheNextToo() {
        rendezvous.letGo(100, 0);
        hold(0, 0, ROUND_TRIP);
        assertThat(hold(50, ROUND_TRIP, ROUND_TRIP)).isZero();

        rendezvous.letGo(50, 0);

        assertThat(hold(0, 0, ROUND_TRIP)).isPositive();
    }

    @Test
    void over_manyWereLetGo_goesAtOnce() {
        rendezvous.letGo(100, 0);
        rendezvous.over();

        assertThat(hold(0, 0, ROUND_TRIP)).isZero();
    }

    /** Two halves of a crowd took turns: each went while the other was on its way back. */
    @Test
    void holdNanos_othersWaitAlready_areNotTakenForThoseWhoComeBack() {
        rendezvous.letGo(100, 100);

        assertThat(hold(100, 0, ROUND_TRIP)).isPositive();
        assertThat(hold(187, 0, ROUND_TRIP)).isPositive();
        assertThat(hold(188, 0, ROUND_TRIP)).isZero();
    }

    @Test
    void holdNanos_othersWaitAndNobodyComesBack_wasInVain() {
        rendezvous.letGo(100, 100);
        hold(100, 0, ROUND_TRIP);
        assertThat(hold(149, ROUND_TRIP, ROUND_TRIP)).isZero();

        rendezvous.letGo(100, 0);

        assertThat(hold(0, 0, ROUND_TRIP)).isZero();
    }
}
