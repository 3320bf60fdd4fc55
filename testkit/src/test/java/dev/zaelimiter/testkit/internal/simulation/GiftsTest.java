package dev.zaelimiter.testkit.internal.simulation;

import static dev.zaelimiter.testkit.internal.simulation.SentFixture.BUCKET;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.NOW;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.order;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.sent;
import static dev.zaelimiter.testkit.internal.simulation.SentFixture.shard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.admin.Refilled;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is given to a bucket from outside, and told of it. */
class GiftsTest {

    private final Oracle oracle = new Oracle(new Scenario());
    private final Gifts gifts = oracle.gifts();
    private final BucketBook book = new BucketBook(BUCKET, oracle);

    private void gives(String key, StoredBucket before, StoredBucket after) {
        gifts.landed(
                BUCKET,
                book,
                List.of(sent(Gifts.GIVER, after.shard(), true), order(key)),
                Arrays.asList(before, null),
                Arrays.asList(after, null));
    }

    /** Four tokens, a millisecond after the stamp. */
    private void givesFour(String key) {
        gives(key, shard(0, 1, NOW - 1, 2_000, 8_000), shard(0, 1, NOW, 6_000, 8_000));
    }

    private void isTold(String key, long tokens) {
        gifts.told(BUCKET, key, new Refilled("user-0", "api", 1, Map.of("rps", tokens), false));
    }

    private List<String> broken() {
        return oracle.findings().violations().stream().map(Violation::rule).toList();
    }

    @Test
    void told_whatWasGiven_isRight() {
        givesFour("a");
        isTold("a", 4);

        assertThat(broken()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"a, 5", "a, 2", "b, 4"})
    void told_moreOrLessThanWasGiven_isWrong(String key, long tokens) {
        givesFour("a");
        isTold(key, tokens);

        assertThat(broken()).containsExactly("gift-told");
    }

    @Test
    void landed_twiceUnderOneKey_isGivenTwice() {
        givesFour("a");
        givesFour("b");
        assertThat(broken()).isEmpty();

        givesFour("a");
        assertThat(broken()).containsExactly("given-twice");
    }

    @Test
    void erased_keyMayBeUsedAgain_andWhoeverGaveBeforeHearsOfThat() {
        givesFour("a");
        gifts.erased(BUCKET);
        isTold("a", 4);
        gives("a", shard(0, 1, NOW - 1, 1_000, 0), shard(0, 1, NOW, 2_000, 0));
        isTold("a", 1);
        isTold("a", 4);
        assertThat(broken()).isEmpty();

        isTold("a", 2);
        assertThat(broken()).containsExactly("gift-told");
    }

    @Test
    void landed_oneOfTwoShardsIsLeftOut_isFound() {
        book.shared(null, shard(1, 2, NOW - 1, 2_000, 0));
        gives("a", shard(0, 2, NOW - 1, 2_000, 8_000), shard(0, 2, NOW, 4_000, 8_000));

        assertThat(broken()).containsExactly("gift-left-out");
    }

    @ParameterizedTest
    @CsvSource({"1000, 0", "10001, 0", "3000, 1"})
    void landed_giftThatTakesOrGoesAboveTheCeilingOrCounts_isNone(long milli, long taken) {
        gives("a", shard(0, 1, NOW - 1, 2_000, 0), shard(0, 1, NOW, milli, taken));

        assertThat(broken()).containsExactly("gift");
    }

    @Test
    void landed_stampThatStays_isFound() {
        gives("a", shard(0, 1, NOW, 2_000, 0), shard(0, 1, NOW, 3_000, 0));

        assertThat(broken()).containsExactly("stamp");
    }

    /** What has refilled since such a stamp is not to be said: all of it may be given, or nothing. */
    @Test
    void told_whereTheStampWasTakenBack_isBetweenAllAndWhatIsMissing() {
        gives("a", shard(0, 1, NOW + 3_600_000, 2_000, 0), shard(0, 1, NOW, 6_000, 0));
        isTold("a", 4);
        gives("b", shard(0, 1, NOW - 3_000, 2_000, 0), shard(0, 1, NOW, 6_000, 0));
        isTold("b", 1);
        isTold("b", 4);
        assertThat(broken()).isEmpty();

        isTold("b", 5);
        assertThat(broken()).containsExactly("gift-told");
    }
}
