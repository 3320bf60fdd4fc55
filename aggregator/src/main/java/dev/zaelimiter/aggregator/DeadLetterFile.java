package dev.zaelimiter.aggregator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Dead letters in a file, one line of JSON for each, with the images of the change. Grows without a bound: a line is a
 * fault that somebody should look at. Safe for use by many threads.
 */
public final class DeadLetterFile implements DeadLetters {

    private final Path file;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Dead letters in a file.
     *
     * @param file appended to; made when it is first needed, in a directory that exists
     * @param executor where it is written: a thread of the caller's choice, since that blocks
     */
    public DeadLetterFile(Path file, Executor executor) {
        this.file = file;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Void> keep(DeadLetter letter) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        executor.execute(() -> {
            lock.lock();
            try {
                Files.write(
                        file,
                        ((isCut() ? "\n" : "") + letter.json() + "\n").getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                done.complete(null);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            } finally {
                lock.unlock();
            }
        });
        return done;
    }

    /**
     * Whether the last line has no end: a disk that was full, or a kill, has cut it. What followed it in the same line
     * would be lost with it. Who may append to a file need not be allowed to read it.
     */
    private boolean isCut() throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return channel.size() > 0 && channel.read(last, channel.size() - 1) == 1 && last.get(0) != '\n';
        }
    }
}
