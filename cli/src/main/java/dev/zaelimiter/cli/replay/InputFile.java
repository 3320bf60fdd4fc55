package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.BadInputException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens what a command reads: a file or standard input, unpacked if its first bytes say gzip, and text for sure. */
final class InputFile {

    static final String STANDARD_INPUT = "-";

    private static final int LOOK_AHEAD = 8_192;
    private static final int[] GZIP_MAGIC = {0x1f, 0x8b};
    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};
    private static final int[] UTF_16_LITTLE_ENDIAN = {0xff, 0xfe};
    private static final int[] UTF_16_BIG_ENDIAN = {0xfe, 0xff};

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
                in = new BufferedInputStream(new WholeGzip(in), 2 * LOOK_AHEAD);
                if (startsWith(in, GZIP_MAGIC)) {
                    throw new BadInputException("is gzip data inside gzip data; unpack it once");
                }
            }
            if (startsWith(in, UTF_16_LITTLE_ENDIAN) || startsWith(in, UTF_16_BIG_ENDIAN)) {
                throw new BadInputException("is text in UTF-16; save it as UTF-8");
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
            message =
                    "the gzip data ends too early: the file is cut short; gzip -dc FILE | zae-limiter replay - would use what is"
                            + " left of it";
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
            return new Piped(Files.newInputStream(path));
        } catch (NoSuchFileException e) {
            throw new BadInputException("there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new BadInputException("this user may not read it", e);
        } catch (FileSystemException e) {
            // Its message would name the file again.
            throw new BadInputException("can't be opened: " + Objects.requireNonNullElse(e.getReason(), e), e);
        } catch (InvalidPathException e) {
            String advice = file.chars().allMatch(c -> c < 128)
                    ? ""
                    : " (a name that is not ASCII needs a locale that has its characters, as LC_ALL=C.UTF-8)";
            throw new BadInputException("is not a file name: " + e.getReason() + advice, e);
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
                throw new BadInputException("is not text in UTF-8, plain or in gzip");
            }
        }
    }

    /** Keeps readers from asking a named pipe what is available, at which JDK 17 fails with "Illegal seek". */
    private static final class Piped extends FilterInputStream {

        Piped(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 0;
        }
    }

    /** Gzip to the end of the input: what follows but is not gzip is an error, unless it is zeros, and not left out. */
    private static final class WholeGzip extends GZIPInputStream {

        private static final int TRAILER = 8;

        WholeGzip(InputStream in) throws IOException {
            super(in, LOOK_AHEAD);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            if (read < 0) {
                for (int i = Math.max(0, len - inf.getRemaining() + TRAILER); i < len; i++) {
                    requireZero(buf[i]);
                }
                for (int b = in.read(); b >= 0; b = in.read()) {
                    requireZero(b);
                }
            }
            return read;
        }

        private static void requireZero(int b) throws IOException {
            if (b != 0) {
                throw new ZipException("something that is not gzip follows it");
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
