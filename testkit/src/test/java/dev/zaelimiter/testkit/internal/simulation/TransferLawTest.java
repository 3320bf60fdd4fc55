package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a split may leave of four tokens, two seconds after the stamp, of a limit that refills one a second. */
class TransferLawTest {

    private static final long HELD = 4000;
    private static final long THEN = SentFixture.NOW - 2000;

    private final Oracle oracle = new Oracle(new Scenario());
    private final TransferLaw law = new TransferLaw(SentFixture.BUCKET, oracle);

    private List<String> split(StoredBucket before, long stays, long moves, boolean takenBack) {
        Sent sent = SentFixture.sent("c0", 0, true);
        StoredBucket lower = SentFixture.shard(0, 2, SentFixture.NOW, stays, 0);
        StoredBucket upper = SentFixture.shard(1, 2, SentFixture.NOW, moves, 0);
        law.landed(new TransferLaw.Change(sent, before, lower), new TransferLaw.Change(sent, null, upper), takenBack);
        return oracle.findings().violations().stream().map(Violation::rule).toList();
    }

    private static StoredBucket whole(long stamp, long remainder) {
        return new StoredBucket(stamp, 0, 1, Map.of("rps", new LimitView(HELD, 10_000, 1000, 1000, remainder, 0)));
    }

    @Test
    void landed_allThatCameBack_isRight() {
        assertThat(split(whole(THEN, 0), 3000, 3000, false)).isEmpty();
    }

    @Test
    void landed_timeLeftOutThoughNoStampWasTakenBack_isLost() {
        assertThat(split(whole(THEN, 0), 2000, 2000, false)).containsExactly("transfer-lost");
    }

    @Test
    void landed_timeLeftOutSinceAStampWasTakenBack_isRight() {
        assertThat(split(whole(THEN, 0), 2000, 2000, true)).isEmpty();
    }

    @Test
    void landed_lessThanWithoutAnyRefill_isLost() {
        assertThat(split(whole(THEN, 0), 2000, 1999, true)).containsExactly("transfer-lost");
    }

    @Test
    void landed_moreThanWithAllOfTheTime_isMade() {
        assertThat(split(whole(THEN, 0), 3000, 3001, true)).containsExactly("transfer-made");
    }

    @Test
    void landed_remainderWhereTheStampIsTakenBackNow_isLeftOut() {
        assertThat(split(whole(SentFixture.NOW + 100_000, 700), 2000, 2000, true))
                .isEmpty();
    }

    @Test
    void landed_remainderWhereTheStampWasTakenBackBefore_isKept() {
        assertThat(split(whole(SentFixture.NOW, 700), 2000, 2000, true)).containsExactly("transfer-lost");
    }
}
