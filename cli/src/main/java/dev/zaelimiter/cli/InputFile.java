package dev.zaelimiter.cli;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens what a command reads: a file or standard input, unpacked if its first bytes say gzip, and text for sure. */
final class InputFile {

    static final String STANDARD_INPUT = "-";

    private static final int LOOK_AHEAD = 8_192;
    private static final int[] GZIP_MAGIC = {0x1f, 0x8b};
    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    private InputFile() {}

    /** What to call a file in messages. */
    static String nameOf(String file) {
        return file.equals(STANDARD_INPUT) ? "standard input" : file;
    }

    /**
     * Opens a file.
     *
     * @param file a path, or {@code -} for standard input
     * @return UTF-8 text, after any byte order mark
     * @throws BadInputException if it can't be read or is not text
     */
    static InputStream open(String file) {
        try {
            InputStream in = new Chunked(raw(file));
            if (startsWith(in, GZIP_MAGIC)) {
                in = new BufferedInputStream(new GZIPInputStream(in, LOOK_AHEAD), 2 * LOOK_AHEAD);
            }
            if (startsWith(in, BYTE_ORDER_MARK)) {
                in.skipNBytes(BYTE_ORDER_MARK.length);
            }
            requireText(in);
            return in;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Says in words why reading failed; gzip's own messages speak of streams and blocks. */
    static BadInputException unreadable(IOException cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (cause instanceof EOFException) {
            message = "the gzip data ends too early: the file is cut short";
        } else if (cause instanceof ZipException) {
            message = "the gzip data is damaged (" + message + ")";
        }
        return new BadInputException(message, cause);
    }

    private static InputStream raw(String file) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return System.in;
        }
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new BadInputException("is a directory, not a file");
            }
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new BadInputException("there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new BadInputException("this user may not read it", e);
        } catch (InvalidPathException e) {
            throw new BadInputException("is not a file name: " + e.getReason(), e);
        }
    }

    private static boolean startsWith(InputStream in, int[] magic) throws IOException {
        in.mark(magic.length);
        boolean same = true;
        for (int i = 0; i < magic.length && same; i++) {
            same = in.read() == magic[i];
        }
        in.reset();
        return same;
    }

    private static void requireText(InputStream in) throws IOException {
        in.mark(LOOK_AHEAD);
        byte[] start = in.readNBytes(LOOK_AHEAD);
        in.reset();
        for (byte b : start) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
                throw new BadInputException("is not text in UTF-8; a CSV file is needed, plain or in gzip");
            }
        }
    }

    /**
     * Keeps {@link GZIPInputStream} from taking the end of a gzip member for the end of the data when a pipe is slow:
     * it asks {@link #available()} whether more may follow, and only the end of the input may answer 0.
     */
    private static final class Chunked extends BufferedInputStream {

        Chunked(InputStream in) {
            super(in, 2 * LOOK_AHEAD);
        }

        @Override
        public synchronized int available() throws IOException {
            int ready = super.available();
            if (ready > 0) {
                return ready;
            }
            mark(1);
            boolean ended = read() < 0;
            reset();
            return ended ? 0 : Math.max(1, super.available());
        }
    }
}
