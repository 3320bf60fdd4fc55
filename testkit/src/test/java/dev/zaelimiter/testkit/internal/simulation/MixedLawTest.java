package dev.zaelimiter.testkit.internal.simulation;

import static dev.zaelimiter.testkit.internal.simulation.SentFixture.BUCKET;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.NOW;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.sent;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.shard;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a write of ours may do beside Python, and what a write of Python's is known to do. */
class MixedLawTest {

    private static final String OURS = "c0";
    private static final String PYTHON = PythonClient.name(0);

    private final Oracle oracle = new Oracle(fleet());
    private final MixedLaw law = new MixedLaw(BUCKET, "rps", new LimitView(0, 10_000, 1000, 1000, 0, 0), NOW, oracle);

    private static Scenario fleet() {
        Scenario scenario = new Scenario();
        scenario.pythons = 1;
        return scenario;
    }

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
        looked(knowing ? Set.of(1) : Set.of());
        oracle.mixed().shown().sent(whole);
        // What is heard later comes too late.
        shown(1, true, 2);
        makesWhole(whole);
    }

    private void shown(int shard, boolean there, int count) {
        Key key = sent(OURS, shard, true).write().key();
        Item item = Item.builder(key).put("shard_count", count).build();
        oracle.mixed().shown().heard(OURS, key, there ? item : null);
    }

    private void looked(Set<Integer> found) {
        for (int shard = 0; shard < 4; shard++) {
            shown(shard, found.contains(shard), 2);
        }
    }

    private void makesWhole(Sent whole) {
        law.landed(true, List.of(new MixedLaw.Change(whole, null, shard(0, 1, NOW, 9_000, 1_000), 0)), NOW);
    }

    /** Ours make the bucket anew beside the sixth of eight shards, and have looked for the first four. */
    private void madeBesideTheSixth() {
        lands(PYTHON, true, null, shard(0, 8, NOW, 1_250, 0));
        lands(PYTHON, true, null, shard(5, 8, NOW, 1_250, 0));
        looked(Set.of());
        Sent whole = whole(OURS);
        oracle.mixed().shown().sent(whole);
        makesWhole(whole);
    }

    @Test
    void landed_oursHaveSeenEightShardsAndLookForFour_addsToTheSurplus() {
        shown(0, true, 8);
        madeBesideTheSixth();

        assertThat(broken()).contains("mixed-added");
    }

    @Test
    void landed_oursHaveSeenEightShardsAndThenTheWholeBucket_isMeasured() {
        shown(0, true, 8);
        shown(0, true, 1);
        madeBesideTheSixth();

        assertThat(broken()).doesNotContain("mixed-added");
    }

    @Test
    void landed_oursMakeTheBucketAnewBesideAShardThatTheirTransactionMade_addsToTheSurplus() {
        lands(PYTHON, true, null, shard(0, 2, NOW, 5_000, 0));
        lands(PYTHON, true, null, shard(1, 2, NOW, 5_000, 0));
        looked(Set.of());
        oracle.mixed().shown().heard(List.of(sent(OURS, 1, true)), new TransactionResult.Committed(1));
        Sent whole = whole(OURS);
        oracle.mixed().shown().sent(whole);
        makesWhole(whole);

        assertThat(broken()).contains("mixed-added");
    }

    @Test
    void landed_oursMakeTheBucketAnewByALookThatIsTooOld_addsToTheSurplus() {
        lands(PYTHON, true, null, shard(0, 2, NOW, 5_000, 0));
        lands(PYTHON, true, null, shard(1, 2, NOW, 5_000, 0));
        looked(Set.of());
        Sent late = new Sent(OURS, whole(OURS).write(), NOW, oracle.looksAgainAfterNanos() + 1, false);
        oracle.mixed().shown().sent(late);
        makesWhole(late);

        assertThat(broken()).contains("mixed-added");
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
        makesWhole(whole);

        assertThat(broken()).contains("mixed-added");
    }

    @Test
    void landed_oursMakeTheBucketAnewBesideAShardThatNobodyLooksFor_isMeasured() {
        lands(PYTHON, true, null, shard(0, 8, NOW, 1_250, 0));
        lands(PYTHON, true, null, shard(5, 8, NOW, 1_250, 0));
        Sent whole = whole(OURS);
        oracle.mixed().shown().sent(whole);
        makesWhole(whole);

        assertThat(broken()).doesNotContain("mixed-added");
    }
}
