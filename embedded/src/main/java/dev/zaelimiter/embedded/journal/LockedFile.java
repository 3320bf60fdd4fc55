package dev.zaelimiter.embedded.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that is open for writing, and locked: no other process gets it, by whichever name. The operating system takes
 * the lock away when the process ends, however it ends.
 *
 * <p>It is open as a {@link RandomAccessFile}, since a channel would be closed by an interrupt of the thread.
 */
public final class LockedFile implements Closeable {

    private final Path path;
    private final Object identity;
    private final RandomAccessFile file;

    LockedFile(Path path, Object identity, RandomAccessFile file) {
        this.path = path;
        this.identity = identity;
        this.file = file;
    }

    /**
     * Opens and locks a file.
     *
     * @param path a file that is there
     * @return the file, or null if somebody has it already, by this name or another
     * @throws IOException if it can't be opened
     */
    public static @Nullable LockedFile take(Path path) throws IOException {
        return HeldFiles.lock(path);
    }

    /** Makes an empty file, which no other process can have open. */
    static LockedFile create(Path path, FileMode mode) throws IOException {
        mode.create(path);
        LockedFile made = HeldFiles.lock(path);
        if (made == null) {
            throw new IOException(path + " was taken by another process as soon as it was made");
        }
        return made;
    }

    /**
     * Whether this process has what a name leads to.
     *
     * @param path the name
     * @return true if so
     */
    public static boolean isHeldHere(Path path) {
        return HeldFiles.holds(path);
    }

    /**
     * Whether anybody has what a name leads to, by this name or another. At the moment at which this is asked no other
     * process can open it, by whichever name.
     *
     * @param path the name
     * @return true if so
     * @throws IOException if it can't be read
     */
    public static boolean isHeldByAnybody(Path path) throws IOException {
        return HeldFiles.isHeldByAnybody(path);
    }

    RandomAccessFile file() {
        return file;
    }

    Path path() {
        return path;
    }

    /** Whether a name leads to this file, and not to another or to none. */
    boolean isAt(Path name) {
        try {
            return identity.equals(HeldFiles.identity(name));
        } catch (IOException nothingThere) {
            return false;
        }
    }

    /**
     * How many names a file has.
     *
     * @param path one of them
     * @return as many as the file system says, or one if it does not say
     */
    public static int names(Path path) {
        try {
            return Files.getAttribute(path, "unix:nlink") instanceof Integer count ? count : 1;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return 1;
        }
    }

    @Override
    public void close() throws IOException {
        HeldFiles.release(identity, file);
    }
}
