package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens of transactions: the same one is applied once. */
abstract class TokenContract extends ContractGroup {

    @Test
    void transact_sameTokenAndWrites_isAppliedOnce() {
        String token = token();
        for (int i = 0; i < 3; i++) {
            assertThat(await(store().transact(additions(2), token))).isInstanceOf(TransactionResult.Committed.class);
        }

        assertThat(present(key("addition-0")).whole("n", 0)).isEqualTo(1);
        assertThat(present(key("addition-1")).whole("n", 0)).isEqualTo(1);
    }

    @Test
    void transact_sameTokenAfterTheItemsChanged_isAnsweredAsTheFirstTime() {
        String token = token();
        Item item = Item.builder(key("created")).put("n", 1).build();
        List<Write> writes = List.of(Shapes.putIfAbsent(item), Shapes.adding(key("counter"), "n", 1));
        await(store().transact(writes, token));
        written(Shapes.adding(item.key(), "n", 1));

        assertThat(await(store().transact(writes, token))).isInstanceOf(TransactionResult.Committed.class);

        assertThat(present(item.key()).whole("n", 0)).isEqualTo(2);
        assertThat(present(key("counter")).whole("n", 0)).isEqualTo(1);
    }

    @Test
    void transact_refusedTokenAgain_isRefusedAgain() {
        String token = token();
        Item stored = put(Item.builder(key("stored")).put("n", 1).build());
        List<Write> writes = List.of(Shapes.putIfAbsent(stored), Shapes.adding(key("counter"), "n", 1));

        for (int i = 0; i < 2; i++) {
            TransactionResult result = await(store().transact(writes, token));
            assertThat(result).isInstanceOf(TransactionResult.Refused.class);
            assertThat(((TransactionResult.Refused) result).failures()).containsOnlyKeys(0);
        }

        assertThat(read(key("counter"))).isNull();
    }

    @Test
    void transact_otherTokenSameWrites_isAppliedAgain() {
        commit(additions(2).toArray(Write[]::new));
        commit(additions(2).toArray(Write[]::new));

        assertThat(present(key("addition-0")).whole("n", 0)).isEqualTo(2);
    }

    @Test
    void transact_tokenOfOtherWrites_appliesNothing() {
        String token = token();
        await(store().transact(additions(2), token));

        List<Write> others = List.of(Shapes.adding(key("x"), "n", 1), Shapes.adding(key("y"), "n", 1));
        failure(store().transact(others, token));

        assertThat(read(key("x"))).isNull();
        assertThat(read(key("y"))).isNull();
    }

    @Test
    void transact_tokenOfNoOrTooManyCharacters_isMisuse() {
        assertMisuse(store().transact(additions(2), ""));
        assertMisuse(store().transact(additions(2), "x" + token()));

        assertThat(read(key("addition-0"))).isNull();
        assertThat(read(key("addition-1"))).isNull();
    }

    @Test
    void transact_oneTokenByManyThreads_isAppliedOnce() {
        for (int round = 0; round < 20; round++) {
            List<Write> writes = additions(2);
            String token = token();

            Crowd.run(4, thread -> Crowd.insist(() -> store().transact(writes, token)));

            assertThat(present(key("addition-0")).whole("n", 0)).isEqualTo(round + 1);
        }
    }
}
