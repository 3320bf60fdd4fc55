package dev.zaelimiter.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or error, which remembers that it could not be written: {@link java.io.PrintWriter} keeps that to
 * itself, and a result that a full disk swallowed would look like success.
 */
final class StandardStream extends OutputStream {

    private final OutputStream out;
    private @Nullable IOException failure;

    StandardStream(OutputStream out) {
        this.out = out;
    }

    /** Why something was not written, or null; a reader who left early, as {@code | head} does, is no failure. */
    @Nullable
    String failure() {
        if (failure == null) {
            return null;
        }
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return message.toLowerCase(Locale.ROOT).contains("pipe") ? null : message;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
