package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.testkit.Fault;
import dev.zaelimiter.testkit.FaultyStore;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What fails is tried a bounded number of times and told; every batch ends, and what comes again is counted once. */
class FailingStoreTest {

    /** As {@code Attempts} has it. */
    private static final int ATTEMPTS = 4;

    private static final int WINDOWS = 2;

    private final Rig rig = new Rig();

    private static ChangeRecord poison(long sequence) {
        Item before = Samples.bucket(1000, 0).build();
        return Samples.change(
                sequence,
                before,
                before.toBuilder().put("b_rpm_tc", AttributeValue.of("many")).build());
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "DENIED")
    void process_aFaultThatPasses_isWaitedOut(Fault fault) {
        rig.store.failNextWrites(fault, ATTEMPTS - 1);

        BatchOutcome outcome = rig.process("s-1", Rig.take(1, "user-1", 0, 3));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.failures()).isEmpty();
        rig.assertCounted("user-1", 3);
        rig.store.release();
        rig.assertCounted("user-1", 3);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void process_anyFaultOfOneWrite_endsAndTheRepetitionIsCountedOnce(Fault fault) {
        rig.store.failNextWrites(fault, 1);

        BatchOutcome first = rig.process("s-1", Rig.take(1, "user-1", 0, 3), Rig.take(2, "user-2", 0, 5));
        rig.assertCounted("user-2", 5);
        BatchOutcome second = rig.process("s-1", Rig.take(1, "user-1", 0, 3), Rig.take(2, "user-2", 0, 5));
        rig.store.release();

        assertThat(second.complete()).isTrue();
        assertThat(first.deadLetters() + second.deadLetters()).isZero();
        rig.assertCounted("user-1", 3);
        rig.assertCounted("user-2", 5);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"LOST_NOT_APPLIED", "LOST_LATE", "HANG", "THROTTLED"})
    void process_aFaultThatStays_endsAndMakesTheChangeComeAgain(Fault fault) {
        rig.store.failNextWrites(fault, ATTEMPTS * WINDOWS);

        BatchOutcome outcome = rig.process("s-1", Rig.take(7, "user-1", 0, 3));

        assertThat(outcome.retryFrom()).contains(BigInteger.valueOf(7));
        assertThat(rig.store.count(FaultyStore.Call.WRITE)).isEqualTo(ATTEMPTS * WINDOWS);
        rig.store.release();
        assertThat(rig.process("s-1", Rig.take(7, "user-1", 0, 3)).complete()).isTrue();
        rig.assertCounted("user-1", 3);
    }

    @Test
    void process_aDeniedWrite_isNotTriedAgainAndItsChangeComesAgain() {
        rig.settings = rig.settings.inFlight(1);
        rig.store.failNextWrites(Fault.DENIED, 1);

        BatchOutcome outcome = rig.process("s-1", Rig.take(7, "user-1", 0, 3), Rig.take(8, "user-2", 0, 5));

        assertThat(outcome.complete()).isFalse();
        assertThat(outcome.retryFrom()).contains(BigInteger.valueOf(7));
        assertThat(outcome.failures()).hasSize(1);
        assertThat(outcome.failures().get(0)).startsWith("writing usage: ");
        rig.assertCounted("user-2", 5);
    }

    @Test
    void process_onlyALaterOwnerIsDenied_asksForTheChangesFromThereOn() {
        rig.settings = rig.settings.inFlight(1).windows(EnumSet.of(UsageWindow.HOURLY));
        // The first write is of user-1 and is repeated once; the next one is of user-2.
        rig.store.failNextWrites(Fault.THROTTLED, 1);
        rig.process("s-1", Rig.take(1, "user-1", 0, 3));
        rig.store.failNextWrites(Fault.DENIED, 1);

        BatchOutcome outcome = rig.process("s-1", Rig.take(2, "user-2", 0, 5), Rig.take(3, "user-1", 3, 1));

        assertThat(outcome.retryFrom()).contains(BigInteger.TWO);
        assertThat(rig.counted("user-1", UsageWindow.HOURLY)).isEqualTo(new UsageAmount(4, 0));
        assertThat(rig.counted("user-2", UsageWindow.HOURLY)).isEqualTo(UsageAmount.NONE);
    }

    @Test
    void process_whileTheStoreIsDown_triesABoundedNumberOfTimes() {
        rig.store.down();

        BatchOutcome outcome = rig.process("s-1", Rig.take(4, "user-1", 0, 3), Rig.take(5, "user-1", 3, 3));

        assertThat(outcome.retryFrom()).contains(BigInteger.valueOf(4));
        assertThat(rig.store.count(FaultyStore.Call.WRITE)).isEqualTo(ATTEMPTS * WINDOWS);
        assertThat(rig.letters).isEmpty();
        rig.store.up();
        assertThat(rig.process("s-1", Rig.take(4, "user-1", 0, 3), Rig.take(5, "user-1", 3, 3))
                        .complete())
                .isTrue();
        rig.assertCounted("user-1", 6);
    }

    @Test
    void process_onAClosedStore_losesNothing() {
        rig.below.close();

        BatchOutcome outcome = rig.process("s-1", Rig.take(4, "user-1", 0, 3));

        assertThat(outcome.retryFrom()).contains(BigInteger.valueOf(4));
        assertThat(outcome.failures()).anyMatch(failure -> failure.contains("closed"));
        assertThat(rig.letters).isEmpty();
    }

    static Stream<Arguments> brokenKeepers() {
        return Stream.of(
                Arguments.of("throws", (DeadLetters) letter -> {
                    throw new IllegalStateException("disk full");
                }),
                Arguments.of("throws an error", (DeadLetters) letter -> {
                    throw new AssertionError("disk full");
                }),
                Arguments.of("fails", (DeadLetters)
                        letter -> CompletableFuture.failedFuture(new IllegalStateException("disk full"))),
                Arguments.of("never answers", (DeadLetters) letter -> new CompletableFuture<>()),
                // A letter was lost without a trace where its keeper gave no future.
                Arguments.of("gives no future", (DeadLetters) letter -> null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenKeepers")
    void process_aDeadLetterThatIsNotKept_comesAgain(String name, DeadLetters broken) {
        DeadLetters working = rig.keeper;
        rig.keeper = broken;

        BatchOutcome outcome = rig.process("s-1", Rig.take(1, "user-2", 0, 3), poison(2));

        assertThat(outcome.retryFrom()).contains(BigInteger.TWO);
        assertThat(outcome.deadLetters()).isZero();
        assertThat(outcome.failures()).anyMatch(failure -> failure.startsWith("keeping a dead letter"));
        rig.assertCounted("user-2", 3);
        rig.keeper = working;
        assertThat(rig.process("s-1", Rig.take(1, "user-2", 0, 3), poison(2)).complete())
                .isTrue();
        assertThat(rig.letters).hasSize(1);
        rig.assertCounted("user-2", 3);
    }

    /** A listener that threw an error kept the future of the batch from completing. */
    @Test
    void process_aListenerThatThrowsAnError_endsAllTheSame() {
        rig.listener = new AggregatorListener() {
            @Override
            public void batch(StreamBatch batch, BatchOutcome outcome) {
                throw new AssertionError("the listener's fault");
            }
        };
        assertThat(rig.process("s-1", Rig.take(1, "user-1", 0, 3)).complete()).isTrue();
        rig.listener = new AggregatorListener() {
            @Override
            public void batch(StreamBatch batch, BatchOutcome outcome) {
                throw new IllegalStateException("the listener's fault");
            }
        };
        assertThat(rig.process("s-1", Rig.take(2, "user-1", 3, 3)).complete()).isTrue();
        rig.assertCounted("user-1", 6);
    }

    @Test
    void process_aBucketThatCantBeRefilled_isToldAndDoesNotComeAgain() {
        Item before = Rig.bucket("user-1", 50_000, 0);
        Item after = Rig.bucket("user-1", 1000, 49_000).toBuilder()
                .put("rf", Samples.NOON - 5000)
                .build();
        rig.put(after);
        rig.settings = rig.settings.windows(EnumSet.noneOf(UsageWindow.class));
        rig.store.failNextWrites(Fault.DENIED, 1);

        BatchOutcome outcome = rig.process("s-1", Samples.change(1, before, after));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.refills()).isZero();
        assertThat(outcome.failures()).hasSize(1);
        assertThat(outcome.failures().get(0)).startsWith("refilling a bucket: ");
        assertThat(rig.store.count(FaultyStore.Call.WRITE)).isEqualTo(1);
    }

    @Test
    void process_aBucketThatIsGone_isNotMadeAnewByARefill() {
        Item before = Rig.bucket("user-1", 50_000, 0);
        Item after = Rig.bucket("user-1", 1000, 49_000).toBuilder()
                .put("rf", Samples.NOON - 5000)
                .build();

        BatchOutcome outcome = rig.process("s-1", Samples.change(1, before, after));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.refills()).isZero();
        assertThat(rig.below.get(after.key()).join()).isNull();
        rig.assertCounted("user-1", 49);
    }
}
