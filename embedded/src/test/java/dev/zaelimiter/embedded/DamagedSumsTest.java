package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums that are not as they were left are refused, or tell of fewer tokens than there were; never of more. */
@Tag("same-on-every-jdk")
class DamagedSumsTest {

    private static final Key KEY = Key.of("entity", "#BUCKET");
    private static final int HEAD = 4096;
    private static final int ROW = 2688;

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private byte[] log;
    private byte[] sums;

    @BeforeEach
    void takeAndKill() throws IOException {
        Path first = directory.resolve("first");
        try (FileStore store = FileStore.open(first, Durability.PROCESS_CRASH, clock)) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 77);
            assertThat(InPlaceFiles.take(account, 10, 3)).isTrue();
            assertThat(InPlaceFiles.take(account, -2, 0)).isTrue();
            log = Files.readAllBytes(first);
            sums = Files.readAllBytes(InPlaceFiles.sums(first));
        }
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private void lay(byte[] itsSums) throws IOException {
        Files.write(file(), log);
        Files.write(InPlaceFiles.sums(file()), itsSums);
    }

    private Item opened() {
        try (FileStore store = FileStore.open(file(), Durability.PROCESS_CRASH, clock)) {
            return InPlaceFiles.get(store, KEY);
        }
    }

    private void assertRefused(String what) throws IOException {
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(this::opened)
                .withMessageContaining("limits.zae.sums")
                .withMessageContaining(what)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DAMAGED));
        assertThat(Files.readAllBytes(file())).as("the file afterwards").isEqualTo(log);
        StoreFileReport report = StoreFile.check(file());
        assertThat(report.state()).isEqualTo(StoreFileReport.State.DAMAGED);
        assertThat(report.problem()).contains(what);
        assertThat(report.items()).isEqualTo(1);
    }

    @Test
    void open_withSums_addsThem() throws IOException {
        lay(sums);
        InPlaceFiles.assertTaken(opened(), 8, 3);
    }

    @Test
    void open_withoutSums_isRefused_andWhatIsThereCanBeSaved() throws IOException {
        Files.write(file(), log);
        assertRefused("is not there");

        Path saved = directory.resolve("saved");
        assertThat(StoreFile.copy(file(), saved).state()).isEqualTo(StoreFileReport.State.DAMAGED);
        List<Item> items = new ArrayList<>();
        StoreFile.read(saved, items::add);
        InPlaceFiles.assertTaken(items.get(0), 0, 0);
    }

    @Test
    void open_withSumsThatAreShortOrSomethingElse_isRefused() throws IOException {
        lay(Arrays.copyOf(sums, sums.length - 1));
        assertRefused("bytes or more");
        lay(Arrays.copyOf(sums, sums.length + 1));
        assertRefused("bytes or more");
        lay(new byte[0]);
        assertRefused("is something else");
        lay("my own notes, which are long enough".getBytes(StandardCharsets.US_ASCII));
        assertRefused("is something else");
    }

    @Test
    void open_withTheSumsOfAnotherFile_isRefused() throws IOException {
        Path second = directory.resolve("second");
        try (FileStore store = FileStore.open(second, Durability.PROCESS_CRASH, clock)) {
            InPlaceFiles.put(store, KEY);
            InPlaceFiles.account(store, KEY, 77);
            lay(Files.readAllBytes(InPlaceFiles.sums(second)));
        }
        assertRefused("belongs to another file");
    }

    /** A copy of the file that was made before that of the sums. */
    @Test
    void open_withSumsOfALaterMoment_isRefused() throws IOException {
        Path second = directory.resolve("second");
        Files.write(second, log);
        Files.write(InPlaceFiles.sums(second), sums);
        try (FileStore store = FileStore.open(second, Durability.PROCESS_CRASH, clock)) {
            InPlaceFiles.account(store, KEY, 78).close();
            log = Files.readAllBytes(second);
            for (int i = 0; i < 3; i++) {
                InPlaceFiles.addOne(store, KEY);
            }
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 79), 1, 0))
                    .isTrue();
            lay(Files.readAllBytes(InPlaceFiles.sums(second)));
        }
        assertRefused("later moment");
    }

    @Test
    void open_withAnyBitOfTheHeadOrTheRowChanged_isRefusedOrHasNoMoreThanWasLeft() throws IOException {
        int row = rowInUse();
        int[] refused = {0};
        for (int at = 0; at < 40; at++) {
            refused[0] += openedOrRefused(at);
        }
        for (int at = row; at < row + ROW; at++) {
            if (at % 61 == 0 || at < row + 100 || (at >= row + 512 && at < row + 512 + 128)) {
                refused[0] += openedOrRefused(at);
            }
        }
        assertThat(refused[0]).as("refused").isGreaterThan(130);
    }

    /** One if it is refused. */
    private int openedOrRefused(int at) throws IOException {
        for (int bit = 0; bit < 8; bit += 7) {
            byte[] changed = sums.clone();
            changed[at] ^= (byte) (1 << bit);
            lay(changed);
            try {
                Item item = opened();
                assertThat(item.whole("b", 0))
                        .as("b with byte %d changed", at)
                        .isLessThanOrEqualTo(InPlaceFiles.FULL - 8);
                assertThat(item.whole("d", 0))
                        .as("d with byte %d changed", at)
                        .isLessThanOrEqualTo(InPlaceFiles.FULL - 3);
            } catch (StoreFileException e) {
                assertThat(e.reason()).isEqualTo(Reason.DAMAGED);
                return 1;
            }
        }
        return 0;
    }

    private int rowInUse() {
        for (int at = HEAD; at < sums.length; at += ROW) {
            if (sums[at] != 0) {
                return at;
            }
        }
        throw new AssertionError("no row in use");
    }
}
