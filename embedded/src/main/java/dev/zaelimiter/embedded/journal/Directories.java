package dev.zaelimiter.embedded.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** What is done to files as a whole, in their directory. */
public final class Directories {

    private static final String SUFFIX = ".new";

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
     * Deletes what a killed process left beside a file. Anything else stays.
     *
     * @param beside where
     * @throws IOException if something else is there
     */
    public static void clear(Path beside) throws IOException {
        if (!Files.exists(beside)) {
            return;
        }
        byte[] start;
        try (InputStream in = Files.newInputStream(beside)) {
            start = in.readNBytes(FileHead.SIZE);
        }
        if (start.length > 0 && !FileHead.isOurs(start)) {
            throw new IOException(beside + " is in the way: it is no file of ours; move it");
        }
        Files.delete(beside);
    }

    /**
     * Gives one file the permissions of another.
     *
     * @param from whose
     * @param to which
     * @throws IOException if that fails
     */
    public static void copyPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(Files.getPosixFilePermissions(from));
        }
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
        try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
