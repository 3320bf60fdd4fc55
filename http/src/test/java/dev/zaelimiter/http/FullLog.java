package dev.zaelimiter.http;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** While it is there, each line of the log fails to be written. The logger of the tests writes to standard error. */
public final class FullLog implements AutoCloseable {

    private final PrintStream before = System.err;
    private final AtomicInteger lines = new AtomicInteger();

    /** Begins. */
    public FullLog() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                lines.incrementAndGet();
                throw new IllegalStateException("the disk of the log is full");
            }
        });
    }

    /** How many failed. */
    public int lines() {
        return lines.get();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
