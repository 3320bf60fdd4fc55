package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The indexes of a file that was opened again: filled at the first query, while others write. */
@Tag("threads")
class BackfillTest {

    private static final int ITEMS = 3_000;
    private static final WriteShape PUT = WriteShape.put(null);
    private static final WriteShape DELETE = WriteShape.delete(Condition.itemExists());

    @TempDir
    private Path directory;

    private FileStore open(long slack) {
        return new FileOpening(directory.resolve("limits.zae"), Durability.PROCESS_CRASH, Environment.system(), slack)
                .open();
    }

    private FileStore open() {
        return open(JournalFile.USUAL_SLACK);
    }

    private static Item at(Key key, int place) {
        return Item.builder(key)
                .put("GSI1PK", "partition " + place % 3)
                .put("GSI1SK", "place " + place)
                .build();
    }

    private static Key key(int number) {
        return Key.of("p", "item " + number);
    }

    private void fill() {
        try (FileStore store = open()) {
            for (int i = 0; i < ITEMS; i++) {
                store.write(Write.put(PUT, at(key(i), i)));
            }
        }
    }

    private static List<Item> all(FileStore store, Index index, String partition) {
        List<Item> items = new ArrayList<>();
        Query query = Query.of(index, partition).limit(100);
        Page page;
        do {
            page = store.query(query).join();
            items.addAll(page.items());
            query = query.after(page.next());
        } while (page.next() != null);
        return items;
    }

    private static void change(FileStore store, int worker) {
        Random random = new Random(worker);
        for (int i = worker; i < ITEMS; i += 2) {
            switch (random.nextInt(4)) {
                case 0 -> store.write(Write.put(PUT, at(key(i), i + ITEMS)));
                case 1 -> store.write(Write.of(DELETE, key(i)));
                case 2 -> {
                    store.write(Write.of(DELETE, key(i)));
                    store.write(Write.put(PUT, at(key(i), i)));
                }
                default -> {
                    store.write(Write.put(PUT, at(key(i), i + 1)));
                    store.write(Write.put(PUT, at(key(i), i)));
                }
            }
        }
    }

    @RepeatedTest(5)
    void query_firstOfAnIndexWhileOthersWrite_findsEveryItemOnceAtItsPlace() throws Exception {
        fill();
        try (FileStore store = open()) {
            CountDownLatch start = new CountDownLatch(1);
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                int worker = t;
                writers.add(CompletableFuture.runAsync(() -> {
                    awaitQuietly(start);
                    change(store, worker);
                }));
            }
            start.countDown();
            all(store, Index.GSI1, "partition 0");
            writers.forEach(CompletableFuture::join);

            TreeSet<String> expected = new TreeSet<>();
            for (int i = 0; i < ITEMS; i++) {
                Item item = store.get(key(i)).join();
                if (item != null) {
                    expected.add(placeOf(item));
                }
            }
            List<String> found = new ArrayList<>();
            for (int p = 0; p < 3; p++) {
                all(store, Index.GSI1, "partition " + p).forEach(item -> found.add(placeOf(item)));
            }
            assertThat(found).containsExactlyElementsOf(expected);
            assertThat(all(store, Index.TABLE, "p")).hasSize(expected.size());
        }
    }

    /** The line feed is before all else, as the end of a part is. */
    private static String placeOf(Item item) {
        return item.text("GSI1PK") + "\n" + item.text("GSI1SK") + "\n" + item.key();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void query_itemsOfOnePartition_areInOrderAfterOpening() {
        fill();
        try (FileStore store = open()) {
            List<Item> items = all(store, Index.TABLE, "p");
            assertThat(items)
                    .hasSize(ITEMS)
                    .isSortedAccordingTo((a, b) -> a.key().compareTo(b.key()));
        }
    }

    @Test
    void writtenAnew_byAStoreThatNeverAskedForTheTable_losesNothing() {
        fill();
        Key busy = Key.of("q", "busy");
        try (FileStore store = open(1024)) {
            for (int i = 0; store.statistics().rewrites() == 0; i++) {
                store.write(Write.put(PUT, at(busy, i))).join();
            }
        }

        assertThat(StoreFile.check(directory.resolve("limits.zae")).items()).isEqualTo(ITEMS + 1);
        try (FileStore store = open()) {
            assertThat(all(store, Index.TABLE, "p")).hasSize(ITEMS);
            assertThat(store.get(busy).join()).isNotNull();
        }
    }
}
