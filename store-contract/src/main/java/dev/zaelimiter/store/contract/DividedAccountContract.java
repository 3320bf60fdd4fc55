package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Balances in parts, each changed by itself: nobody else ever sees anything but their sum. */
abstract class DividedAccountContract extends ContractGroup {

    private static final Account.Attributes ATTRIBUTES =
            new Account.Attributes(List.of("b", "d"), List.of("c", "e"), "w");
    private static final long[] EACH = {1000, 10};
    private static final int THREADS = 8;
    private static final int ROUNDS = 2_000;

    private Item item(String name) {
        return written(Shapes.put(Item.builder(key(name))
                .put("b", 1_000_003)
                .put("c", 5)
                .put("d", 2_000)
                .put("e", 7)
                .put("w", 1)
                .build()));
    }

    private Account account(Item item) {
        Account account = AccountContract.account(this, item, ATTRIBUTES, "the store changes nothing in place");
        assumeTrue(account.parts() > 1, "the store divides no balances");
        return account;
    }

    private static long[] balances(Account account) {
        return nonNull(account.balances(), "no balances");
    }

    private Account divided(Item item) {
        Account account = account(item);
        assertThat(account.divide(balances(account), EACH, account.parts())).isTrue();
        return account;
    }

    private static boolean take(Account account, int part, long amount) {
        long[] seen = account.part(part);
        return seen != null && account.exchange(part, seen, new long[] {seen[0] - amount, seen[1]});
    }

    /** The item as {@link #item} made it, after so much was taken in place. */
    private static void assertLeft(@Nullable Item left, long taken) {
        Item item = nonNull(left, "no item");
        assertThat(item.whole("b", 0)).isEqualTo(1_000_003 - taken);
        assertThat(item.whole("c", 0)).isEqualTo(5 + taken);
        assertThat(item.whole("d", 0)).isEqualTo(2_000);
        assertThat(item.whole("e", 0)).isEqualTo(7);
        assertThat(item.whole("w", 0)).isEqualTo(taken == 0 ? 1 : 77);
    }

    @Test
    void divide_givesEachPartTheSameAndLeavesTheRest() {
        Item item = item("equal");
        Account account = divided(item);

        for (int part = 0; part < account.parts(); part++) {
            assertThat(account.part(part)).as("part " + part).containsExactly(EACH);
        }
        assertThat(account.balances()).as("of the whole").isNull();
        assertLeft(read(item.key()), 0);
    }

    @Test
    void divide_intoFewerPartsThanThereCanBe_leavesNothingOut() {
        Item item = item("two");
        Account account = account(item);
        assertThat(account.divide(balances(account), EACH, 2)).isTrue();
        assertThat(take(account, 0, 3)).isTrue();
        assertThat(take(account, 1, 4)).isTrue();

        assertLeft(account.close(), 7);
    }

    @Test
    void divide_intoPartsThatHoldMoreThanThereIs_leavesTheSum() {
        Item item = item("more");
        Account account = account(item);
        assertThat(account.divide(balances(account), new long[] {10_000_000, -3}, 2))
                .isTrue();
        assertThat(take(account, 1, 8)).isTrue();

        assertLeft(account.close(), 8);
    }

    @Test
    void divide_ofBalancesSeenBeforeAnExchange_isNotDone() {
        Item item = item("stale");
        Account account = account(item);
        long[] seen = balances(account);
        assertThat(account.exchange(seen, new long[] {seen[0] - 9, seen[1]})).isTrue();

        assertThat(account.divide(seen, EACH, 2)).isFalse();

        assertThat(account.part(0)).isNull();
        assertLeft(account.close(), 9);
    }

    @Test
    void divide_twiceOrAfterTheEnd_isNotDone() {
        Account account = account(item("twice"));
        long[] seen = balances(account);
        assertThat(account.divide(seen, EACH, 2)).isTrue();
        assertThat(account.divide(seen, EACH, 2)).isFalse();

        Item other = item("after");
        Account closed = account(other);
        long[] last = balances(closed);
        closed.close();
        assertThat(closed.divide(last, EACH, 2)).isFalse();
        assertLeft(read(other.key()), 0);
    }

    @Test
    void exchange_ofTheWholeAfterItWasDivided_isNotApplied() {
        Item item = item("whole");
        Account account = account(item);
        long[] seen = balances(account);
        assertThat(account.divide(seen, EACH, 2)).isTrue();

        assertThat(account.exchange(seen, new long[] {0, 0})).isFalse();

        assertLeft(account.close(), 0);
    }

    @Test
    void exchange_ofAPartWhileNotDivided_isNotApplied() {
        Item item = item("undivided");
        Account account = account(item);

        assertThat(account.part(0)).isNull();
        assertThat(account.exchange(0, balances(account), new long[] {0, 0})).isFalse();

        assertLeft(account.close(), 0);
    }

    @Test
    void exchange_ofAPartSeenBeforeAnotherOne_isNotApplied() {
        Item item = item("part");
        Account account = divided(item);
        long[] seen = nonNull(account.part(1), "no part");
        assertThat(take(account, 1, 2)).isTrue();

        assertThat(account.exchange(1, seen, new long[] {0, 0})).isFalse();

        assertThat(account.part(0)).as("another part").containsExactly(EACH);
        assertLeft(account.close(), 2);
    }

    /** A thread that is stopped between its look and its exchange keeps nobody waiting, and comes too late. */
    @Test
    void read_whileOneIsAboutToExchange_waitsForNobodyAndItComesTooLate() {
        Item item = item("stopped");
        Account account = divided(item);
        long[] seen = nonNull(account.part(1), "no part");
        assertThat(take(account, 0, 6)).isTrue();

        assertLeft(read(item.key()), 6);

        assertThat(account.exchange(1, seen, new long[] {seen[0] - 1, seen[1]})).isFalse();
        assertThat(account.part(0)).isNull();
        assertLeft(read(item.key()), 6);
    }

    @Test
    void write_whileDivided_standsOnTheSum() {
        Item item = item("write");
        Account account = divided(item);
        assertThat(take(account, 0, 6)).isTrue();
        assertThat(take(account, account.parts() - 1, 5)).isTrue();

        Item after = written(Shapes.adding(item.key(), "b", 3));

        assertThat(after.whole("b", 0)).isEqualTo(1_000_003 - 11 + 3);
        assertThat(after.whole("c", 0)).isEqualTo(16);
        assertThat(take(account, 1, 1)).isFalse();
        assertLeft(account.close(), 11);
    }

    @Test
    void close_byManyAtOnce_tellsAllTheSame() {
        for (int round = 0; round < 50; round++) {
            Item item = item("close" + round);
            Account account = divided(item);
            AtomicLong taken = new AtomicLong();
            AtomicBoolean closed = new AtomicBoolean();

            List<Item> left = new ArrayList<>(Crowd.run(THREADS, thread -> {
                for (int i = 0; thread > 2 && i < 200 && !closed.get(); i++) {
                    if (take(account, (thread + i) % account.parts(), 1)) {
                        taken.incrementAndGet();
                    }
                }
                closed.set(true);
                return account.close();
            }));
            left.add(present(item.key()));

            left.forEach(each -> assertLeft(each, taken.get()));
        }
    }

    @Test
    void exchange_manyThreadsInTheirPartsWithReadersAndWriters_nothingIsLostOrDoubled() {
        Item item = item("crowd");
        account(item).close();
        AtomicLong taken = new AtomicLong();
        AtomicLong written = new AtomicLong();

        Crowd.run(THREADS, thread -> {
            Account account = null;
            for (int i = 0; i < ROUNDS; i++) {
                if (account == null || account.part(0) == null) {
                    account = store().account(present(item.key()), ATTRIBUTES, thread + 100);
                    long[] seen = account == null ? null : account.balances();
                    if (account != null && seen != null) {
                        account.divide(seen, EACH, account.parts());
                    }
                }
                if (account != null && take(account, (thread + i / 9) % account.parts(), 1)) {
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
        assertThat(left.whole("b", 0)).isEqualTo(1_000_003 - taken.get() - written.get());
    }
}
