package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.embedded.journal.JournalWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A disk on which one step fails a few times, and which knows what a power cut would leave: a file that was moved has
 * its name for certain when its directory was brought to the disk after that.
 */
final class FailingDisk extends Disk {

    /** Where it fails. */
    enum Step {
        SYNC_NEW,
        BEFORE_MOVE,
        AFTER_MOVE,
        SYNC_ENTRY,
        /** An operating system that tells of a failure has closed it all the same. */
        CLOSE_OLD
    }

    /** What is thrown. */
    enum Fault {
        INPUT_OUTPUT,
        RUNTIME,
        INTERNAL,
        MEMORY;

        private void raise() throws IOException {
            switch (this) {
                case INPUT_OUTPUT -> throw new IOException("Input/output error");
                case RUNTIME -> throw new IllegalStateException("a disk that throws");
                case INTERNAL -> throw new InternalError("a disk that is gone");
                case MEMORY -> throw new OutOfMemoryError("no memory for a moment");
            }
        }
    }

    private final Path forgotten;
    private final @Nullable Step step;
    private final Fault fault;
    private final AtomicInteger left = new AtomicInteger();
    private volatile boolean entryOnDisk;

    /** With where it keeps what the name led to for certain. */
    FailingDisk(Path forgotten, @Nullable Step step, Fault fault) {
        this.forgotten = forgotten;
        this.step = step;
        this.fault = fault;
    }

    /** From now on the step fails so often. */
    void fail(int times) {
        left.set(times);
    }

    boolean isWell() {
        return left.get() == 0;
    }

    /** What the name leads to after a power cut at this moment, if each batch is brought to the disk. */
    void cutPower(Path path, Path into) throws IOException {
        Files.deleteIfExists(into);
        Path there = entryOnDisk ? path : forgotten;
        if (Files.exists(there)) {
            Files.copy(there, into);
        }
    }

    private void at(Step now) throws IOException {
        if (now == step && left.getAndUpdate(times -> Math.max(0, times - 1)) > 0) {
            fault.raise();
        }
    }

    @Override
    void sync(JournalWriter file) throws IOException {
        at(Step.SYNC_NEW);
        super.sync(file);
    }

    @Override
    void move(Path from, Path to) throws IOException {
        at(Step.BEFORE_MOVE);
        if (Files.exists(to) && entryOnDisk) {
            Files.copy(to, forgotten, StandardCopyOption.REPLACE_EXISTING);
        }
        super.move(from, to);
        entryOnDisk = false;
        at(Step.AFTER_MOVE);
    }

    @Override
    void syncEntry(Path path) throws IOException {
        at(Step.SYNC_ENTRY);
        assertThat(path).exists();
        super.syncEntry(path);
        entryOnDisk = true;
    }

    @Override
    void close(JournalWriter replaced) throws IOException {
        super.close(replaced);
        at(Step.CLOSE_OLD);
    }
}
