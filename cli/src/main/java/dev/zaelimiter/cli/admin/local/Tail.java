package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.WholeFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** The end of a file of lines, and what is added to it. Holds a bounded part of it at a time. */
final class Tail {

    /** More of a file is not read to find its last lines, nor of a line. */
    static final int MOST_BYTES = 1 << 20;

    private static final Duration LOOK = Duration.ofMillis(200);

    private Tail() {}

    /** The last lines, or none if the file can't be read. */
    static List<String> last(Path file, int lines) {
        List<String> last = new ArrayList<>();
        try {
            lines(file, lines, () -> false, last::add);
        } catch (LocalException e) {
            // It is asked for an explanation, and has none.
        }
        return last;
    }

    /**
     * Hands on the last lines, and then new ones.
     *
     * @param file that something else writes
     * @param lines how many of those that are there; only the last {@link #MOST_BYTES} bytes are looked at
     * @param goOn whether something may still be written
     * @param each whether to go on
     */
    static void lines(Path file, int lines, BooleanSupplier goOn, Predicate<String> each) {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
            // Asked before the look, so that what is written in between is not lost.
            boolean more = goOn.getAsBoolean();
            long end = opened.length();
            long from = Math.max(0, end - MOST_BYTES);
            byte[] bytes = read(opened, from, end);
            int cut = more ? afterLastNewline(bytes) : bytes.length;
            List<String> there = text(bytes, cut);
            if (from > 0 && there.size() > 1) {
                there = there.subList(1, there.size());
            }
            if (all(there.subList(Math.max(0, there.size() - lines), there.size()), each)) {
                follow(opened, from + cut, more, goOn, each);
            }
        } catch (IOException e) {
            throw new LocalException(file + " can't be read: " + WholeFile.reason(e), e);
        }
    }

    private static void follow(
            RandomAccessFile file, long start, boolean goesOn, BooleanSupplier goOn, Predicate<String> each)
            throws IOException {
        long at = start;
        boolean more = goesOn;
        while (more) {
            more = goOn.getAsBoolean();
            byte[] bytes = read(file, at, Math.max(at, Math.min(file.length(), at + MOST_BYTES)));
            int cut = afterLastNewline(bytes);
            if (cut == 0 && (!more || bytes.length == MOST_BYTES)) {
                cut = bytes.length;
            }
            at += cut;
            if (!all(text(bytes, cut), each)) {
                return;
            }
            if (cut == 0 && more) {
                boolean unused = Pause.until(LOOK, () -> false);
                more = !Thread.currentThread().isInterrupted();
            } else if (cut > 0) {
                more = true;
            }
        }
    }

    private static boolean all(List<String> lines, Predicate<String> each) {
        for (String line : lines) {
            if (!each.test(line)) {
                return false;
            }
        }
        return true;
    }

    private static int afterLastNewline(byte[] bytes) {
        int at = bytes.length;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    private static List<String> text(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8).lines().toList();
    }

    private static byte[] read(RandomAccessFile file, long from, long to) throws IOException {
        byte[] bytes = new byte[(int) (to - from)];
        file.seek(from);
        file.readFully(bytes);
        return bytes;
    }
}
