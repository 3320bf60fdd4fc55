package dev.zaelimiter.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** How far the reading of a store has come: shown on a terminal, of how much where that is known. For one thread. */
final class StoreProgress implements AutoCloseable {

    private final PrintWriter err;
    private final boolean quiet;
    private @Nullable ProgressLine line;
    private long count;

    StoreProgress(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
    }

    /**
     * What is counted from now on.
     *
     * @param things as {@code bytes read}
     * @param total how many there are; 0 if nobody knows
     */
    void towards(String things, long total) {
        end();
        count = 0;
        if (total > 0) {
            line = ProgressLine.of(err, things, total);
        } else if (Terminal.isErrorSeen()) {
            line = new ProgressLine(err, things);
        }
    }

    void at(long done) {
        count = done;
        if (line != null && !quiet) {
            line.at(done);
        }
    }

    /** How many came so far. */
    long count() {
        return count;
    }

    /** Leaves a terminal as it was. */
    void end() {
        if (line != null) {
            line.end();
            line = null;
        }
    }

    @Override
    public void close() {
        end();
    }
}
