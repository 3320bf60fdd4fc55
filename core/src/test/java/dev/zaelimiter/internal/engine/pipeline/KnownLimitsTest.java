package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.Item;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Who else is charged is worked out once for a snapshot and those after it that name the same parent, and anew for
 * another one, or once more was heard.
 */
class KnownLimitsTest {

    private static final Lineage OLD = new Lineage("old", true, 1L, "a");

    private final Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
    private final Site site = EngineFixture.site(engine);
    private final ConfigKeys levels = new Work(engine, site).config.levels();
    private final KnownLimits known = new KnownLimits(engine.environment(), engine.configs(), levels, engine.python());

    private static BucketSnapshot recorded(Lineage lineage) {
        return BucketSnapshot.NOTHING.with(Background.NONE.recorded(lineage));
    }

    private void hear(String parent) {
        hear(parent, 0);
    }

    private void hear(String parent, long atNanos) {
        Item record = Item.builder(levels.record())
                .put("entity_id", "child")
                .put("parent_id", parent)
                .put("cascade", true)
                .build();
        engine.configs().offer(levels.record(), record, engine.configs().beginRead(), atNanos);
    }

    /** A look at a bucket of a parent, at an instant. */
    private BucketSnapshot look(BucketState state, String parent, long tokens, long atNanos) {
        Item bucket = BucketFixture.item(
                0,
                1,
                List.of(Limit.perMinute("rpm", 10)),
                Map.of("rpm", tokens),
                item -> item.put("parent_id", parent).put("cascade", true));
        return look(state, bucket, atNanos);
    }

    private static BucketSnapshot look(BucketState state, Item bucket, long atNanos) {
        state.see(bucket, BucketState.UNKNOWN_FOOTPRINT, atNanos, BucketFixture.NOW);
        return state.snapshot();
    }

    @Test
    void lineage_laterLookAtTheSameBucket_isTheVeryAnswer() {
        hear("old", 5);
        BucketState state = new BucketState(engine, new DebtQueue());
        Lineage before = known.lineage(look(state, "old", 9, 10));

        BucketSnapshot after = look(state, "old", 8, 20);

        assertThat(known.lineage(after)).isNotNull().isSameAs(before);
    }

    /** A full bucket is refilled by each write, and its stamp with it. */
    @Test
    void lineage_laterLookAtTheSameBucketRefilled_isTheVeryAnswer() {
        BucketState state = new BucketState(engine, new DebtQueue());
        BucketSnapshot first = look(state, "old", 9, 10);
        Lineage before = known.lineage(first);

        Item refilled = Objects.requireNonNull(first.item()).toBuilder()
                .put("rf", BucketFixture.NOW + 1)
                .build();

        assertThat(known.lineage(look(state, refilled, 20))).isNotNull().isSameAs(before);
    }

    /** The same parent by the record of an entity that was deleted and made again is another word. */
    @Test
    void lineage_laterLookAtABucketOfALaterRecord_isWorkedOutAnew() {
        BucketState state = new BucketState(engine, new DebtQueue());
        BucketSnapshot first = look(state, "old", 9, 10);
        Lineage before = known.lineage(first);

        Item later = Objects.requireNonNull(first.item()).toBuilder()
                .put("pinc", "b")
                .build();

        assertThat(known.lineage(look(state, later, 20))).isNotNull().isNotSameAs(before);
    }

    @Test
    void lineage_laterLookAtABucketOfAnotherParent_isWorkedOutAnew() {
        BucketState state = new BucketState(engine, new DebtQueue());
        known.lineage(look(state, "old", 9, 10));

        BucketSnapshot after = look(state, "new", 9, 20);

        assertThat(Objects.requireNonNull(known.lineage(after)).parent()).isEqualTo("new");
    }

    @Test
    void lineage_recordReadBetweenTwoLooks_isWorkedOutAnew() {
        BucketState state = new BucketState(engine, new DebtQueue());
        known.lineage(look(state, "old", 9, 10));

        BucketSnapshot after = look(state, "old", 8, 20);
        hear("new", 30);

        assertThat(Objects.requireNonNull(known.lineage(after)).parent()).isEqualTo("new");
    }

    /** A record that was later than one look may be earlier than the next. */
    @Test
    void lineage_lookAfterARecordThatCounted_isTheBucketsOwnWord() {
        hear("new", 15);
        BucketState state = new BucketState(engine, new DebtQueue());
        assertThat(Objects.requireNonNull(known.lineage(look(state, "old", 9, 10)))
                        .parent())
                .isEqualTo("new");

        BucketSnapshot after = look(state, "old", 8, 20);

        assertThat(Objects.requireNonNull(known.lineage(after)).parent()).isEqualTo("old");
    }

    /** An answer that took long is a look of before, and a record that was read since is later. */
    @Test
    void lineage_lookOfBefore_isWorkedOutAnew() {
        hear("new", 15);
        BucketState state = new BucketState(engine, new DebtQueue());
        assertThat(Objects.requireNonNull(known.lineage(look(state, "old", 9, 20)))
                        .parent())
                .isEqualTo("old");

        BucketSnapshot before = look(state, "old", 8, 10);

        assertThat(Objects.requireNonNull(known.lineage(before)).parent()).isEqualTo("new");
    }

    @Test
    void lineage_askedAgain_isTheVeryAnswer() {
        hear("parent");
        BucketSnapshot snapshot = recorded(OLD);

        assertThat(known.lineage(snapshot)).isSameAs(known.lineage(snapshot));
    }

    @Test
    void lineage_recordReadSince_isWorkedOutAnew() {
        BucketSnapshot snapshot = recorded(OLD);
        assertThat(known.lineage(snapshot)).isEqualTo(OLD);

        hear("new");

        assertThat(Objects.requireNonNull(known.lineage(snapshot)).parent()).isEqualTo("new");
    }

    @Test
    void lineage_recordForgottenSince_isTheSnapshotsOwn() {
        hear("new");
        BucketSnapshot snapshot = recorded(OLD);
        assertThat(Objects.requireNonNull(known.lineage(snapshot)).parent()).isEqualTo("new");

        engine.configs().forget(levels.record());

        assertThat(known.lineage(snapshot)).isEqualTo(OLD);
    }

    @Test
    void lineage_anotherSnapshot_isItsOwn() {
        assertThat(known.lineage(recorded(OLD))).isEqualTo(OLD);
        assertThat(known.lineage(recorded(Lineage.NONE))).isEqualTo(Lineage.NONE);
        assertThat(known.lineage(BucketSnapshot.NOTHING)).isNull();
    }
}
