package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.AttributeValue.Decimal;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What this store promises beyond the contract: complete futures, index reads, and its answers to odd calls. */
class InMemoryStoreTest {

    private static final WriteShape PUT = WriteShape.put(null);

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);

    @AfterEach
    void close() {
        store.close();
    }

    private static Key key(int number) {
        return Key.of("p", "%06d".formatted(number));
    }

    private static Write add(Key key, String attribute, AttributeValue amount) {
        Action action = new Action(Verb.ADD, attribute, new Operand.Constant(amount));
        return Write.of(WriteShape.update(null, List.of(action)), key);
    }

    private static Write increment(Key key) {
        return add(key, "n", AttributeValue.of(1));
    }

    private Item written(Write write) {
        return ((WriteResult.Written) store.write(write).join()).after();
    }

    private static void assertMisuse(CompletableFuture<?> future) {
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.Misuse.class);
    }

    /** Bug: the search for what has expired, a step with each creation, closed every account it passed. */
    @Test
    void account_whileOthersAreCreated_staysOpen() {
        Item item = written(Write.put(
                PUT, Item.builder(key(0)).put("b", 9).put("c", 0).put("w", 0).build()));
        Account account =
                Objects.requireNonNull(store.account(item, new Account.Attributes(List.of("b"), List.of("c"), "w"), 1));

        for (int i = 1; i < 200; i++) {
            written(increment(key(i)));
        }

        assertThat(account.balances()).containsExactly(9);
    }

    @Test
    void call_any_isCompleteAtOnce() {
        Item item = Item.builder(key(1)).put("n", 1).build();

        assertThat(store.write(Write.put(PUT, item)).isDone()).isTrue();
        assertThat(store.get(item.key()).isDone()).isTrue();
        assertThat(store.batchGet(List.of(item.key())).isDone()).isTrue();
        assertThat(store.query(Query.of(Index.TABLE, "p")).isDone()).isTrue();
        assertThat(store.transact(List.of(increment(key(2)), increment(key(3))), "t")
                        .isDone())
                .isTrue();
        assertThat(store.get(Key.of("", "")).isDone()).isTrue();
    }

    @Test
    void write_warmUpdateOfWholes_keepsTheLayout() {
        Item first = written(increment(key(1)));
        Item second = written(increment(key(1)));

        assertThat(second.layout()).isSameAs(first.layout());
    }

    @Test
    void write_putOfTheStoredInstance_isNoChange() {
        Item item = written(increment(key(1)));
        try (ChangeFeed feed = store.changes()) {
            assertThat(written(Write.put(PUT, item))).isSameAs(item);
            assertThat(feed.poll(1).join()).isEmpty();
        }
    }

    @Test
    void query_index_givesWholeItems() {
        Item item = Item.builder(key(1))
                .put("GSI1PK", "parent")
                .put("GSI1SK", "child")
                .put("n", 1)
                .build();
        written(Write.put(PUT, item));

        assertThat(store.query(Query.of(Index.GSI1, "parent")).join().items()).containsExactly(item);
    }

    @Test
    void query_tokenOfAnotherQuery_isMisuse() {
        written(increment(key(1)));
        written(increment(key(2)));
        Query query = Query.of(Index.TABLE, "p").limit(1);
        String token = store.query(query).join().next();

        assertThat(token).isNotNull();
        assertMisuse(store.query(Query.of(Index.TABLE, "q").after(token)));
        assertMisuse(store.query(Query.of(Index.GSI1, "p").after(token)));
        assertMisuse(store.query(query.sortPrefix("1").after(token)));
        for (int length = 0; length < token.length() - key(1).sk().length(); length++) {
            assertMisuse(store.query(query.after(token.substring(0, length))));
        }
    }

    @Test
    void query_lastPageThatIsFull_hasNoToken() {
        written(increment(key(1)));
        written(increment(key(2)));

        assertThat(store.query(Query.of(Index.TABLE, "p").limit(2)).join().next())
                .isNull();
    }

    @Test
    void batchGet_duplicates_isMisuse() {
        assertMisuse(store.batchGet(List.of(key(1), key(1))));
    }

    @Test
    void write_missingValue_isMisuse() {
        Action set = new Action(Verb.SET, "x", new Operand.ValueSlot(0));
        WriteShape shape = WriteShape.update(null, List.of(set));

        assertMisuse(store.write(Write.of(shape, key(1), new long[0], (AttributeValue) null)));
        assertMisuse(store.write(Write.of(WriteShape.update(null, List.of(new Action(Verb.SET, "x", null))), key(1))));
        assertThat(store.get(key(1)).join()).isNull();
    }

    @Test
    void write_conditionThatCouldNeverBeValid_isMisuse() {
        for (Condition condition : List.of(
                new Condition.And(List.of()),
                new Condition.Not(new Condition.Or(List.of())),
                new Condition.BeginsWith("x", new Operand.Constant(AttributeValue.of(1))),
                new Condition.Compare("x", Condition.Op.LT, new Operand.Constant(AttributeValue.of(true))))) {
            assertMisuse(store.write(Write.of(WriteShape.delete(condition), key(1))));
        }
    }

    @Test
    void write_emptySetOrNumberOutOfBounds_isMisuse() {
        for (AttributeValue value : List.of(
                new AttributeValue.TextSet(Set.of()),
                new Decimal("1e200"),
                new Decimal("1." + "3".repeat(38)),
                new Decimal("not a number"),
                new Decimal("9".repeat(1000)),
                new AttributeValue.Sequence(List.of(new Decimal(""))))) {
            assertMisuse(store.write(
                    Write.put(PUT, Item.builder(key(1)).put("x", value).build())));
        }
    }

    @Test
    void add_decimalBeyondItsBounds_isMisuse() {
        written(add(key(1), "x", new Decimal("9e125")));

        assertMisuse(store.write(add(key(1), "x", new Decimal("9e125"))));
        assertMisuse(store.write(add(key(1), "x", new Decimal("0.1"))));
        assertThat(store.get(key(1)).join().get("x")).isEqualTo(new Decimal("9e125"));
    }

    @Test
    void equal_nestedNumbers_goesByValue() {
        AttributeValue stored = new AttributeValue.Sequence(List.of(new Decimal("1.50"), AttributeValue.of(2)));
        AttributeValue asked = new AttributeValue.Sequence(List.of(new Decimal("1.5"), new Decimal("2.0")));
        written(Write.put(PUT, Item.builder(key(1)).put("x", stored).build()));

        WriteShape shape = WriteShape.delete(Condition.equal("x", asked));
        assertThat(store.write(Write.of(shape, key(1))).join()).isInstanceOf(WriteResult.Written.class);
    }

    @Test
    void transact_sumOutsideLongAndConditionThatFails_isRefused() {
        written(add(key(1), "n", AttributeValue.of(Long.MAX_VALUE)));
        Write check = Write.of(WriteShape.check(Condition.itemExists()), key(2));

        assertThat(store.transact(List.of(increment(key(1)), check), "a").join())
                .isInstanceOf(TransactionResult.Refused.class);
        assertThat(store.transact(List.of(check, increment(key(1))), "b").join())
                .isInstanceOf(TransactionResult.Refused.class);
    }

    @Test
    void ttl_wallClockRunsBack_itemThatNobodyMetIsAliveAgain() {
        long ttl = clock.wallMillis() / 1000 + 10;
        Item item = Item.builder(key(1)).put("ttl", ttl).build();
        written(Write.put(PUT, item));
        clock.shiftWall(Duration.ofSeconds(11));
        clock.shiftWall(Duration.ofSeconds(-11));

        assertThat(store.get(key(1)).join()).isEqualTo(item);
    }

    @Test
    void poll_lessThanOneOrClosed_isMisuse() {
        ChangeFeed feed = store.changes();
        assertMisuse(feed.poll(0));
        feed.close();
        feed.close();
        assertMisuse(feed.poll(1));
    }

    @Test
    void close_store_givesItsMemoryBack() {
        written(increment(key(1)));

        store.close();

        assertThat(store.size()).isZero();
        assertThat(store.indexSize(Index.TABLE)).isZero();
    }
}
