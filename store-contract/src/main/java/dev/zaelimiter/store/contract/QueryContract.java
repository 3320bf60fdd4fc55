package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queries of the table. They don't lag: the port says so of indexes alone. */
abstract class QueryContract extends ContractGroup {

    /** More than two pages of the greatest size. */
    private static final int MANY = 2_500;

    /** Any store takes so many writes at the same time; more would only test how long each waits for its turn. */
    private static final int AT_ONCE = 50;

    private Query all() {
        return Query.of(Index.TABLE, unique("partition"));
    }

    private Key at(String sort) {
        return Key.of(unique("partition"), sort);
    }

    private void fill(List<String> sorts) {
        Deque<CompletableFuture<WriteResult>> underWay = new ArrayDeque<>();
        for (int i = 0; i < sorts.size(); i++) {
            if (underWay.size() == AT_ONCE) {
                await(underWay.removeFirst());
            }
            underWay.addLast(store().write(Shapes.put(
                    Item.builder(at(sorts.get(i))).put("n", i).build())));
        }
        underWay.forEach(this::await);
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "%05d".formatted(i)).toList();
    }

    private static List<String> sorts(List<Item> items) {
        return items.stream().map(item -> item.key().sk()).toList();
    }

    @Test
    void query_emptyPartition_isEmptyLastPage() {
        Page page = await(store().query(all()));

        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isNull();
    }

    @Test
    void query_partition_hasItsItemsAndNoOthers() {
        fill(List.of("a", "b"));
        put(Item.builder(Key.of(unique("partition") + "2", "a")).build());
        put(Item.builder(Key.of(unique("partitio"), "a")).build());

        assertThat(sorts(allPages(all()))).containsExactly("a", "b");
    }

    @Test
    void query_items_areWhole() {
        Item item = put(SampleValues.item(at("full"), subject()));

        assertThat(allPages(all())).containsExactly(item);
    }

    @Test
    void query_items_areInOrderOfUtf8Bytes() {
        List<String> ascending = List.of("A", "a", "a#1", "a1", "b", "é", "\uFFFD", "\uD83D\uDE00");
        List<String> shuffled = new ArrayList<>(ascending);
        Collections.reverse(shuffled);
        fill(shuffled);

        assertThat(sorts(allPages(all()))).isEqualTo(ascending);
        assertThat(sorts(allPages(all().descending()))).isEqualTo(shuffled);
        assertThat(sorts(allPages(all().limit(1)))).isEqualTo(ascending);
        assertThat(sorts(allPages(all().limit(3).descending()))).isEqualTo(shuffled);
    }

    @Test
    void query_sortPrefix_hasOnlyThoseThatBeginWithIt() {
        fill(List.of("a", "b", "b#", "b#1", "b#2", "b$", "ba", "c", "\uD83D\uDE00", "\uD83D\uDE01"));

        assertThat(sorts(allPages(all().sortPrefix("b#")))).containsExactly("b#", "b#1", "b#2");
        assertThat(sorts(allPages(all().sortPrefix("b#").descending()))).containsExactly("b#2", "b#1", "b#");
        assertThat(sorts(allPages(all().sortPrefix("b")))).containsExactly("b", "b#", "b#1", "b#2", "b$", "ba");
        assertThat(sorts(allPages(all().sortPrefix("b").limit(2)))).hasSize(6);
        assertThat(sorts(allPages(all().sortPrefix("\uD83D\uDE00")))).containsExactly("\uD83D\uDE00");
        assertThat(allPages(all().sortPrefix("x"))).isEmpty();
    }

    @Test
    void query_afterEachAnsweredWrite_seesIt() {
        for (int i = 1; i <= 20; i++) {
            fill(List.of("%02d".formatted(i)));
            assertThat(allPages(all())).hasSize(i);
        }
        await(store().write(Shapes.delete(at("07"))));
        assertThat(sorts(allPages(all()))).hasSize(19).doesNotContain("07");
    }

    @Test
    void query_manyItems_arePagedWithoutGapOrRepetition() {
        List<String> sorts = numbered(MANY);
        fill(sorts);

        assertThat(sorts(allPages(all()))).isEqualTo(sorts);
        assertThat(sorts(allPages(all().limit(333)))).isEqualTo(sorts);

        List<String> descending = new ArrayList<>(sorts);
        Collections.reverse(descending);
        assertThat(sorts(allPages(all().descending().limit(999)))).isEqualTo(descending);
    }

    @Test
    void query_pageSizesAroundTheCount_endTogetherWithTheItems() {
        List<String> sorts = numbered(6);
        fill(sorts);

        for (int limit = 1; limit <= 8; limit++) {
            assertThat(sorts(allPages(all().limit(limit))))
                    .as("limit %d", limit)
                    .isEqualTo(sorts);
        }
    }

    @Test
    void query_goOnWithOtherLimit_startsWhereThePageEnded() {
        fill(numbered(10));
        Page first = await(store().query(all().limit(4)));

        Page second = await(store().query(all().limit(2).after(first.next())));

        assertThat(sorts(first.items())).containsExactly("00000", "00001", "00002", "00003");
        assertThat(sorts(second.items())).containsExactly("00004", "00005");
    }

    @Test
    void query_tokenUsedTwice_givesTheSamePage() {
        fill(numbered(10));
        Page first = await(store().query(all().limit(4)));

        Page second = await(store().query(all().limit(4).after(first.next())));
        Page again = await(store().query(all().limit(4).after(first.next())));

        assertThat(again.items()).isEqualTo(second.items());
    }

    @Test
    void query_itemsComeAndGoBetweenPages_othersAreNeitherLostNorRepeated() {
        fill(numbered(10));
        Page first = await(store().query(all().limit(4)));

        await(store().write(Shapes.delete(at("00003"))));
        await(store().write(Shapes.delete(at("00005"))));
        fill(List.of("00002b", "00004b"));

        List<String> rest = sorts(allPages(all().limit(4).after(first.next())));
        assertThat(rest).containsExactly("00004", "00004b", "00006", "00007", "00008", "00009");
    }

    @Test
    void query_emptyPartitionKey_isMisuse() {
        assertMisuse(store().query(Query.of(Index.TABLE, "")));
    }

    @Test
    void query_inventedToken_failsWithStoreException() {
        fill(List.of("a"));

        failure(store().query(all().after("invented")));
    }
}
