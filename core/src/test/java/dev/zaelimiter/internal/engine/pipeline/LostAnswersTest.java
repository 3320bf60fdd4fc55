package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.LostAnswers.Remedy;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is done about a write whose answer was lost. */
class LostAnswersTest {

    private static final long PATIENCE = 1000;
    private static final long WID = 42;
    private static final Limit RPM = Limit.perMinute("rpm", 10);

    private final Item item = item(RPM, 7);
    private final BucketImage image = BucketFixture.image(item);

    private static Item item(Limit limit, long wid) {
        return BucketFixture.item(0, 1, List.of(limit), Map.of("rpm", 5L), more -> more.put("wid", wid));
    }

    /** A take that somebody waits for. */
    private InFlightWrite take() {
        Batch batch = BucketFixture.batch(image);
        batch.add(sent());
        return BucketFixture.flight(Kind.CONSUME, batch, WID);
    }

    private BucketFixture.Asked sent() {
        BucketFixture.Asked demand = BucketFixture.ask("rpm", 1);
        demand.bind(image.layout(), new int[] {image.layout().indexOf("rpm")});
        demand.send();
        return demand;
    }

    private InFlightWrite credit(Kind kind) {
        return BucketFixture.flight(
                kind,
                new Batch(image, BucketFixture.gains(image), CorrectionSum.NONE, BucketFixture.adjustment("rpm", 1)),
                WID);
    }

    private static Remedy remedy(InFlightWrite flight, @Nullable Item now) {
        return LostAnswers.remedy(flight, BucketFixture.seen(now), PATIENCE, PATIENCE);
    }

    @Test
    void remedy_bucketAsBefore_isSentAgain() {
        assertThat(remedy(take(), item)).isEqualTo(Remedy.RESEND);
        assertThat(remedy(take(), item(RPM, WID)))
                .as("its id is what the repeat is refused by")
                .isEqualTo(Remedy.RESEND);
    }

    @Test
    void remedy_tookTooLong_isGivenUpWhateverIsKnown() {
        assertThat(LostAnswers.remedy(take(), BucketFixture.seen(item), PATIENCE + 1, PATIENCE))
                .isEqualTo(Remedy.GIVE_UP);
        assertThat(LostAnswers.remedy(take(), null, PATIENCE + 1, PATIENCE)).isEqualTo(Remedy.GIVE_UP);
    }

    @Test
    void remedy_bucketForgotten_isReadFirst() {
        assertThat(LostAnswers.remedy(take(), null, 0, PATIENCE)).isEqualTo(Remedy.READ);
    }

    @Test
    void remedy_bucketVanished_leftNoMark() {
        assertThat(remedy(take(), null)).isEqualTo(Remedy.VANISHED);
        assertThat(remedy(credit(Kind.REFILL_AND_CONSUME), null)).isEqualTo(Remedy.VANISHED);
    }

    @Test
    void remedy_creation_isRepeatedAsItIs() {
        Batch batch = BucketFixture.batch(image);
        batch.add(sent());
        assertThat(remedy(BucketFixture.flight(Kind.CREATE, batch, WID), null)).isEqualTo(Remedy.RESEND);
        assertThat(remedy(BucketFixture.flight(Kind.CREATE, batch, WID), item(Limit.perMinute("rpm", 99), 7)))
                .isEqualTo(Remedy.RESEND);
    }

    @Test
    void remedy_nobodyWaits_isLookedFor() {
        BucketFixture.Asked demand = sent();
        Batch batch = BucketFixture.batch(image);
        batch.add(demand);
        demand.expire(new Demand.Outcome.Unavailable(null), Outbox.ofCall());

        assertThat(remedy(BucketFixture.flight(Kind.CONSUME, batch, WID), item)).isEqualTo(Remedy.LOOK);
    }

    @Test
    void remedy_debit_isWantedThoughNobodyWaits() {
        Batch batch =
                new Batch(image, BucketFixture.gains(image), BucketFixture.adjustment("rpm", 1), CorrectionSum.NONE);

        assertThat(remedy(BucketFixture.flight(Kind.CONSUME, batch, WID), item)).isEqualTo(Remedy.RESEND);
    }

    /** A give-back that is not pinned is never repeated: both could land. */
    @Test
    void remedy_unpinnedCredit_isLookedFor() {
        assertThat(remedy(credit(Kind.UNPINNED_CREDIT), item)).isEqualTo(Remedy.LOOK);
    }

    /** A pinned give-back is repeated as it is, and never planned anew. */
    @Test
    void remedy_pinnedCredit_isSentAgainWhateverTheLimitsAre() {
        assertThat(remedy(credit(Kind.REFILL_AND_CONSUME), item)).isEqualTo(Remedy.RESEND);
        assertThat(remedy(credit(Kind.REFILL_AND_CONSUME), item(Limit.perMinute("rpm", 99), 7)))
                .isEqualTo(Remedy.RESEND);
    }

    /** What was reckoned for a batch does not hold of a bucket with other numbers, or in other pieces. */
    @Test
    void remedy_bucketIsAnotherOne_isPutBackUnlessItLanded() {
        assertThat(remedy(take(), item(Limit.perMinute("rpm", 99), 7))).isEqualTo(Remedy.PUT_BACK);
        assertThat(remedy(take(), item(Limit.perMinute("rpm", 99), WID))).isEqualTo(Remedy.LANDED);
        Item divided = BucketFixture.item(0, 2, List.of(RPM), Map.of("rpm", 5L), more -> more.put("wid", 7));
        assertThat(remedy(take(), divided)).isEqualTo(Remedy.PUT_BACK);
    }

    /** Whoever's write was turned away since the repository was closed just then was told that the store denied it. */
    @Test
    void failed_wayToTheStoreWasShut_tellsThatItIsClosed() {
        Engine engine = EngineFixture.engine(new EmptyStore(), new ManualClock());
        Site site = EngineFixture.site(engine);
        Work work = new Work(engine, site);
        LostAnswers lost = new LostAnswers(
                engine,
                site,
                work,
                work.slot,
                new Division(engine.store().traits(), 0),
                new GrantNotifier(engine, work, new Holdback(engine, work)));
        BucketFixture.Asked demand = sent();
        Batch batch = BucketFixture.batch(image);
        batch.add(demand);
        CompletableFuture<Void> unused = engine.end();

        lost.failed(
                BucketFixture.flight(Kind.CONSUME, batch, WID),
                new StoreException.Denied("the repository is closed", null),
                Outbox.ofCall());

        assertThat(demand.ended)
                .isInstanceOfSatisfying(
                        Demand.Outcome.Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(RepositoryClosedException.class));
    }

    @Test
    void wrote_showsItsIdAlone() {
        assertThat(LostAnswers.wrote(take(), item(RPM, WID))).isTrue();
        assertThat(LostAnswers.wrote(take(), item)).isFalse();
        assertThat(LostAnswers.wrote(take(), null)).isFalse();
    }
}
