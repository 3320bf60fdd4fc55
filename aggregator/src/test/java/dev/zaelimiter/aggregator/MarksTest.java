package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Marks are taken away when nothing comes any more that they keep from being counted again; what comes all the same is
 * told.
 */
class MarksTest {

    private static final int FEW = 8;
    private static final int SHARD_HOURS = 4;
    private static final int HOURS_OF_REDELIVERY = 48;
    private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");

    private final Rig rig = new Rig();

    @BeforeEach
    void byTheMonth() {
        rig.settings = rig.settings.windows(EnumSet.of(UsageWindow.MONTHLY));
    }

    /** The only change of a stream's shard: a token. Each shard lasts four hours. */
    private ChangeRecord change(int shard) {
        return Rig.take(
                shard + 1,
                "user-1",
                shard,
                1,
                FIRST.plus(Duration.ofHours((long) SHARD_HOURS * shard)).toEpochMilli());
    }

    private BatchOutcome process(int shard) {
        Instant now = FIRST.plus(Duration.ofHours((long) SHARD_HOURS * shard)).plusSeconds(1);
        rig.clock.advanceTo(now);
        return rig.process("shardId-" + shard, change(shard));
    }

    private void processTo(int shards) {
        IntStream.range(0, shards)
                .forEach(shard -> assertThat(process(shard).complete()).isTrue());
    }

    private Item item() {
        return Objects.requireNonNull(rig.below
                .get(UsageItems.key(Rig.KEYS, "user-1", "gpt-4", UsageWindow.MONTHLY, FIRST))
                .join());
    }

    private long marks() {
        return item().attributes().keySet().stream()
                .filter(name -> name.startsWith("@shardId-"))
                .count();
    }

    private UsageAmount counted() {
        return rig.counted("user-1", UsageWindow.MONTHLY);
    }

    @Test
    void marks_ofAMonthOfShards_areAsManyAsComeAgain() {
        for (int shard = 0; shard < 31 * 24 / SHARD_HOURS; shard++) {
            assertThat(process(shard).complete()).isTrue();
            assertThat(marks()).isLessThanOrEqualTo(Math.max(FEW, HOURS_OF_REDELIVERY / SHARD_HOURS + 1));
        }
        assertThat(counted()).isEqualTo(new UsageAmount(31L * 24 / SHARD_HOURS, 0));
    }

    @Test
    void marks_thatAreFew_stayHoweverOld() {
        processTo(FEW);
        rig.clock.advance(Duration.ofDays(10));
        rig.process("shardId-0", change(0));

        assertThat(marks()).isEqualTo(FEW);
        assertThat(item().has("@@from")).isFalse();
    }

    @Test
    void redelivery_olderThanThePrune_isToldAndNotCountedTwice() {
        processTo(60);
        UsageAmount before = counted();

        for (int shard = 0; shard < 60 - FEW - HOURS_OF_REDELIVERY / SHARD_HOURS; shard++) {
            BatchOutcome outcome = rig.process("shardId-" + shard, change(shard));
            assertThat(outcome.late()).isEqualTo(1);
            assertThat(outcome.complete()).isTrue();
            assertThat(outcome.usageWrites()).isZero();
        }
        assertThat(counted()).isEqualTo(before);
    }

    @Test
    void redelivery_whoseMarkIsThere_isADuplicate() {
        processTo(60);
        UsageAmount before = counted();

        for (int shard = 60 - HOURS_OF_REDELIVERY / SHARD_HOURS; shard < 60; shard++) {
            BatchOutcome outcome = rig.process("shardId-" + shard, change(shard));
            assertThat(outcome.late()).isZero();
            assertThat(outcome.duplicates()).isEqualTo(1);
        }
        assertThat(counted()).isEqualTo(before);
    }

    @Test
    void newChange_ofANewShard_isCountedThoughMarksWereTakenAway() {
        processTo(60);
        assertThat(item().has("@@from")).isTrue();

        BatchOutcome outcome = rig.process("another", change(59));

        assertThat(outcome.late()).isZero();
        assertThat(counted()).isEqualTo(new UsageAmount(61, 0));
    }

    /** Some of a batch may be old and some young: the young ones are counted, the others told. */
    @Test
    void batch_halfOfItOlderThanThePrune_countsTheOtherHalf() {
        processTo(60);
        UsageAmount before = counted();

        BatchOutcome outcome = rig.process("late", change(0), change(58), change(59));

        assertThat(outcome.late()).isEqualTo(1);
        assertThat(counted()).isEqualTo(before.plus(new UsageAmount(2, 0)));
    }

    @Test
    void write_heldUpUntilItsMarkWasTakenAway_isRefused() {
        rig.clock.advanceTo(FIRST.plusSeconds(1));
        rig.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<BatchOutcome> suspended =
                rig.aggregator().process(new StreamBatch("shardId-0", java.util.List.of(change(0))));
        assertThat(suspended).isNotDone();
        processTo(60);
        UsageAmount before = counted();
        assertThat(before).isEqualTo(new UsageAmount(60, 0));
        assertThat(item().has("@shardId-0")).isFalse();

        rig.store.release();

        assertThat(counted()).isEqualTo(before);
    }

    @Test
    void change_ofAWindowThatIsNotKeptAnyMore_isTold() {
        rig.clock.advance(Duration.ofDays(200));

        BatchOutcome outcome = rig.process("shardId-0", change(0));

        assertThat(outcome.late()).isEqualTo(1);
        assertThat(outcome.complete()).isTrue();
        assertThat(rig.below
                        .get(UsageItems.key(Rig.KEYS, "user-1", "gpt-4", UsageWindow.MONTHLY, FIRST))
                        .join())
                .isNull();
    }

    /** It took away the marks of shards that are still read, and then what others brought was too old for the item. */
    @Test
    void marks_underAClockThatIsDaysAhead_areThoseOfTheRightTime() {
        processTo(12);
        long marks = marks();
        rig.clock.advance(Duration.ofDays(4));
        rig.process("shardId-12", change(12));

        BatchOutcome outcome = rig.process("another", change(12));

        assertThat(outcome.late()).isZero();
        assertThat(marks()).isGreaterThanOrEqualTo(marks);
        assertThat(counted()).isEqualTo(new UsageAmount(14, 0));
    }
}
