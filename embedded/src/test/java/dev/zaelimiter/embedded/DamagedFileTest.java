package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.embedded.StoreFileReport.State;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is not whole never opens as if it were, and is left as it is. */
@Tag("same-on-every-jdk")
class DamagedFileTest {

    private static final int ITEMS = 300;
    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private byte[] whole;
    private byte[] killed;

    @BeforeEach
    void writeFile() throws IOException {
        try (FileStore store = open()) {
            for (int i = 0; i < ITEMS; i++) {
                store.write(Write.of(INCREMENT, Key.of("entity-" + i, "#BUCKET")))
                        .join();
            }
            killed = Files.readAllBytes(file());
        }
        whole = Files.readAllBytes(file());
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private FileStore open() {
        return FileStore.open(file(), Durability.PROCESS_CRASH, clock);
    }

    /** The bytes must be refused, for the reason, and be the same afterwards. */
    private void assertRefused(byte[] bytes, Reason reason, String what) throws IOException {
        Files.write(file(), bytes);
        Set<Path> beforehand = names();

        StoreFileException refusal = catchThrowableOfType(StoreFileException.class, () -> open().close());

        assertThat(refusal).as(what).isNotNull();
        assertThat(refusal.reason()).as(what).isEqualTo(reason);
        assertThat(refusal).as(what).hasMessageContaining("limits.zae").hasMessageContaining("left as it is");
        assertThat(Files.readAllBytes(file())).as(what).isEqualTo(bytes);
        assertThat(names()).as(what).isEqualTo(beforehand);
        assertThat(StoreFile.check(file()).state())
                .as(what)
                .isEqualTo(reason == Reason.FOREIGN ? State.FOREIGN : State.DAMAGED);
    }

    private Set<Path> names() throws IOException {
        try (Stream<Path> names = Files.list(directory)) {
            return new HashSet<>(names.toList());
        }
    }

    /** Twenty places from the first byte to the last, evenly. */
    private static List<Integer> places(int length) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            places.add((int) ((long) (length - 1) * i / 19));
        }
        return places;
    }

    @Test
    void open_anyByteFlipped_isRefused() throws IOException {
        for (byte[] original : List.of(whole, killed)) {
            for (int place : places(original.length)) {
                for (int flip : new int[] {0x01, 0x80, 0xFF}) {
                    byte[] bytes = original.clone();
                    bytes[place] ^= (byte) flip;
                    assertRefused(bytes, Reason.DAMAGED, "byte " + place + " flipped by " + flip);
                }
            }
        }
    }

    @Test
    void open_eachByteOfTheHeadFlipped_isRefused() throws IOException {
        for (int place = 0; place < 512; place++) {
            byte[] bytes = whole.clone();
            bytes[place] ^= 0x10;
            assertRefused(bytes, Reason.DAMAGED, "byte " + place + " of the head flipped");
        }
    }

    @Test
    void open_blockOfZerosOrOfNoise_isRefused() throws IOException {
        for (int place : places(whole.length)) {
            for (int size : new int[] {16, 512, 4096}) {
                int from = Math.max(0, Math.min(place, whole.length - size));
                byte[] zeros = whole.clone();
                Arrays.fill(zeros, from, from + size, (byte) 0);
                assertRefused(zeros, Reason.DAMAGED, size + " zeros at " + from);
                byte[] noise = whole.clone();
                for (int i = from; i < from + size; i++) {
                    noise[i] = (byte) (i * 31 + 7);
                }
                assertRefused(noise, Reason.DAMAGED, size + " bytes of noise at " + from);
            }
        }
    }

    @Test
    void open_cutShort_isRefused() throws IOException {
        for (byte[] original : List.of(whole, killed)) {
            for (int place : places(original.length)) {
                byte[] bytes = Arrays.copyOf(original, place);
                // What is left of the first bytes says nothing of what it was.
                Reason reason = place < 16 ? Reason.FOREIGN : Reason.DAMAGED;
                assertRefused(bytes, reason, "cut to " + place + " bytes");
            }
        }
    }

    @Test
    void open_cutAtTheEndOfAnyBatch_isRefused() throws IOException {
        for (int at = 512; at < whole.length; at++) {
            if (startsBatch(at)) {
                assertRefused(Arrays.copyOf(whole, at), Reason.DAMAGED, "cut before the batch at " + at);
            }
        }
    }

    @Test
    void open_somethingAppended_isRefused() throws IOException {
        for (byte[] original : List.of(whole, killed)) {
            for (byte[] more : List.of(
                    new byte[1],
                    new byte[4096],
                    "x".getBytes(StandardCharsets.US_ASCII),
                    "zaebatch or so".getBytes(StandardCharsets.US_ASCII),
                    Arrays.copyOfRange(whole, 512, whole.length),
                    whole)) {
                byte[] bytes = Arrays.copyOf(original, original.length + more.length);
                System.arraycopy(more, 0, bytes, original.length, more.length);
                assertRefused(bytes, Reason.DAMAGED, more.length + " bytes appended");
            }
        }
    }

    @Test
    void open_batchLeftOutOrTwice_isRefused() throws IOException {
        int first = 512;
        int second = nextBatch(first);
        byte[] without = new byte[whole.length - (second - first)];
        System.arraycopy(whole, 0, without, 0, first);
        System.arraycopy(whole, second, without, first, whole.length - second);
        assertRefused(without, Reason.DAMAGED, "the first batch left out");

        byte[] twice = new byte[whole.length + (second - first)];
        System.arraycopy(whole, 0, twice, 0, second);
        System.arraycopy(whole, first, twice, second, whole.length - first);
        assertRefused(twice, Reason.DAMAGED, "the first batch twice");
    }

    @Test
    void open_tailOfAnotherStoreFile_isRefused() throws IOException {
        byte[] mine = whole;
        Files.delete(file());
        writeFile();
        int middle = nextBatch(whole.length / 2);
        byte[] mixed = whole.clone();
        System.arraycopy(mine, middle, mixed, middle, Math.min(mine.length, whole.length) - middle);
        assertRefused(mixed, Reason.DAMAGED, "the second half of another file");
    }

    @Test
    void open_whatIsNoStoreFile_isForeign() throws IOException {
        byte[] sqlite = new byte[8192];
        System.arraycopy("SQLite format 3\0".getBytes(StandardCharsets.US_ASCII), 0, sqlite, 0, 16);
        byte[] mvstore = new byte[12288];
        byte[] header = "H:2,block:2,blockSize:1000,chunk:1,created:1,format:3\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(header, 0, mvstore, 0, header.length);
        for (byte[] bytes : List.of(
                new byte[0],
                new byte[1],
                new byte[100_000],
                "key,tokens\nme,100\n".getBytes(StandardCharsets.US_ASCII),
                "x".repeat(100_000).getBytes(StandardCharsets.US_ASCII),
                sqlite,
                mvstore)) {
            assertRefused(bytes, Reason.FOREIGN, "foreign file of " + bytes.length + " bytes");
        }
    }

    @Test
    void open_killedInTheMiddleOfAWrite_goesOnWithoutIt() throws IOException {
        byte[] later;
        Files.write(file(), killed);
        try (FileStore store = open()) {
            store.write(Write.of(INCREMENT, Key.of("last", "#BUCKET"))).join();
            later = Files.readAllBytes(file());
        }
        // The mark of before, and more and more of the batch that came after it.
        for (int length = killed.length; length <= later.length; length++) {
            byte[] bytes = Arrays.copyOf(later, length);
            System.arraycopy(killed, 0, bytes, 0, killed.length);
            Files.write(file(), bytes);
            assertThat(StoreFile.check(file()).state()).isEqualTo(State.WHOLE);

            int expected = length == later.length ? ITEMS + 1 : ITEMS;
            try (FileStore again = open()) {
                assertThat(again.size()).isEqualTo(expected);
                again.write(Write.of(INCREMENT, Key.of("more", "#BUCKET"))).join();
            }
            assertThat(StoreFile.check(file()).items()).isEqualTo(expected + 1);
        }
    }

    @Test
    void read_damagedInOnePlace_givesTheOthers() throws IOException {
        byte[] bytes = whole.clone();
        Arrays.fill(bytes, whole.length / 2, whole.length / 2 + 10, (byte) 0);
        Files.write(file(), bytes);
        List<Item> items = new ArrayList<>();

        StoreFileReport report = StoreFile.read(file(), items::add);

        assertThat(report.state()).isEqualTo(State.DAMAGED);
        assertThat(items).hasSizeBetween(ITEMS - 2, ITEMS - 1).hasSize((int) report.items());
        assertThat(report.unreadable()).isBetween(10L, 1000L);
    }

    @Test
    void copy_damagedHead_opensAgainWithAllItems() throws IOException {
        byte[] bytes = whole.clone();
        Arrays.fill(bytes, 0, 100, (byte) 0);
        Files.write(file(), bytes);
        Path target = directory.resolve("saved.zae");

        assertThat(StoreFile.copy(file(), target).items()).isEqualTo(ITEMS);

        try (FileStore store = FileStore.open(target, Durability.PROCESS_CRASH, clock)) {
            assertThat(store.size()).isEqualTo(ITEMS);
        }
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
        StoreFileException refusal =
                catchThrowableOfType(StoreFileException.class, () -> StoreFile.copy(file(), target));
        assertThat(refusal).hasMessageContaining("is there already");
    }

    private int nextBatch(int after) {
        for (int at = after + 1; at < whole.length; at++) {
            if (startsBatch(at)) {
                return at;
            }
        }
        throw new AssertionError("no batch after " + after);
    }

    private boolean startsBatch(int at) {
        byte[] magic = "zaebatch".getBytes(StandardCharsets.US_ASCII);
        return at + magic.length <= whole.length && Arrays.equals(whole, at, at + magic.length, magic, 0, magic.length);
    }
}
