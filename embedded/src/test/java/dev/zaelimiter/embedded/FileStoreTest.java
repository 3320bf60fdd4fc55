package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file form adds to the contract: it comes back, it keeps others out, it stays small. */
@Tag("threads")
class FileStoreTest {

    private static final WriteShape PUT = WriteShape.put(null);
    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private FileStore open() {
        return FileStore.open(file(), Durability.PROCESS_CRASH, clock);
    }

    private FileStore openSmall(Environment environment) {
        return new FileOpening(file(), Durability.PROCESS_CRASH, environment, 64 * 1024).open();
    }

    private static Item everyKind(Key key) {
        return Item.builder(key)
                .put("whole", Long.MIN_VALUE)
                .put("decimal", new AttributeValue.Decimal("-1.50"))
                .put("latin", "é\u0000ÿ")
                .put("wide", "水 \ud83d\ude00 \ud800")
                .put("yes", true)
                .put("no", false)
                .put("null", AttributeValue.Null.NULL)
                .put("list", new AttributeValue.Sequence(List.of(AttributeValue.of(1), AttributeValue.of("x"))))
                .put(
                        "map",
                        new AttributeValue.Mapping(
                                Map.of("a", new AttributeValue.Mapping(Map.of("b", AttributeValue.of(-1))))))
                .put("set", new AttributeValue.TextSet(Set.of("a", "ł")))
                .put("opaque", new AttributeValue.Opaque("B", "bytes"))
                .put("GSI1PK", "index")
                .put("GSI1SK", "é")
                .build();
    }

    private static List<Write> increments() {
        return List.of(Write.of(INCREMENT, Key.of("p", "a")), Write.of(INCREMENT, Key.of("p", "b")));
    }

    private static long count(FileStore store, Key key) {
        Item item = store.get(key).join();
        return item == null ? 0 : item.whole("n", 0);
    }

    @Test
    void open_again_everythingIsBack() {
        Item item = everyKind(Key.of("é", "水"));
        try (FileStore store = open()) {
            store.write(Write.put(PUT, item)).join();
            store.write(Write.put(PUT, everyKind(Key.of("p", "gone")))).join();
            store.write(Write.of(WriteShape.delete(null), Key.of("p", "gone"))).join();
            store.transact(increments(), "token").join();
        }

        try (FileStore store = open()) {
            assertThat(store.get(item.key()).join()).isEqualTo(item);
            assertThat(store.get(Key.of("p", "gone")).join()).isNull();
            assertThat(store.query(Query.of(Index.GSI1, "index")).join().items())
                    .containsExactly(item);
            assertThat(store.query(Query.of(Index.TABLE, "p")).join().items()).hasSize(2);
            assertThat(store.size()).isEqualTo(3);
        }
    }

    @Test
    void transact_tokenOfAnEarlierLife_isAppliedOnce() {
        try (FileStore store = open()) {
            store.transact(increments(), "token").join();
        }
        clock.advance(Duration.ofMinutes(10));

        try (FileStore store = open()) {
            assertThat(store.transact(increments(), "token").join()).isInstanceOf(TransactionResult.Committed.class);
            assertThat(count(store, Key.of("p", "a"))).isEqualTo(1);
            assertThatThrownBy(store.transact(
                            List.of(increments().get(1), increments().get(0)), "token")::join)
                    .hasCauseInstanceOf(StoreException.Misuse.class);
        }
        clock.advance(Duration.ofMillis(1));
        try (FileStore store = open()) {
            store.transact(increments(), "token").join();
            assertThat(count(store, Key.of("p", "a"))).isEqualTo(2);
        }
    }

    @Test
    void open_itemThatExpiredMeanwhile_isGone() {
        Item item = Item.builder(Key.of("p", "s"))
                .put("ttl", clock.wallMillis() / 1000 + 10)
                .build();
        try (FileStore store = open()) {
            store.write(Write.put(PUT, item)).join();
        }
        clock.advance(Duration.ofSeconds(11));

        try (FileStore store = open();
                ChangeFeed feed = store.changes()) {
            assertThat(store.get(item.key()).join()).isNull();
            assertThat(feed.poll(10).join()).singleElement().satisfies(change -> {
                assertThat(change.expired()).isTrue();
                assertThat(change.before()).isEqualTo(item);
            });
        }
        assertThat(StoreFile.check(file()).items()).isZero();
    }

    @Test
    void open_secondTimeInThisProcess_isRefusedAndTheFirstWorksOn() throws IOException {
        try (FileStore store = open()) {
            store.write(increments().get(0)).join();
            byte[] before = Files.readAllBytes(file());

            assertThatExceptionOfType(StoreFileException.class)
                    .isThrownBy(this::open)
                    .withMessageContaining("is in use by this process")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.IN_USE));
            assertThat(Files.readAllBytes(file())).isEqualTo(before);

            store.write(increments().get(0)).join();
            assertThat(count(store, Key.of("p", "a"))).isEqualTo(2);
        }
        try (FileStore store = open()) {
            assertThat(count(store, Key.of("p", "a"))).isEqualTo(2);
        }
    }

    @Test
    void open_throughALink_isTheSameFile() throws IOException {
        open().close();
        Path link = Files.createSymbolicLink(directory.resolve("link"), file());
        try (FileStore store = FileStore.open(link, Durability.POWER_LOSS, clock)) {
            store.write(increments().get(0)).join();
            assertThatExceptionOfType(StoreFileException.class).isThrownBy(this::open);
        }
        assertThat(link).isSymbolicLink();
        assertThat(StoreFile.check(file()).items()).isEqualTo(1);
    }

    @Test
    void open_directoryThatIsNotThere_saysSo() {
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(() -> FileStore.open(directory.resolve("no/limits.zae"), Durability.PROCESS_CRASH, clock))
                .withMessageContaining("there is no directory")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INACCESSIBLE));
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(() -> FileStore.open(directory, Durability.PROCESS_CRASH, clock))
                .withMessageContaining("is no file");
    }

    @Test
    void write_manyTimes_fileStaysSmallAndWhole() throws IOException {
        try (FileStore store = openSmall(clock)) {
            Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
            for (int i = 0; i < 20_000; i++) {
                store.write(Write.of(INCREMENT, Key.of("p", "item " + i % 50))).join();
                assertThat(Files.size(file())).isLessThan(200 * 1024);
            }
            store.transact(increments(), "token").join();
        }
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(directory).isDirectoryNotContaining("glob:**.new");

        try (FileStore store = open()) {
            assertThat(store.size()).isEqualTo(52);
            assertThat(count(store, Key.of("p", "item 7"))).isEqualTo(400);
            store.transact(increments(), "token").join();
            assertThat(count(store, Key.of("p", "a"))).isEqualTo(1);
        }
    }

    @Test
    void write_manyThreadsWhileTheFileIsWrittenAnew_losesNothing() throws Exception {
        int threads = 4;
        int rounds = 5_000;
        try (FileStore store = openSmall(Environment.system())) {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                all.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < rounds; i++) {
                        Key key = Key.of("p", "item " + i % 500);
                        if (i % 10 == 0) {
                            Write other = Write.of(INCREMENT, Key.of("q", "item " + i % 500));
                            store.transact(List.of(Write.of(INCREMENT, key), other), thread + "-" + i);
                        } else {
                            store.write(Write.of(INCREMENT, key));
                        }
                    }
                }));
            }
            all.forEach(CompletableFuture::join);
            // Not waited for: closing writes all that was asked for.
        }

        try (FileStore store = open()) {
            long p = sum(store, "p");
            assertThat(p).isEqualTo((long) threads * rounds);
            assertThat(sum(store, "q")).isEqualTo(p / 10);
        }
    }

    private static long sum(FileStore store, String partition) {
        return store.query(Query.of(Index.TABLE, partition).limit(Query.MAX_LIMIT)).join().items().stream()
                .mapToLong(item -> item.whole("n", 0))
                .sum();
    }

    @Test
    void open_leftoverOfARewrite_isClearedAndSomebodyElsesFileIsNot() throws IOException {
        open().close();
        Path beside = directory.resolve("limits.zae.new");
        Files.copy(file(), beside);
        try (FileStore store = openSmall(clock)) {
            for (int i = 0; i < 2000; i++) {
                store.write(increments().get(0)).join();
            }
            assertThat(beside).doesNotExist();

            Files.writeString(beside, "a letter");
            for (int i = 0; i < 2000; i++) {
                store.write(increments().get(0)).join();
            }
        }
        assertThat(beside).hasContent("a letter");
        try (FileStore store = open()) {
            assertThat(count(store, Key.of("p", "a"))).isEqualTo(4000);
        }
    }

    @Test
    void write_valueThatNoFileCanHold_isMisuseAndNotApplied() {
        try (FileStore store = open()) {
            AttributeValue deep = AttributeValue.of(1);
            for (int i = 0; i < 200; i++) {
                deep = new AttributeValue.Sequence(List.of(deep));
            }
            Key key = Key.of("p", "s");
            for (AttributeValue value : List.of(deep, new AttributeValue.Opaque("B", new Object()))) {
                Item item = Item.builder(key).put("v", value).build();
                assertThatThrownBy(store.write(Write.put(PUT, item))::join)
                        .hasCauseInstanceOf(StoreException.Misuse.class);
                WriteShape set =
                        WriteShape.update(null, List.of(new Action(Verb.SET, "v", new Operand.Constant(value))));
                assertThatThrownBy(store.write(Write.of(set, key))::join)
                        .hasCauseInstanceOf(StoreException.Misuse.class);
                WriteShape fill = WriteShape.update(null, List.of(new Action(Verb.SET, "v", new Operand.ValueSlot(0))));
                assertThatThrownBy(store.write(Write.of(fill, key, new long[0], value))::join)
                        .hasCauseInstanceOf(StoreException.Misuse.class);
            }
            assertThat(store.get(key).join()).isNull();
        }
    }

    @Test
    void close_withinACallback_writesEverything() throws Exception {
        FileStore store = FileStore.open(file(), Durability.PROCESS_CRASH, Environment.system());
        CompletableFuture<Void> closed = store.write(increments().get(0)).thenAccept(answer -> {
            store.write(increments().get(1));
            store.close();
        });
        closed.get(30, java.util.concurrent.TimeUnit.SECONDS);

        try (FileStore again = open()) {
            assertThat(again.size()).isEqualTo(2);
        }
    }
}
