package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is changed in place on a file, and what a kill finds of it. */
class FileAccountsTest {

    private static final Key KEY = Key.of("entity", "#BUCKET");

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private Path copy() {
        return directory.resolve("copy.zae");
    }

    private FileStore open(Path path) {
        return FileStore.open(path, Durability.PROCESS_CRASH, clock);
    }

    private Item afterKill() throws IOException {
        return afterKill(KEY);
    }

    private Item afterKill(Key key) throws IOException {
        InPlaceFiles.kill(file(), copy());
        assertThat(StoreFile.check(copy()).problem()).isNull();
        List<Item> read = new ArrayList<>();
        StoreFile.read(copy(), read::add);
        Item first;
        try (FileStore store = open(copy())) {
            first = InPlaceFiles.get(store, key);
        }
        assertThat(read).as("what is read without opening").contains(first);
        try (FileStore store = open(copy())) {
            assertThat(InPlaceFiles.get(store, key)).as("opened once more").isEqualTo(first);
        }
        return first;
    }

    private int version(Path path) throws IOException {
        return Files.readAllBytes(path)[19];
    }

    @Test
    void kill_whileOpen_losesNothingThatWasAcknowledged() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 77);
            assertThat(InPlaceFiles.take(account, 10, 3)).isTrue();
            assertThat(InPlaceFiles.take(account, -4, 0)).isTrue();

            Item left = afterKill();

            InPlaceFiles.assertTaken(left, 6, 3);
            assertThat(left.whole("w", 0)).isEqualTo(77);
            assertThat(account.balances()).as("copying has closed nothing").isNotNull();
        }
        assertThat(Files.exists(InPlaceFiles.sums(file())))
                .as("sums after an orderly end")
                .isFalse();
        assertThat(version(file())).isEqualTo(2);
    }

    @Test
    void kill_whileDivided_addsAllParts() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 77);
            assertThat(InPlaceFiles.take(account, 1, 0)).isTrue();
            long[] seen = account.balances();
            assertThat(account.divide(seen, new long[] {1000, 10}, account.parts()))
                    .isTrue();
            for (int part = 0; part < account.parts(); part++) {
                long[] its = account.part(part);
                assertThat(account.exchange(part, its, new long[] {its[0] - 2, its[1] - 1}))
                        .isTrue();
            }

            InPlaceFiles.assertTaken(afterKill(), 1 + 2L * account.parts(), account.parts());
            assertThat(account.exchange(account.parts(), seen, seen)).isFalse();
            assertThat(account.exchange(-1, seen, seen)).isFalse();
        }
    }

    @Test
    void kill_afterTheItemWasWritten_addsNothingTwice() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 77);
            assertThat(InPlaceFiles.take(account, 10, 0)).isTrue();
            InPlaceFiles.addOne(store, KEY);

            Item left = afterKill();

            assertThat(left.whole("b", 0)).isEqualTo(InPlaceFiles.FULL - 10 + 1);
            assertThat(left.whole("c", 0)).isEqualTo(10);
        }
    }

    /** A kill after the change was logged, and before its row was given on; or a copy that was made meanwhile. */
    @Test
    void kill_whileTheRowOfWhatIsLoggedStillCounts_addsNothingTwice() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            Key gone = Key.of("gone", "#BUCKET");
            InPlaceFiles.put(store, gone);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 3))
                    .isTrue();
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, gone, 78), 1, 1))
                    .isTrue();
            Files.copy(InPlaceFiles.sums(file()), InPlaceFiles.sums(copy()));
            InPlaceFiles.get(store, KEY);
            store.write(Write.of(WriteShape.delete(null), gone)).join();
            Files.copy(file(), copy());
        }
        assertThat(StoreFile.check(copy()).problem()).isNull();
        try (FileStore store = open(copy())) {
            InPlaceFiles.assertTaken(InPlaceFiles.get(store, KEY), 10, 3);
            assertThat(store.get(Key.of("gone", "#BUCKET")).join()).isNull();
        }
    }

    /** What was replaced keeps another name, by which it may be opened one day. */
    @Test
    void link_toAFileThatWasReplaced_isWholeWithoutSums() throws IOException {
        Path link = directory.resolve("link.zae");
        try (FileStore store = new FileOpening(file(), Durability.PROCESS_CRASH, clock, 1024).open()) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 3))
                    .isTrue();
            Files.createLink(link, file());
            for (int i = 0; i < 500 && store.statistics().rewrites() == 0; i++) {
                InPlaceFiles.put(store, Key.of("filler", "#BUCKET"));
            }
            assertThat(store.statistics().rewrites()).isPositive();
        }
        assertThat(version(link)).isEqualTo(2);
        try (FileStore store = open(link)) {
            InPlaceFiles.assertTaken(InPlaceFiles.get(store, KEY), 10, 3);
        }
    }

    /** It is not in the file yet that what would be the base of another account was left. */
    @Test
    void account_ofWhatAnotherHasJustLeft_isWithheldUntilThatIsInTheFile() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 77);
            assertThat(InPlaceFiles.take(account, 10, 0)).isTrue();
            Item left = account.close();

            assertThat(store.account(left, InPlaceFiles.ATTRIBUTES, 78)).isNull();

            InPlaceFiles.assertTaken(afterKill(), 10, 0);
            Account next = InPlaceFiles.account(store, KEY, 78);
            assertThat(InPlaceFiles.take(next, 1, 1)).isTrue();
            InPlaceFiles.assertTaken(afterKill(), 11, 1);
        }
    }

    @Test
    void open_forPowerLoss_addsWhatWasLeftAndHasNoAccounts() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 0))
                    .isTrue();
            InPlaceFiles.kill(file(), copy());
        }
        try (FileStore store = FileStore.open(copy(), Durability.POWER_LOSS, clock)) {
            Item item = InPlaceFiles.get(store, KEY);
            InPlaceFiles.assertTaken(item, 10, 0);
            assertThat(store.account(item, InPlaceFiles.ATTRIBUTES, 1)).isNull();
            assertThat(store.account(InPlaceFiles.get(store, KEY), InPlaceFiles.ATTRIBUTES, 1))
                    .isNull();
            assertThat(Files.exists(InPlaceFiles.sums(copy()))).isFalse();
        }
    }

    @Test
    void version_saysWhetherSumsCount() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(version(file())).isEqualTo(2);
            InPlaceFiles.account(store, KEY, 77);
            assertThat(version(file())).isEqualTo(4);
            store.follow("reader").join().close();
            assertThat(version(file())).isEqualTo(5);
            InPlaceFiles.kill(file(), copy());
        }
        assertThat(version(file())).isEqualTo(3);
        try (FileStore store = open(copy())) {
            assertThat(version(copy())).isEqualTo(3);
            InPlaceFiles.assertTaken(InPlaceFiles.get(store, KEY), 0, 0);
        }
    }

    /** What was taken before somebody follows the changes is none of them, and what is taken then is. */
    @Test
    void follow_whileOpen_closesBeforeItBegins() {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 77);
            assertThat(InPlaceFiles.take(account, 10, 0)).isTrue();
            LastingFeed feed = store.follow("reader").join();

            assertThat(account.balances()).isNull();
            Item now = InPlaceFiles.get(store, KEY);
            assertThat(store.account(now, InPlaceFiles.ATTRIBUTES, 78)).isNull();
            InPlaceFiles.addOne(store, KEY);
            assertThat(feed.poll(10).join()).singleElement().satisfies(change -> {
                InPlaceFiles.assertTaken(change.before(), 10, 0);
                assertThat(change.after().whole("b", 0)).isEqualTo(InPlaceFiles.FULL - 9);
            });
            feed.close();
            assertThat(InPlaceFiles.account(store, KEY, 79)).isNotNull();
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> store.follow("").join());
            assertThat(InPlaceFiles.account(store, KEY, 80))
                    .as("after one that failed")
                    .isNotNull();
        }
    }

    @Test
    void feed_opened_hearsOfNothingFromBefore() {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 0))
                    .isTrue();
            try (ChangeFeed feed = store.changes()) {
                InPlaceFiles.addOne(store, KEY);
                assertThat(feed.poll(10).join())
                        .singleElement()
                        .satisfies(change -> InPlaceFiles.assertTaken(change.before(), 10, 0));
            }
        }
    }

    /** A thread may be stopped between its exchange and its sums for as long as it likes. */
    @Test
    void row_inWhichAThreadStillIs_isNobodyElses() throws IOException {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            FileAccount stopped = (FileAccount) InPlaceFiles.account(store, KEY, 77);
            stopped.row().enter(3);
            InPlaceFiles.addOne(store, KEY);
            Set<Integer> used = rowsUsed(store, 1100);
            assertThat(used).doesNotContain(stopped.row().index()).hasSizeGreaterThan(500);

            stopped.row().add(3, new long[] {0, 0}, new long[] {500_000, 0});
            stopped.row().leave(3);
            assertThat(afterKill().whole("b", 0)).isEqualTo(InPlaceFiles.FULL + 1);
            assertThat(rowsUsed(store, 1100)).contains(stopped.row().index());
            InPlaceFiles.assertTaken(afterKill(Key.of("other-7", "#BUCKET")), 2, 0);
        }
    }

    /** Each is left open: when there is no row left, those that were opened first have to go. */
    private static Set<Integer> rowsUsed(FileStore store, int accounts) {
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < accounts; i++) {
            Key key = Key.of("other-" + i, "#BUCKET");
            if (store.get(key).join() == null) {
                InPlaceFiles.put(store, key);
            }
            FileAccount account = (FileAccount) InPlaceFiles.account(store, key, i);
            assertThat(InPlaceFiles.take(account, 1, 0)).isTrue();
            used.add(account.row().index());
        }
        return used;
    }

    @Test
    void account_ofMoreNumbersOrALongerKeyThanARowHolds_isNone() {
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            InPlaceFiles.account(store, KEY, 77);
            Key key = Key.of("e".repeat(600), "#BUCKET");
            Item item = InPlaceFiles.put(store, key);
            assertThat(store.account(item, InPlaceFiles.ATTRIBUTES, 1)).isNull();
            List<String> eight = List.of("b", "c", "d", "e", "b", "c", "d", "e");
            Item now = InPlaceFiles.get(store, KEY);
            assertThat(store.account(now, new Account.Attributes(eight, eight, "w"), 1))
                    .isNull();
        }
    }

    /** Something of somebody else's is in the place of the sums. */
    @Test
    void account_whereSumsCantBeMade_isNone() throws IOException {
        Files.writeString(InPlaceFiles.sums(file()), "my own notes");
        try (FileStore store = open(file())) {
            Item item = InPlaceFiles.put(store, KEY);
            for (int i = 0; i < 3; i++) {
                assertThat(store.account(item, InPlaceFiles.ATTRIBUTES, 1)).isNull();
                item = InPlaceFiles.get(store, KEY);
            }
            InPlaceFiles.addOne(store, KEY);
            assertThat(version(file())).isEqualTo(2);
        }
        assertThat(InPlaceFiles.sums(file())).hasContent("my own notes");
    }

    @Test
    void exchange_afterTheStoreWasClosedBeforeAllWasWritten_isNotAcknowledged() {
        try (FileStore store = open(file())) {
            Item item = InPlaceFiles.put(store, KEY);
            FileAccounts accounts = new FileAccounts(clock, null, () -> true);
            accounts.abandon();
            assertThatIllegalStateException().isThrownBy(accounts::isKept);
            assertThat(item).isNotNull();
        }
    }
}
