package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.Directories;
import dev.zaelimiter.embedded.journal.JournalWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What is asked of the disk when one file takes the place of another. Open for disks that fail. */
class Disk {

    /** Brings all of a file to the disk. */
    void sync(JournalWriter file) throws IOException {
        file.sync();
    }

    /** Gives a file the name of another, in one step. */
    void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Brings the entry of a file in its directory to the disk. */
    void syncEntry(Path path) throws IOException {
        Directories.sync(path);
    }

    void close(JournalWriter replaced) throws IOException {
        replaced.close();
    }
}
