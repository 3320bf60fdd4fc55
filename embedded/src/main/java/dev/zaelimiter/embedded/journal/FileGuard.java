package dev.zaelimiter.embedded.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets one store at a time have a file: a lock on a file beside it, {@code NAME.lock}, which the operating system takes
 * away when the process ends, however it ends.
 *
 * <p>The lock is not on the file itself: POSIX drops a process's locks on a file when it closes <em>any</em> descriptor of
 * it, so that a mere copy made within the process would let others in. The lock file stays, since whoever deletes such a
 * file may take it from under somebody who has just opened it.
 */
public final class FileGuard implements Closeable {

    private static final String SUFFIX = ".lock";
    private static final int LONGEST_OWNER = 200;

    /** Files held by this JVM, in which a second lock of the same file would not be refused but break the first. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path lockFile;
    private final FileChannel channel;
    private final boolean created;

    private FileGuard(Path lockFile, FileChannel channel, boolean created) {
        this.lockFile = lockFile;
        this.channel = channel;
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
        Path lockFile = file.resolveSibling(file.getFileName() + SUFFIX);
        if (!HELD.add(lockFile)) {
            return null;
        }
        FileGuard guard = null;
        try {
            boolean created = create(lockFile);
            FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                return null;
            }
            guard = new FileGuard(lockFile, channel, created);
            guard.sign();
            return guard;
        } finally {
            if (guard == null) {
                HELD.remove(lockFile);
            }
        }
    }

    private static boolean create(Path lockFile) throws IOException {
        try {
            Files.createFile(lockFile);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Leaves the number of the process for those who are refused, unless the file holds something of somebody else's. */
    private void sign() throws IOException {
        ByteBuffer present = ByteBuffer.allocate(LONGEST_OWNER);
        int size = Math.max(0, channel.read(present, 0));
        if (size > 0 && !isOwner(new String(present.array(), 0, size, StandardCharsets.UTF_8))) {
            return;
        }
        byte[] text = ("process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text), 0);
    }

    /**
     * Who has a file, for a message.
     *
     * @param file the file
     * @return a phrase
     */
    public static String owner(Path file) {
        Path lockFile = file.resolveSibling(file.getFileName() + SUFFIX);
        if (HELD.contains(lockFile)) {
            return "this process";
        }
        try {
            byte[] text = Files.readAllBytes(lockFile);
            String owner = new String(text, StandardCharsets.UTF_8);
            return isOwner(owner) ? owner : "another process";
        } catch (IOException e) {
            return "another process";
        }
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
            Files.deleteIfExists(lockFile);
        }
        close();
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(lockFile);
        }
    }
}
