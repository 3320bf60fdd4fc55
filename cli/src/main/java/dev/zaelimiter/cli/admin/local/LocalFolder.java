package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user's folder with what runs, its log, and the lock under which one command at a time starts and stops it. */
final class LocalFolder {

    private final Path folder;

    LocalFolder(Machine machine) {
        this.folder = machine.stateFolder();
    }

    /** What was started last, and not stopped by us; whether it still runs is another question. */
    Optional<Running> read() {
        Path file = file();
        try {
            return Optional.of(Running.parse(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new LocalException(
                    file + " is damaged (" + e.getMessage() + "): stop what it was about by hand, and delete it", e);
        } catch (IOException e) {
            throw refused("read", file, e);
        }
    }

    void write(Running running) {
        try {
            WholeFile.write(file(), running.text());
        } catch (IOException e) {
            throw refused("written", file(), e);
        }
    }

    void forget() {
        try {
            Files.deleteIfExists(file());
        } catch (IOException e) {
            throw refused("deleted", file(), e);
        }
    }

    /** What a process has printed. A container's own engine keeps that of a container. */
    Path log() {
        return folder.resolve("log.txt");
    }

    Path folder() {
        return folder;
    }

    private Path file() {
        return folder.resolve("running.properties");
    }

    /** Makes the folder, readable for its owner alone, and holds off every other command that would start or stop. */
    Held lock() {
        Path file = folder.resolve("lock");
        FileChannel channel = null;
        try {
            make();
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new Held(channel);
            }
        } catch (OverlappingFileLockException e) {
            // Held in this process, as in a test: the same as held by another.
        } catch (IOException e) {
            close(channel);
            throw refused("written", file, e);
        }
        close(channel);
        throw new LocalException("another 'zae-limiter local' is at work for this user: wait until it is done");
    }

    private void make() throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Files.createDirectories(folder.getParent());
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder);
        }
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // Nothing was written to it.
        }
    }

    private static BadInputException refused(String done, Path file, IOException e) {
        return new BadInputException(
                file + " can't be " + done + ": " + WholeFile.reason(e)
                        + ". Another folder can be named by XDG_STATE_HOME (on Windows by LOCALAPPDATA)",
                e);
    }

    /** The lock, while it is held. */
    static final class Held implements AutoCloseable {

        private final FileChannel channel;

        Held(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void close() {
            LocalFolder.close(channel);
        }
    }
}
