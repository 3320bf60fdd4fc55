package dev.zaelimiter.loadtest.internal.report;

import java.nio.file.Path;
import java.util.List;

/** Counts the lines of a file that can't be used, of which whoever wrote it may have left one. For one thread. */
final class Damage {

    private final String name;
    private int lines;
    private String first = "";

    Damage(Path file) {
        this.name = nameOf(file);
    }

    /** One more, for this reason. */
    void add(String reason) {
        first = lines++ == 0 ? reason : first;
    }

    /** Says it, if there was any. */
    void tell(List<String> problems) {
        if (lines > 0) {
            problems.add(lines + (lines == 1 ? " line" : " lines") + " of " + name + " left out: " + first);
        }
    }

    /** A file within its folder, for messages. */
    static String nameOf(Path file) {
        Path folder = file.getParent();
        return (folder == null ? "" : folder.getFileName() + "/") + file.getFileName();
    }
}
