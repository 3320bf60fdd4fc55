package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What can't be counted is put aside with the change in it, and holds up nothing else. */
class PoisonTest {

    private final Rig rig = new Rig();

    private static ChangeRecord of(Key key, Item before, Item after, long at) {
        return new ChangeRecord(key, before, after, false, BigInteger.TWO, at);
    }

    private static ChangeRecord withCounter(AttributeValue counter) {
        Item before = Samples.bucket(1000, 0).build();
        return of(
                before.key(),
                before,
                before.toBuilder().put("b_rpm_tc", counter).build(),
                Samples.NOON);
    }

    private static ChangeRecord keyed(String pk) {
        Key key = Key.of(pk, "#STATE");
        return of(key, null, Rig.under(key, Samples.bucket(1000, 5000).build()), Samples.NOON);
    }

    private static ChangeRecord at(long millis) {
        return of(Samples.BUCKET, null, Samples.bucket(1000, 5000).build(), millis);
    }

    static Stream<Arguments> damaged() {
        return Stream.of(
                Arguments.of("no shard", keyed("ns1/BUCKET#user-1#gpt-4"), "key"),
                Arguments.of("no number", keyed("ns1/BUCKET#user-1#gpt-4#x"), "key"),
                Arguments.of("number too long", keyed("ns1/BUCKET#user-1#gpt-4#99999999999"), "key"),
                Arguments.of("negative number", keyed("ns1/BUCKET#user-1#gpt-4#-1"), "key"),
                Arguments.of("no entity", keyed("ns1/BUCKET##gpt-4#0"), "key"),
                Arguments.of("no resource", keyed("ns1/BUCKET#user-1##0"), "key"),
                Arguments.of("no namespace", keyed("BUCKET#user-1#gpt-4#0"), "key"),
                Arguments.of("empty namespace", keyed("/BUCKET#user-1#gpt-4#0"), "key"),
                Arguments.of("text", withCounter(AttributeValue.of("many")), "b_rpm_tc"),
                Arguments.of("truth", withCounter(AttributeValue.of(true)), "b_rpm_tc"),
                Arguments.of("null", withCounter(AttributeValue.Null.NULL), "b_rpm_tc"),
                Arguments.of("fraction", withCounter(new AttributeValue.Decimal("1.5")), "b_rpm_tc"),
                Arguments.of("beyond all", withCounter(new AttributeValue.Decimal("1E30")), "rpm"),
                Arguments.of("no image", of(Samples.BUCKET, null, null, Samples.NOON), "image"),
                Arguments.of("before time", at(-1), "time"),
                Arguments.of("long before time", at(Long.MIN_VALUE), "time"),
                Arguments.of("after the year 9999", at(253_402_300_800_000L), "time"),
                Arguments.of("after all time", at(Long.MAX_VALUE), "time"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damaged")
    void process_aDamagedChange_isPutAsideAndTheOthersAreCounted(String name, ChangeRecord damaged, String reason) {
        BatchOutcome outcome = rig.process("s-1", Rig.take(1, "user-2", 10, 3), damaged, Rig.take(3, "user-2", 13, 4));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.deadLetters()).isEqualTo(1);
        assertThat(rig.letters).hasSize(1);
        assertThat(rig.letters.get(0).record()).isSameAs(damaged);
        assertThat(rig.letters.get(0).streamShard()).isEqualTo("s-1");
        assertThat(rig.letters.get(0).reason()).contains(reason);
        rig.assertCounted("user-2", 7);
        rig.assertCounted("user-1", 0);
    }

    @Test
    void process_changesOfOtherKinds_areNeitherCountedNorPutAside() {
        Item entity = Item.builder(Key.of("ns1/ENTITY#user-1", "#META"))
                .put("entity_id", "user-1")
                .build();
        Item unknown = Item.builder(Key.of("whatever", "from another system"))
                .put("b_rpm_tc", 5000)
                .build();
        Item marker = Item.builder(Key.of("ns1/BUCKET#user-1#gpt-4#0", "#OP#key-1"))
                .put("b_rpm_tc", "text")
                .build();
        BatchOutcome outcome = rig.process(
                "s-1",
                Samples.change(1, null, entity),
                Samples.change(2, null, unknown),
                Samples.change(3, null, marker),
                Samples.change(4, unknown, null),
                Rig.take(5, "user-1", 0, 2));

        assertThat(outcome.records()).isEqualTo(5);
        assertThat(outcome.counted()).isEqualTo(1);
        assertThat(outcome.deadLetters()).isZero();
        assertThat(outcome.complete()).isTrue();
        rig.assertCounted("user-1", 2);
    }

    @Test
    void process_ofUsageItself_countsNothing() {
        rig.process("s-1", Rig.take(1, "user-1", 0, 2));
        Item usage = Objects.requireNonNull(rig.usageItem("user-1", UsageWindow.HOURLY));

        BatchOutcome outcome = rig.process("s-1", Samples.change(2, null, usage));

        assertThat(outcome.counted()).isZero();
        assertThat(outcome.usageWrites()).isZero();
    }

    @Test
    void process_aLimitThatVanishedBetweenTwoTakes_isCountedUnderItsName() {
        Item first = Samples.bucket(90_000, 1000)
                .put("b_tpm_tk", 5)
                .put("b_tpm_tc", 7000)
                .build();
        Item second = first.toBuilder().put("b_tpm_tc", 9000).build();
        Item third = Samples.bucket(80_000, 4000).build();
        BatchOutcome outcome = rig.process("s-1", Samples.change(1, first, second), Samples.change(2, second, third));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.deadLetters()).isZero();
        UsageRecord usage = Objects.requireNonNull(
                UsageItems.decode(Objects.requireNonNull(rig.usageItem("user-1", UsageWindow.HOURLY))));
        assertThat(usage.limits()).containsOnlyKeys("rpm", "tpm");
        assertThat(usage.limits().get("tpm").consumed()).isEqualTo(new UsageAmount(2, 0));
        assertThat(usage.limits().get("rpm").consumed()).isEqualTo(new UsageAmount(3, 0));
    }

    @Test
    void process_anItemThatTakesNoSum_putsItsChangesAsideAndCountsTheRest() {
        Key hour = UsageItems.key(
                Rig.KEYS,
                "user-1",
                "gpt-4",
                UsageWindow.HOURLY,
                UsageWindow.HOURLY.start(Instant.ofEpochMilli(Samples.NOON)));
        rig.put(Item.builder(hour)
                .put("rpm", "a text, where a counter should be")
                .build());

        BatchOutcome outcome = rig.process(
                "s-1", Rig.take(1, "user-1", 0, 2), Rig.take(2, "user-2", 0, 5), Rig.take(3, "user-1", 2, 3));

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.deadLetters()).isEqualTo(2);
        assertThat(rig.letters)
                .extracting(letter -> letter.record().sequence().intValue())
                .containsExactly(1, 3);
        assertThat(rig.letters).allMatch(letter -> letter.reason().startsWith("hourly usage was not taken"));
        assertThat(rig.counted("user-1", UsageWindow.DAILY)).isEqualTo(new UsageAmount(5, 0));
        rig.assertCounted("user-2", 5);
    }

    @Test
    void process_anItemWithADamagedMark_putsItsChangesAside() {
        rig.process("s-1", Rig.take(1, "user-1", 0, 2));
        Item usage = Objects.requireNonNull(rig.usageItem("user-1", UsageWindow.HOURLY));
        rig.put(usage.toBuilder().put("@s-1", "zzz").build());

        BatchOutcome outcome = rig.process("s-1", Rig.take(2, "user-1", 2, 3), Rig.take(3, "user-2", 0, 1));

        assertThat(outcome.complete()).isTrue();
        assertThat(rig.letters).hasSize(1);
        assertThat(rig.letters.get(0).reason()).contains("mark");
        assertThat(rig.counted("user-1", UsageWindow.HOURLY)).isEqualTo(new UsageAmount(2, 0));
        assertThat(rig.counted("user-1", UsageWindow.DAILY)).isEqualTo(new UsageAmount(5, 0));
        rig.assertCounted("user-2", 1);
    }

    @Test
    void process_poisonThatComesAgain_isPutAsideAgainAndNothingIsCountedTwice() {
        ChangeRecord damaged = withCounter(AttributeValue.of("many"));
        for (int i = 0; i < 3; i++) {
            assertThat(rig.process("s-1", Rig.take(1, "user-2", 10, 3), damaged).complete())
                    .isTrue();
        }
        assertThat(rig.letters).hasSize(3);
        assertThat(rig.letters).extracting(DeadLetter::record).containsOnly(damaged);
        rig.assertCounted("user-2", 3);
    }

    @Test
    void process_aBatchOfNothingButPoison_isComplete() {
        BatchOutcome outcome = rig.process("s-1", withCounter(AttributeValue.of("many")));
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.usageWrites()).isZero();
        assertThat(outcome.deadLetters()).isEqualTo(1);
        assertThat(Map.of("records", outcome.records())).containsEntry("records", 1);
    }

    @Test
    void process_anEmptyBatch_isComplete() {
        BatchOutcome outcome = rig.process("s-1");
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.lagMillis()).isZero();
    }

    /** Who counted a dead letter by hand would have counted it twice. */
    @Test
    void process_anItemWhoseMarksCannotBeTakenAway_putsNothingAsideThatIsCounted() {
        rig.process("s-1", Rig.take(1, "user-1", 0, 2));
        Item.Builder usage = Objects.requireNonNull(rig.usageItem("user-1", UsageWindow.HOURLY)).toBuilder()
                .put("@@from", "damaged");
        for (int i = 0; i < 9; i++) {
            usage.put("@old-" + i, "21a.1");
        }
        rig.put(usage.build());

        BatchOutcome outcome = rig.process("s-1", Rig.take(2, "user-1", 2, 3));

        assertThat(outcome.complete()).isTrue();
        assertThat(rig.letters).isEmpty();
        rig.assertCounted("user-1", 5);
    }
}
