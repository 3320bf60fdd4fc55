package dev.zaelimiter.testkit.internal.simulation;

import static dev.zaelimiter.testkit.internal.simulation.SentFixture.BUCKET;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.NOW;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.sent;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.shard;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a write of ours may do beside Python, and what a write of Python's is known to do. */
class MixedLawTest {

    private static final String OURS = "c0";
    private static final String PYTHON = PythonClient.name(0);

    private final Oracle oracle = new Oracle(new Scenario());
    private final MixedLaw law = new MixedLaw(BUCKET, "rps", new LimitView(0, 10_000, 1000, 1000, 0, 0), NOW, oracle);

    private void lands(String client, boolean stamps, @Nullable StoredBucket before, StoredBucket after) {
        MixedLaw.Change change = new MixedLaw.Change(sent(client, after.shard(), stamps), before, after, 0);
        law.landed(client.equals(OURS), List.of(change), NOW);
    }

    private List<String> broken() {
        return oracle.findings().violations().stream().map(Violation::rule).toList();
    }

    /** A bucket of which three tokens were taken. */
    private StoredBucket made() {
        StoredBucket made = shard(0, 1, NOW, 7_000, 3_000);
        lands(OURS, true, null, made);
        return made;
    }

    @Test
    void landed_oursTakeWhatIsThere_isLawful() {
        lands(OURS, false, made(), shard(0, 1, NOW, 0, 10_000));

        assertThat(broken()).isEmpty();
        assertThat(oracle.mixed().measured()).isEmpty();
    }

    @Test
    void landed_oursTakeAndLeaveTheBalance_addsToTheSurplus() {
        lands(OURS, false, made(), shard(0, 1, NOW, 7_000, 4_000));

        assertThat(broken()).containsExactly("mixed-added");
    }

    @Test
    void landed_oursGiveBackMoreThanWasTaken_addsToTheSurplus() {
        lands(OURS, false, made(), shard(0, 1, NOW, 9_000, 2_000));

        assertThat(broken()).containsExactly("mixed-added");
    }

    @Test
    void landed_oursCutWhatNobodyTook_loses() {
        lands(OURS, true, made(), shard(0, 1, NOW, 3_000, 3_000));

        assertThat(broken()).containsExactly("mixed-lost");
    }

    @Test
    void landed_oursMakeAShardFullBesideOthers_addsToTheSurplus() {
        made();
        lands(OURS, true, null, shard(1, 2, NOW, 5_000, 0));

        assertThat(broken()).containsExactly("mixed-added");
    }

    @Test
    void landed_pythonMakesAShardFullBesideOthers_isMeasured() {
        made();
        lands(PYTHON, true, null, shard(1, 2, NOW, 5_000, 0));

        assertThat(broken()).isEmpty();
        assertThat(oracle.mixed().measured()).containsExactly(Map.entry(Excess.MADE, 5_000L));
    }

    @Test
    void landed_pythonAddsTokensOutOfNothing_isNotExplained() {
        lands(PYTHON, false, made(), shard(0, 1, NOW, 9_000, 3_000));

        assertThat(broken()).containsExactly("mixed-unexplained");
    }

    @Test
    void landed_pythonTakesAFullBucketsRestOnceMore_isMeasured() {
        StoredBucket before = made();
        // As much as it takes may have refilled before, and is not thrown away.
        lands(PYTHON, false, before, shard(0, 1, NOW, 7_000, 5_000));

        assertThat(broken()).isEmpty();
        assertThat(oracle.mixed().measured()).containsExactly(Map.entry(Excess.REST, 2_000L));
    }

    @Test
    void landed_bucketOfOursVanishesBeforeItIsFull_isForgotten() {
        made();
        lands(OURS, true, null, shard(0, 1, NOW, 9_000, 1_000));

        assertThat(broken()).contains("mixed-forgotten");
    }

    @Test
    void landed_bucketThatPythonWroteLastVanishesTooEarly_isMeasured() {
        StoredBucket left = shard(0, 1, NOW, 5_000, 5_000);
        lands(PYTHON, false, made(), left);
        lands(PYTHON, true, null, shard(0, 1, NOW, 9_000, 1_000));

        assertThat(broken()).doesNotContain("mixed-forgotten");
        assertThat(oracle.mixed().measured()).containsKey(Excess.VANISHED);
    }

    /** Python gave the first of two shards an end; then ours make the bucket anew, beside the other one or not. */
    private void madeAnew(boolean knowing) {
        lands(PYTHON, true, null, shard(0, 2, NOW, 5_000, 0));
        lands(PYTHON, true, null, shard(1, 2, NOW, 5_000, 0));
        Sent whole = whole(OURS);
        oracle.mixed().shown().heard(OURS, whole.write().key(), false);
        for (int other = 1; other < 4; other++) {
            oracle.mixed().shown().heard(OURS, sent(OURS, other, true).write().key(), knowing && other == 1);
        }
        oracle.mixed().shown().sent(whole);
        // What is heard later comes too late.
        oracle.mixed().shown().heard(OURS, sent(OURS, 1, true).write().key(), true);
        MixedLaw.Change change = new MixedLaw.Change(whole, null, shard(0, 1, NOW, 9_000, 1_000), 0);
        law.landed(true, List.of(change), NOW);
    }

    @Test
    void landed_oursMakeTheBucketAnewBesideAShardThatTheyHaveSeen_addsToTheSurplus() {
        madeAnew(true);

        assertThat(broken()).contains("mixed-added");
    }

    @Test
    void landed_oursMakeTheBucketAnewBesideAShardThatWasNotThereWhenTheyLooked_isMeasured() {
        madeAnew(false);

        assertThat(broken()).doesNotContain("mixed-added");
        assertThat(oracle.mixed().measured()).containsKey(Excess.VANISHED);
    }

    @Test
    void landed_oursMakeTheBucketAnewWithoutALookForOthers_addsToTheSurplus() {
        lands(PYTHON, true, null, shard(0, 2, NOW, 5_000, 0));
        lands(PYTHON, true, null, shard(1, 2, NOW, 5_000, 0));
        Sent whole = whole(OURS);
        oracle.mixed().shown().sent(whole);
        law.landed(true, List.of(new MixedLaw.Change(whole, null, shard(0, 1, NOW, 9_000, 1_000), 0)), NOW);

        assertThat(broken()).contains("mixed-added");
    }

    @Test
    void landed_oursMakeTheBucketAnewBesideAShardThatNobodyLooksFor_isMeasured() {
        lands(PYTHON, true, null, shard(0, 8, NOW, 1_250, 0));
        lands(PYTHON, true, null, shard(5, 8, NOW, 1_250, 0));
        Sent whole = whole(OURS);
        oracle.mixed().shown().sent(whole);
        law.landed(true, List.of(new MixedLaw.Change(whole, null, shard(0, 1, NOW, 9_000, 1_000), 0)), NOW);

        assertThat(broken()).doesNotContain("mixed-added");
    }
}
