package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The feed: every change from its opening on, those of one key in order, and nothing that is no change. */
abstract class ChangeFeedContract extends ContractGroup {

    private static final int POLL = 100;
    /** Seconds by which the store's clock and the test's may differ. */
    private static final long CLOCKS_APART = 10;

    @BeforeEach
    void needsAFeed() {
        assumeChangeFeed();
    }

    private static void assertChange(ChangeRecord change, @Nullable Item before, @Nullable Item after) {
        assertThat(change.before()).isEqualTo(before);
        assertThat(change.after()).isEqualTo(after);
        assertThat(change.expired()).isFalse();
    }

    @Test
    void changes_lifeOfAnItem_isToldWithBothImages() {
        Key key = key("life");
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            Item created = put(SampleValues.item(key, subject()));
            Item updated = written(Shapes.adding(key, "n", 1));
            Item replaced = put(Item.builder(key).put("n", 5).build());
            await(store().write(Shapes.delete(key)));

            List<ChangeRecord> changes = reader.until(seen -> seen.size() >= 4);

            assertThat(changes).extracting(ChangeRecord::key).containsOnly(key);
            assertThat(changes).hasSize(4);
            assertChange(changes.get(0), null, created);
            assertChange(changes.get(1), created, updated);
            assertChange(changes.get(2), updated, replaced);
            assertChange(changes.get(3), replaced, null);
        }
    }

    @Test
    void changes_beforeTheFeedWasOpened_areNotTold() {
        Key key = key("late");
        put(Item.builder(key).put("n", 1).build());
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            written(Shapes.adding(key, "n", 1));

            List<ChangeRecord> changes = reader.untilChangeOf(key);

            assertThat(changes).hasSize(1);
            assertThat(changes.get(0).before())
                    .isEqualTo(Item.builder(key).put("n", 1).build());
        }
    }

    @Test
    void changes_writeThatLeavesTheItemEqual_isNone() {
        Key key = key("equal");
        Item item = put(SampleValues.item(key, subject()));
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            written(Shapes.put(item));
            written(Shapes.updating(key, Shapes.set("whole", Shapes.constant(5))));
            written(Shapes.updating(key, Shapes.set("text", Shapes.constant("m")), Shapes.remove("absent")));
            written(Shapes.adding(key, "whole", 0));
            written(Shapes.updating(key, Shapes.add("textSet", Shapes.constant(Shapes.textSet("a")))));
            await(store().write(Shapes.delete(key("nothing"))));
            commit(Shapes.put(item), Shapes.delete(key("nothing")));
            commit(Write.of(Shapes.CHECK_PRESENT, key), Shapes.delete(key("nothing")));
            Item changed = written(Shapes.adding(key, "whole", 1));

            List<ChangeRecord> changes = reader.untilChangeOf(key);

            assertThat(changes).hasSize(1);
            assertChange(changes.get(0), item, changed);
        }
    }

    @Test
    void changes_whatWasNotApplied_isNone() {
        Key key = key("refused");
        Item full = put(Item.builder(key).put("n", 3).put("name", "text").build());
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            refused(Shapes.putIfAbsent(Item.builder(key).build()));
            assertMisuse(store().write(Shapes.adding(key, "name", 1)));
            notCommitted(
                    Shapes.adding(key, "n", -1),
                    Shapes.put(Item.builder(key("other")).build()),
                    Write.of(Shapes.CHECK_PRESENT, key("nothing")));
            Item last = written(Shapes.adding(key, "n", -2));

            List<ChangeRecord> changes = reader.untilChangeOf(key);

            assertThat(changes).hasSize(1);
            assertChange(changes.get(0), full, last);
        }
    }

    @Test
    void changes_transaction_tellsOfEachWrite() {
        Item deleted = put(Item.builder(key("deleted")).put("n", 1).build());
        Item updated = put(Item.builder(key("updated")).put("n", 1).build());
        Item created = Item.builder(key("created")).put("n", 1).build();
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            commit(
                    Shapes.delete(deleted.key()),
                    Shapes.adding(updated.key(), "n", 1),
                    Shapes.put(created),
                    Write.of(Shapes.CHECK_ABSENT, key("nothing")));

            List<ChangeRecord> changes = reader.until(seen -> seen.size() >= 3);

            assertThat(changes).hasSize(3);
            assertChange(reader.of(deleted.key()).get(0), deleted, null);
            assertChange(reader.of(updated.key()).get(0), updated, present(updated.key()));
            assertChange(reader.of(created.key()).get(0), null, created);
        }
    }

    @Test
    void changes_repeatedTransaction_isToldOnce() {
        Key key = key("repeated");
        List<Write> writes = List.of(Shapes.adding(key, "n", 1), Shapes.adding(key("beside"), "n", 1));
        String token = token();
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            await(store().transact(writes, token));
            await(store().transact(writes, token));
            written(Shapes.adding(key, "n", 10));

            reader.until(seen -> seen.stream()
                    .anyMatch(change -> change.after() != null && change.after().whole("n", 0) == 11));

            assertThat(reader.of(key)).hasSize(2);
        }
    }

    @Test
    void changes_twoFeeds_eachTellAll() {
        Key key = key("both");
        try (FeedCollector first = new FeedCollector(this, POLL);
                FeedCollector second = new FeedCollector(this, 1)) {
            for (int i = 0; i < 10; i++) {
                written(Shapes.adding(key, "n", 1));
            }

            assertThat(first.until(seen -> seen.size() >= 10)).isEqualTo(second.until(seen -> seen.size() >= 10));
        }
    }

    @Test
    void changes_closedFeed_leavesTheOthersAlone() {
        FeedCollector closed = new FeedCollector(this, POLL);
        try (FeedCollector open = new FeedCollector(this, POLL)) {
            closed.close();
            closed.close();
            written(Shapes.adding(key("after"), "n", 1));

            assertThat(open.untilChangeOf(key("after"))).hasSize(1);
        }
    }

    @Test
    void changes_manyThreadsOnFewKeys_areInOrderForEachKey() {
        int threads = 4;
        int keys = 3;
        int rounds = 200;
        try (FeedCollector reader = new FeedCollector(this, 64)) {
            Crowd.run(threads, thread -> {
                for (int i = 0; i < rounds; i++) {
                    Write write = Shapes.adding(key("key-" + (i + thread) % keys), "n", 1);
                    Write other = Shapes.adding(key("key-" + (i + thread + 1) % keys), "n", 1);
                    String token = token();
                    if (thread == 0) {
                        Crowd.insist(() -> store().transact(List.of(write, other), token));
                    } else {
                        Crowd.insist(() -> store().write(write));
                    }
                }
                return rounds;
            });
            int expected = rounds * (threads - 1) + 2 * rounds;

            reader.until(seen -> seen.size() >= expected);

            for (int i = 0; i < keys; i++) {
                assertChain(reader.of(key("key-" + i)), read(key("key-" + i)));
            }
        }
    }

    /** Each change must start from where the one before it ended. */
    private static void assertChain(List<ChangeRecord> changes, @Nullable Item end) {
        @Nullable Item last = null;
        for (ChangeRecord change : changes) {
            assertThat(change.before()).isEqualTo(last);
            last = change.after();
        }
        assertThat(last).isEqualTo(end);
    }

    @Test
    void changes_expiredItem_goesAsExpired() {
        assumeClock();
        assumePromptExpiry();
        Key key = key("expired");
        Item item =
                put(Item.builder(key).put("ttl", subject().nowSeconds() + 10).build());
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            subject().advance(Duration.ofSeconds(11));
            Item reborn = written(Shapes.adding(key, "n", 1));

            List<ChangeRecord> changes = reader.until(seen -> seen.size() >= 2);

            assertThat(changes).hasSize(2);
            assertThat(changes.get(0).before()).isEqualTo(item);
            assertThat(changes.get(0).after()).isNull();
            assertThat(changes.get(0).expired()).isTrue();
            assertChange(changes.get(1), null, reborn);
        }
    }

    @Test
    void changes_whateverTheyAre_tellWhenTheyWereMade() {
        Key key = key("when");
        long began = subject().nowSeconds();
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            put(Item.builder(key).put("n", 1).build());
            written(Shapes.adding(key, "n", 1));
            commit(Shapes.adding(key, "n", 1), Shapes.adding(key("beside"), "n", 1));
            await(store().write(Shapes.delete(key)));

            List<ChangeRecord> changes = reader.until(seen -> seen.size() >= 5);

            long ended = subject().nowSeconds();
            assertThat(changes)
                    .allSatisfy(change -> assertThat(change.atMillis())
                            .isBetween((began - CLOCKS_APART) * 1000, (ended + 1 + CLOCKS_APART) * 1000));
        }
    }

    @Test
    void changes_anHourApart_areAnHourApart() {
        assumeClock();
        Key key = key("hour");
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            put(Item.builder(key).put("n", 1).build());
            subject().advance(Duration.ofHours(1));
            written(Shapes.adding(key, "n", 1));

            List<ChangeRecord> changes = reader.until(seen -> seen.size() >= 2);

            assertThat(changes.get(1).atMillis() - changes.get(0).atMillis())
                    .isBetween(3_599_000L, 3_601_000L + CLOCKS_APART * 1000);
        }
    }

    @Test
    void changes_expiredItem_wentWhenItsTimeHadPassed() {
        assumeClock();
        assumePromptExpiry();
        Key key = key("expired-when");
        long ttl = subject().nowSeconds() + 10;
        put(Item.builder(key).put("ttl", ttl).build());
        try (FeedCollector reader = new FeedCollector(this, POLL)) {
            subject().advance(Duration.ofSeconds(60));
            written(Shapes.adding(key, "n", 1));

            List<ChangeRecord> changes = reader.until(seen -> seen.size() >= 2);

            assertThat(changes.get(0).expired()).isTrue();
            assertThat(changes.get(0).atMillis())
                    .isBetween(ttl * 1000, changes.get(1).atMillis());
        }
    }

    @Test
    void poll_nothingNew_isEmpty() {
        try (ChangeFeed feed = store().changes()) {
            assertThat(await(feed.poll(1))).noneMatch(change -> isOurs(change.key()));
        }
    }
}
