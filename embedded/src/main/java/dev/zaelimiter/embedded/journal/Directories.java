package dev.zaelimiter.embedded.journal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
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
        // First: if this process has it, its lock would go with what it is read through.
        if (HeldFiles.isHeldByAnybody(beside)) {
            throw new IOException(beside + " is in the way: a store has it open; give that store another name");
        }
        byte[] start;
        // Not through a channel, as everywhere here: an interrupt of the thread would close it.
        try (InputStream in = new FileInputStream(beside.toFile())) {
            start = in.readNBytes(FileHead.SIZE);
        }
        if (start.length > 0 && !FileHead.isOurs(start)) {
            throw new IOException(beside + " is in the way: it is no file of ours; move it");
        }
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
        if (parent == null || Files.getFileAttributeView(parent, PosixFileAttributeView.class) == null) {
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
}
