package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** By which readings of the levels a bucket may be rewritten. */
class BucketConfigTest {

    private static final Limit RPM = Limit.perMinute("rpm", 1000);
    private static final Limit DAILY = Limit.perDay("daily", 100);
    private static final Item BUCKET = BucketFixture.item(List.of(DAILY, RPM), Map.of("rpm", 100L, "daily", 70L));

    private final ManualClock clock = new ManualClock();
    private final Engine engine = EngineFixture.engine(new EmptyStore(), clock);
    private Work work = new Work(engine, EngineFixture.site(engine));

    @BeforeEach
    void see() {
        work.touch();
        work.state.see(BUCKET, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos(), work.wallMillis());
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, DAILY, RPM))).isEqualTo(Agreement.IN_LINE);
    }

    private Agreement judged(Resolution known) {
        return new ConfigDrift(work).agreement(known);
    }

    /** All levels are read in one call that begins now. */
    private Resolution read(Level.Kind level, Limit... limits) {
        return resolution(engine.configs().beginRead(), level, limits);
    }

    private static Resolution resolution(long oldestRead, Level.Kind level, Limit... limits) {
        return new Resolution(
                List.of(limits),
                level,
                Set.of("daily"),
                null,
                Access.ENABLED,
                null,
                Lineage.NONE,
                null,
                null,
                oldestRead,
                0,
                0,
                0);
    }

    @Test
    void limitAdded_oneReadingSinceTheBucketWasSeen_isEnough() {
        Limit more = Limit.perHour("rph", 10);

        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, DAILY, RPM, more))).isEqualTo(Agreement.OUT_OF_LINE);
    }

    @Test
    void limitRaised_oneReadingSinceTheBucketWasSeen_isEnough() {
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, Limit.perDay("daily", 200), RPM)))
                .isEqualTo(Agreement.OUT_OF_LINE);
    }

    @Test
    void limitRemovedOrLowered_needsTwoReadingsOneAfterTheOther() {
        for (Limit[] limits : List.of(new Limit[] {RPM}, new Limit[] {Limit.perDay("daily", 99), RPM})) {
            Resolution first = read(Level.Kind.ENTITY_RESOURCE, limits);
            assertThat(judged(first)).isEqualTo(Agreement.UNCONFIRMED);
            // However often it is looked at.
            assertThat(judged(first)).isEqualTo(Agreement.UNCONFIRMED);
            assertThat(work.config.rewriteMark()).isEqualTo(first.oldestRead());

            assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, limits))).isEqualTo(Agreement.OUT_OF_LINE);
        }
    }

    @Test
    void limitRemoved_whatWasKnownBeforeTheBucketWasSeen_countsAsTheFirstOfThem() {
        Resolution old = resolution(0, Level.Kind.ENTITY_RESOURCE, RPM);
        assertThat(judged(old)).isEqualTo(Agreement.UNCONFIRMED);

        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.OUT_OF_LINE);
    }

    @Test
    void limitRemoved_secondReadingBeganBeforeTheFirstHadEnded_isNotEnough() {
        long began = engine.configs().beginRead();
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);

        assertThat(judged(resolution(began, Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
    }

    @Test
    void limitRemoved_secondReadingSaysSomethingElse_beginsAgain() {
        List<Agreement> judged = new ArrayList<>();
        judged.add(judged(read(Level.Kind.ENTITY_RESOURCE, RPM)));
        judged.add(judged(read(Level.Kind.ENTITY, RPM)));
        judged.add(judged(read(Level.Kind.ENTITY, Limit.perMinute("rpm", 2000))));
        assertThat(judged).containsOnly(Agreement.UNCONFIRMED);

        assertThat(judged(read(Level.Kind.ENTITY, Limit.perMinute("rpm", 2000))))
                .isEqualTo(Agreement.OUT_OF_LINE);
    }

    @Test
    void limitRemoved_eachReadingSaysSomethingElse_restsBetweenThem() {
        for (int i = 0; i < 4; i++) {
            assertThat(work.config.restNanos(work.nowNanos())).isZero();
            assertThat(judged(read(Level.Kind.ENTITY, Limit.perMinute("rpm", 2000 + i))))
                    .isEqualTo(Agreement.UNCONFIRMED);
        }
        assertThat(work.config.restNanos(work.nowNanos())).isEqualTo(1_000_000_000);

        clock.advance(Duration.ofSeconds(1));
        work.touch();
        assertThat(work.config.restNanos(work.nowNanos())).isZero();
        assertThat(judged(read(Level.Kind.ENTITY, Limit.perMinute("rpm", 2003))))
                .isEqualTo(Agreement.OUT_OF_LINE);
    }

    @Test
    void limitRemoved_isFoundAgainBetween_beginsAgain() {
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
        assertThat(judged(read(Level.Kind.ENTITY, DAILY, RPM))).isEqualTo(Agreement.IN_LINE);

        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
    }

    @Test
    void limitRemoved_anotherOneWasRaisedBetween_beginsAgain() {
        Limit raised = Limit.perDay("daily", 200);
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
        assertThat(judged(read(Level.Kind.ENTITY, raised, RPM))).isEqualTo(Agreement.OUT_OF_LINE);

        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
    }

    @Test
    void limitRemoved_bucketIsSeenWithOtherLimits_beginsAgain() {
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
        Item raised = BucketFixture.item(List.of(Limit.perDay("daily", 200), RPM), Map.of("rpm", 100L, "daily", 70L));
        work.state.see(raised, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos() + 1, work.wallMillis());

        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.OUT_OF_LINE);
    }

    private void offer(Limit... limits) {
        long read = engine.configs().beginRead();
        for (Key level : work.config.levels().keys()) {
            Item stored = level.equals(work.config.levels().keys().get(0))
                    ? ConfigItems.replacement(
                            EngineFixture.KEYS, level, "e", "r", null, LevelItem.NOTHING.withLimits(List.of(limits)))
                    : null;
            engine.configs().offer(level, stored, read, engine.environment().monotonicNanos());
        }
        engine.configs()
                .offer(
                        work.config.levels().record(),
                        null,
                        read,
                        engine.environment().monotonicNanos());
    }

    private List<Limit> known() {
        work.touch();
        return Objects.requireNonNull(work.config.resolution()).limits();
    }

    /** Nobody has asked for this shard of the bucket for long: its process has read more for another one. */
    @Test
    void resolution_pastItsTime_givesWayToWhatWasReadSince() {
        offer(RPM);
        assertThat(known()).containsExactly(RPM);
        clock.advance(Duration.ofSeconds(59));
        offer(DAILY);
        assertThat(known()).as("in its time").containsExactly(RPM);

        clock.advance(Duration.ofSeconds(1));
        KnownLimits outside =
                new KnownLimits(engine.environment(), engine.configs(), work.config.levels(), engine.python());
        assertThat(Objects.requireNonNull(outside.by(work.state.snapshot())).limits())
                .containsExactly(DAILY);
        assertThat(known()).containsExactly(DAILY);
    }

    @Test
    void resolution_pastItsTimeAndNothingWasReadSince_isServed() {
        offer(RPM);
        assertThat(known()).containsExactly(RPM);
        clock.advance(Duration.ofMinutes(10));
        long staleHits = engine.configs().statistics().staleHits();

        for (int i = 0; i < 100; i++) {
            assertThat(known()).containsExactly(RPM);
        }
        assertThat(engine.configs().statistics().staleHits())
                .as("look-ups of what it has resolved")
                .isEqualTo(staleHits);
    }

    @Test
    void goOn_oneReadingHasTakenALimitAway_theNextOneConfirmsIt() {
        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.UNCONFIRMED);
        ColdBucket cold = new ColdBucket();
        Site site = EngineFixture.site(engine);
        work.keep(cold, site);
        clock.advance(Duration.ofMinutes(1));
        work = new Work(engine, site);
        work.goOn(cold, site);

        assertThat(judged(read(Level.Kind.ENTITY_RESOURCE, RPM))).isEqualTo(Agreement.OUT_OF_LINE);
    }
}
