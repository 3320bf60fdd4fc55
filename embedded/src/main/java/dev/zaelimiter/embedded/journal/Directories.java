package dev.zaelimiter.embedded.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** What is done to files as a whole, in their directory. */
public final class Directories {

    private static final String SUFFIX = ".new";
    private static final int MOST_INTERRUPTS = 100;

    private Directories() {}

    /**
     * Where a file is written before it takes its place.
     *
     * @param path its place
     * @return a path in the same directory
     */
    public static Path beside(Path path) {
        return path.resolveSibling(path.getFileName() + SUFFIX);
    }

    /**
     * Deletes what a killed process left beside a file. Anything else stays, as does what somebody has open.
     *
     * @param beside where
     * @throws IOException if something else is there, or somebody has it open
     */
    public static void clear(Path beside) throws IOException {
        if (!Files.exists(beside)) {
            return;
        }
        try (LockedFile left = LockedFile.take(beside)) {
            if (left == null) {
                throw new IOException(
                        beside + " is in the way: it is open. If it is a store, give that one another name;"
                                + " if a copy is being made, wait for it");
            }
            byte[] start = new byte[(int) Math.min(FileHead.SIZE, left.file().length())];
            left.file().readFully(start);
            if (start.length > 0 && !FileHead.isOurs(start)) {
                throw new IOException(beside + " is in the way: it is no file of ours; move it");
            }
            if (isPosix(beside)) {
                // Locked as it is: nobody can open it in between.
                Files.delete(beside);
                return;
            }
        }
        // Windows deletes nothing that is open.
        Files.delete(beside);
    }

    /**
     * Brings the entry of a file in its directory to the disk.
     *
     * @param path the file
     * @throws IOException if that fails
     */
    public static void sync(Path path) throws IOException {
        Path parent = path.getParent();
        if (parent == null || !isPosix(parent)) {
            // Windows keeps its directories by itself, and opens none.
            return;
        }
        // A directory can be opened as a channel only, which an interrupt closes: it is told to the thread afterwards.
        boolean interrupted = false;
        for (int tries = 1; ; tries++) {
            interrupted |= Thread.interrupted();
            try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
                directory.force(true);
                return;
            } catch (ClosedByInterruptException e) {
                if (tries == MOST_INTERRUPTS) {
                    throw new IOException(parent + " could not be brought to the disk: interrupted again and again", e);
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static boolean isPosix(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
    }
}
