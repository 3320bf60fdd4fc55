package dev.zaelimiter.embedded.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch is in the file and the mark behind it is not: whatever was thrown, the next batch follows the last mark. */
class TornWriteTest {

    @TempDir
    private Path directory;

    /** Throws when it has written a batch. */
    private static final class Torn extends RandomAccessFile {
        private Runnable fault = () -> {};

        Torn(File file) throws IOException {
            super(file, "rw");
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            super.write(bytes, from, length);
            fault.run();
        }
    }

    private static BatchEncoder batch(String text) {
        BatchEncoder batch = new BatchEncoder();
        batch.put(Item.builder(Key.of("p", "s")).put("text", text).build());
        return batch;
    }

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, IllegalStateException.class, InternalError.class})
    @DisplayName("after an error the rest of a batch stayed behind a shorter one that was written in its place")
    void append_somethingIsThrownBeforeTheMark_leavesNothingBehindTheNextOne(Class<? extends Throwable> thrown)
            throws Exception {
        Path path = directory.resolve("limits.zae");
        JournalWriter.create(path, FileMode.PRIVATE, 7, 0, false).close();
        JournalScan made = JournalScanner.scan(path, new LateReadingTest.Kept());
        Torn file = new Torn(path.toFile());
        try (JournalWriter writer =
                JournalWriter.resume(new LockedFile(path, HeldFiles.identity(path), file), made, false)) {
            Throwable fault = thrown.getDeclaredConstructor(String.class).newInstance("now");
            file.fault = () -> {
                if (fault instanceof RuntimeException unchecked) {
                    throw unchecked;
                }
                throw (Error) fault;
            };
            assertThatThrownBy(() -> writer.append(batch("x".repeat(1000)))).isSameAs(fault);
            file.fault = () -> {};
            writer.append(batch("short"));
        }

        JournalScan scan = JournalScanner.scan(path, new LateReadingTest.Kept());
        assertThat(scan.damage()).isNull();
        assertThat(scan.end().batches()).isEqualTo(1);
        assertThat(scan.unfinished()).isZero();
    }
}
