package dev.zaelimiter.aggregator;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * An archive in a folder: each object is a file, in folders by namespace and date. A file is there whole, and on disk,
 * or not at all. Safe for use by many threads; a folder belongs to one process.
 */
public final class ArchiveFolder implements ArchiveSink {

    private final Path folder;
    private final Executor executor;

    /**
     * An archive in a folder.
     *
     * @param folder made when it is first needed
     * @param executor where files are written: a thread of the caller's choice, since that blocks
     */
    public ArchiveFolder(Path folder, Executor executor) {
        this.folder = folder;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Optional<BigInteger>> storeIfAbsent(ArchiveObject object) {
        CompletableFuture<Optional<BigInteger>> done = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                done.complete(store(object));
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private Optional<BigInteger> store(ArchiveObject object) throws IOException {
        Path file = folder.resolve(object.name());
        if (Files.exists(file)) {
            return Optional.of(ArchiveObject.lastIn(Files.readAllBytes(file)));
        }
        Files.createDirectories(file.getParent());
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.write(beside, object.gzip());
        try (FileChannel written = FileChannel.open(beside, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        try {
            // A link, unlike a move, never takes the place of a file that came meanwhile.
            Files.createLink(file, beside);
            Files.delete(beside);
        } catch (FileAlreadyExistsException e) {
            Files.delete(beside);
            return Optional.of(ArchiveObject.lastIn(Files.readAllBytes(file)));
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            // Some file systems have no links, and say so in either way.
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return Optional.empty();
    }
}
