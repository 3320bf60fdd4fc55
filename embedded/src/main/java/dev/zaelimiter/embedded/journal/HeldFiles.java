package dev.zaelimiter.embedded.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that this process has locked, known by what they are (device and inode), not by their names. Safe for use
 * by many threads.
 *
 * <p>POSIX drops all locks of a process on a file when it closes <em>any</em> descriptor of it. So nobody here opens a
 * second one to lock it, and a descriptor that was read through is kept, to be read through again, for as long as the
 * file is held.
 */
final class HeldFiles {

    private static final int LOOKS_AT_A_MOVING_NAME = 5;

    /** One byte that no store reaches: on Windows a locked byte can't be read by others. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    /** Of each file that is held, the descriptors that nobody reads through right now. Also the lock of this class. */
    private static final Map<Object, Deque<RandomAccessFile>> HELD = new HashMap<>();

    /** Of files that other class loaders of this JVM hold. To close one would break their lock. */
    private static final Map<Object, RandomAccessFile> ELSEWHERE = new HashMap<>();

    private HeldFiles() {}

    /**
     * What a name leads to: the same for all names of a file, where the file system can tell. Where it can't, on
     * Windows, no file gets another name while it is open, so that it can be known by the one it has.
     */
    static Object identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key;
    }

    /** Whether this process holds what a name leads to. */
    static boolean holds(Path path) {
        try {
            Object identity = identity(path);
            synchronized (HELD) {
                return HELD.containsKey(identity) || ELSEWHERE.containsKey(identity);
            }
        } catch (IOException nothingThere) {
            return false;
        }
    }

    /**
     * Whether anybody holds what a name leads to. Asked by a shared lock, for a moment in which no other process can
     * open it, by its right name either: only of what should not be open by this name.
     */
    static boolean isHeldByAnybody(Path path) throws IOException {
        // Within a JVM two locks of a file collide even if both are shared: one look or opening after the other.
        synchronized (HELD) {
            if (holds(path)) {
                return true;
            }
            try (Reading reading = read(path);
                    FileLock lock = reading.file().getChannel().tryLock(LOCKED_BYTE, 1, true)) {
                return lock == null;
            } catch (OverlappingFileLockException heldElsewhereInThisJvm) {
                return true;
            }
        }
    }

    /** Opens and locks what a name leads to, or gives null if somebody has it. */
    static @Nullable LockedFile lock(Path path) throws IOException {
        for (int look = 0; look < LOOKS_AT_A_MOVING_NAME; look++) {
            Object identity = identity(path);
            synchronized (HELD) {
                if (HELD.containsKey(identity)) {
                    return null;
                }
                RandomAccessFile file = openAndLock(path, identity);
                if (file == null) {
                    return null;
                }
                if (identity.equals(identity(path))) {
                    HELD.put(identity, new ArrayDeque<>());
                    return new LockedFile(path, identity, file);
                }
                // Another file has the name by now, so it is not known which of the two was opened.
                file.close();
            }
        }
        return null;
    }

    private static @Nullable RandomAccessFile openAndLock(Path path, Object identity) throws IOException {
        RandomAccessFile known = ELSEWHERE.remove(identity);
        RandomAccessFile file = known == null ? new RandomAccessFile(path.toFile(), "rw") : known;
        try {
            if (file.getChannel().tryLock(LOCKED_BYTE, 1, false) != null) {
                return file;
            }
            file.close();
            return null;
        } catch (OverlappingFileLockException heldElsewhereInThisJvm) {
            ELSEWHERE.put(identity, file);
            return null;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Lets a file go, with all that it was read through. */
    static void release(Object identity, RandomAccessFile file) throws IOException {
        synchronized (HELD) {
            Deque<RandomAccessFile> readers = HELD.remove(identity);
            try (file) {
                while (readers != null && !readers.isEmpty()) {
                    readers.remove().close();
                }
            }
        }
    }

    /** Opens a file to read it, whether or not it is held. */
    static Reading read(Path path) throws IOException {
        Object identity = identity(path);
        synchronized (HELD) {
            Deque<RandomAccessFile> readers = HELD.get(identity);
            RandomAccessFile known = readers == null ? null : readers.poll();
            if (known != null) {
                return new Reading(identity, known);
            }
        }
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
        return new Reading(identity(path), file);
    }

    /** A file that is read. */
    static final class Reading implements AutoCloseable {

        private final Object identity;
        private final RandomAccessFile file;

        private Reading(Object identity, RandomAccessFile file) {
            this.identity = identity;
            this.file = file;
        }

        RandomAccessFile file() {
            return file;
        }

        @Override
        public void close() throws IOException {
            synchronized (HELD) {
                Deque<RandomAccessFile> readers = HELD.get(identity);
                if (readers == null) {
                    file.close();
                } else {
                    readers.add(file);
                }
            }
        }
    }
}
