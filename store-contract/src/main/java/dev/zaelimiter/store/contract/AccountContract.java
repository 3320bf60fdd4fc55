package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Numbers that are changed in place: as if each exchange were a write, and never beside one. */
abstract class AccountContract extends ContractGroup {

    private static final Account.Attributes ATTRIBUTES = new Account.Attributes(List.of("b"), List.of("c"), "w");
    private static final int THREADS = 8;
    private static final int ROUNDS = 2_000;
    private static final int MOST_TRIES = 50;
    private static final long TRY_NANOS = 1_000_000;

    private Item item(String name) {
        return written(Shapes.put(Item.builder(key(name))
                .put("b", 1_000_000)
                .put("c", 5)
                .put("w", 1)
                .put("other", "kept")
                .build()));
    }

    private Account account(Item item) {
        return account(this, item, ATTRIBUTES, "the store changes nothing in place");
    }

    /** A store may withhold accounts for a moment, until something of its own is made. */
    static Account account(ContractGroup group, Item item, Account.Attributes attributes, String otherwise) {
        Account account = group.store().account(item, attributes, 77);
        for (int tries = 0; account == null && tries < MOST_TRIES; tries++) {
            LockSupport.parkNanos(TRY_NANOS);
            account = group.store().account(group.present(item.key()), attributes, 77);
        }
        assumeTrue(account != null, otherwise);
        return nonNull(account, "no account");
    }

    private static long[] balances(Account account) {
        long[] balances = account.balances();
        if (balances == null) {
            throw new AssertionError("closed");
        }
        return balances;
    }

    private static boolean take(Account account, long amount) {
        long[] seen = account.balances();
        return seen != null && account.exchange(seen, new long[] {seen[0] - amount});
    }

    /** The item as {@link #item} made it, after so much was taken in place. */
    private static void assertLeft(@Nullable Item left, long taken) {
        Item item = nonNull(left, "no item");
        assertThat(item.whole("b", 0)).isEqualTo(1_000_000 - taken);
        assertThat(item.whole("c", 0)).isEqualTo(5 + taken);
        assertThat(item.whole("w", 0)).isEqualTo(taken == 0 ? 1 : 77);
        assertThat(item.text("other")).isEqualTo("kept");
    }

    @Test
    void exchange_thenRead_isSeenAndCloses() {
        Item item = item("read");
        Account account = account(item);

        assertThat(balances(account)).containsExactly(1_000_000);
        assertThat(take(account, 10)).isTrue();
        assertThat(take(account, 5)).isTrue();

        assertLeft(read(item.key()), 15);
        assertThat(account.balances()).isNull();
        assertLeft(read(item.key()), 15);
    }

    @Test
    void exchange_ofNumbersSeenBeforeAnotherOne_isNotApplied() {
        Account account = account(item("stale"));
        long[] seen = balances(account);
        assertThat(take(account, 1)).isTrue();

        assertThat(account.exchange(seen, new long[] {0})).isFalse();

        assertLeft(account.close(), 1);
    }

    @Test
    void exchange_afterClose_isNotApplied() {
        Item item = item("closed");
        Account account = account(item);
        long[] seen = balances(account);

        assertLeft(account.close(), 0);

        assertThat(account.exchange(seen, new long[] {0})).isFalse();
        assertLeft(account.close(), 0);
        assertLeft(read(item.key()), 0);
    }

    @Test
    void write_whileOpen_standsOnTheLastExchangeAndCloses() {
        Item item = item("write");
        Account account = account(item);
        assertThat(take(account, 10)).isTrue();

        Item after = written(Shapes.adding(item.key(), "b", 3));

        assertThat(after.whole("b", 0)).isEqualTo(1_000_000 - 10 + 3);
        assertThat(after.whole("c", 0)).isEqualTo(15);
        assertThat(take(account, 1)).isFalse();
        assertThat(account.close().whole("b", 0)).as("what this account left").isEqualTo(1_000_000 - 10);
    }

    @Test
    void transaction_whileOpen_standsOnTheLastExchange() {
        Item item = item("transaction");
        Account account = account(item);
        assertThat(take(account, 10)).isTrue();

        commit(Shapes.adding(item.key(), "b", 3), Shapes.adding(key("another"), "n", 1));

        assertThat(present(item.key()).whole("b", 0)).isEqualTo(1_000_000 - 10 + 3);
        assertThat(account.balances()).isNull();
    }

    @Test
    void batchGet_whileOpen_showsTheLastExchange() {
        Item item = item("batch");
        Account account = account(item);
        assertThat(take(account, 10)).isTrue();

        Map<Key, Item> found = await(store().batchGet(List.of(item.key())));

        assertLeft(found.get(item.key()), 10);
    }

    @Test
    void account_ofAnItemThatWasChanged_isNone() {
        Item old = item("old");
        account(old).close();
        written(Shapes.adding(old.key(), "b", 1));

        assertThat(store().account(old, ATTRIBUTES, 1)).isNull();
    }

    @Test
    void account_whileAnotherIsOpen_leavesOneOfThem() {
        Item item = item("second");
        Account first = account(item);
        assertThat(take(first, 10)).isTrue();

        Account second = store().account(item, ATTRIBUTES, 78);

        assertThat(second)
                .as("an account of an item that is not there any more")
                .isNull();
        assertLeft(read(item.key()), 10);
    }

    @Test
    void account_ofAttributesThatAreNoNumbers_isNone() {
        Item item = item("kinds");
        account(item).close();
        Item now = present(item.key());

        assertThat(store().account(now, new Account.Attributes(List.of("other"), List.of("c"), "w"), 1))
                .isNull();
        assertThat(store().account(now, new Account.Attributes(List.of("b"), List.of("absent"), "w"), 1))
                .isNull();
        assertThat(store().account(now, new Account.Attributes(List.of("b"), List.of("c"), "absent"), 1))
                .isNull();
    }

    @Test
    void feed_opened_endsAccountsAndHearsOfAllThatFollows() {
        assumeChangeFeed();
        Item item = item("feed");
        Account account = account(item);
        assertThat(take(account, 10)).isTrue();

        try (FeedCollector changes = new FeedCollector(this, 10)) {
            assertThat(account.balances()).isNull();
            Item now = present(item.key());
            assertLeft(now, 10);
            Account another = store().account(now, ATTRIBUTES, 78);
            if (another != null) {
                assertThat(take(another, 1)).isTrue();
                another.close();
            } else {
                written(Shapes.adding(item.key(), "b", -1));
            }

            List<ChangeRecord> heard = changes.untilChangeOf(item.key());

            Item after = nonNull(heard.get(heard.size() - 1).after(), "no image");
            assertThat(after.whole("b", 0)).isEqualTo(1_000_000 - 11);
        }
    }

    @Test
    void expiry_ofAnItemWithAnAccount_takesItOut() {
        assumeClock();
        assumePromptExpiry();
        Item item = written(Shapes.put(Item.builder(key("ttl"))
                .put("b", 1_000_000)
                .put("c", 5)
                .put("w", 1)
                .put(Item.TTL, subject().nowSeconds() + 10)
                .build()));
        Account account = account(item);
        assertThat(take(account, 1)).isTrue();

        subject().advance(Duration.ofSeconds(12));

        assertThat(read(item.key())).isNull();
        assertThat(take(account, 1)).isFalse();
    }

    @Test
    void close_ofTheStore_endsAccounts() {
        Account account = account(item("end"));

        store().close();

        assertThat(take(account, 1)).isFalse();
    }

    @Test
    void exchange_manyThreadsWithReadersAndWriters_nothingIsLostOrDoubled() {
        Item item = item("crowd");
        account(item).close();
        AtomicLong taken = new AtomicLong();
        AtomicLong written = new AtomicLong();

        Crowd.run(THREADS, thread -> {
            Account account = null;
            for (int i = 0; i < ROUNDS; i++) {
                if (account == null || account.balances() == null) {
                    account = store().account(present(item.key()), ATTRIBUTES, thread + 100);
                }
                if (account != null && take(account, 1)) {
                    taken.incrementAndGet();
                } else if (i % 16 == 0) {
                    Crowd.insist(() -> store().write(Shapes.adding(item.key(), "b", -2)));
                    written.addAndGet(2);
                }
            }
            return thread;
        });

        Item left = present(item.key());
        assertThat(taken.get()).as("taken in place").isPositive();
        assertThat(left.whole("c", 0)).isEqualTo(5 + taken.get());
        assertThat(left.whole("b", 0)).isEqualTo(1_000_000 - taken.get() - written.get());
    }
}
