package dev.zaelimiter.embedded.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Lets one store at a time have a name: a lock on a file beside it, {@code NAME.lock}. The file itself is locked too (a
 * {@link LockedFile}), since names can be changed. This one is there before there is a file, says who has it, and holds
 * when something else in this process, as a copy made for a backup, closes the file and so breaks the lock on it.
 *
 * <p>The lock file stays: if one process deleted it just after another has opened it, both could hold a lock.
 */
public final class FileGuard implements Closeable {

    private static final String SUFFIX = ".lock";
    private static final int LONGEST_OWNER = 200;

    private final LockedFile lock;
    private final boolean created;

    private FileGuard(LockedFile lock, boolean created) {
        this.lock = lock;
        this.created = created;
    }

    /**
     * Takes the lock.
     *
     * @param file the file to guard, by its real path
     * @return the guard, or null if somebody else has the file
     * @throws IOException if the lock file can't be opened
     */
    public static @Nullable FileGuard take(Path file) throws IOException {
        Path lockFile = lockFile(file);
        FileMode mode = FileMode.ofLock(file);
        boolean created = create(lockFile, mode);
        LockedFile lock = LockedFile.take(lockFile);
        if (lock == null) {
            return null;
        }
        boolean signed = false;
        try {
            mode.narrow(lockFile);
            sign(lock.file());
            signed = true;
            return new FileGuard(lock, created);
        } finally {
            if (!signed) {
                lock.close();
            }
        }
    }

    private static Path lockFile(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    private static boolean create(Path lockFile, FileMode mode) throws IOException {
        try {
            mode.create(lockFile);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /**
     * Writes the number of this process into the file, for the message to a process that is refused; not if the file
     * holds text of other origin.
     */
    private static void sign(RandomAccessFile file) throws IOException {
        String present = text(file);
        if (!present.isEmpty() && !isOwner(present)) {
            return;
        }
        file.setLength(0);
        file.seek(0);
        file.write(("process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(RandomAccessFile file) throws IOException {
        byte[] bytes = new byte[(int) Math.min(LONGEST_OWNER, file.length())];
        file.seek(0);
        file.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Who has a file whose guard could not be taken, for a message.
     *
     * @param file the file
     * @return a phrase
     */
    public static String owner(Path file) {
        Path lockFile = lockFile(file);
        if (HeldFiles.holds(file) || HeldFiles.holds(lockFile)) {
            return "this process";
        }
        try (HeldFiles.Reading reading = HeldFiles.read(lockFile)) {
            String owner = text(reading.file());
            return isOwner(owner) ? owner : "another process";
        } catch (IOException e) {
            return "another process";
        }
    }

    /**
     * Who has a file that is locked though its guard could be taken, for a message: it is open by another of its names,
     * or its lock file was removed. The lock file beside it names nobody but the one who has just taken it.
     *
     * @param file the file
     * @return a phrase
     */
    public static String ownerDespiteGuard(Path file) {
        return HeldFiles.holds(file) ? "this process" : "another process";
    }

    private static boolean isOwner(String text) {
        return text.matches("process [0-9]{1,20}");
    }

    /**
     * Gives the lock back and leaves no trace of it, because the file turned out not to be usable.
     *
     * @throws IOException if that fails
     */
    public void withdraw() throws IOException {
        if (created) {
            Files.deleteIfExists(lock.path());
        }
        close();
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
