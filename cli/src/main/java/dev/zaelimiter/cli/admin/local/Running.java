package dev.zaelimiter.cli.admin.local;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was started, as it is remembered from one command to the next. Immutable.
 *
 * @param kind what it is
 * @param handle the name of a container; of a process its number, and what tells it from a later one of the same number
 * @param image of a container, else empty
 * @param port on which it answers on 127.0.0.1
 * @param table the table that was asked for last
 * @param namespace the namespace in that table
 * @param since when it was started
 */
record Running(Kind kind, String handle, String image, int port, String table, String namespace, Instant since) {

    /** What may run. The names are those of the option and of the file. */
    enum Kind {
        container,
        dynoxide,
        ministack
    }

    static final String REGION = "us-east-1";

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** For people. */
    String what() {
        return kind == Kind.container ? "container " + handle : kind + " (process " + processId() + ")";
    }

    @Nullable
    Long processId() {
        return kind == Kind.container ? null : Long.valueOf(handle.substring(0, handle.indexOf(' ')));
    }

    Running on(String otherTable, String otherNamespace) {
        return new Running(kind, handle, image, port, otherTable, otherNamespace, since);
    }

    String text() {
        StringBuilder text = new StringBuilder("# What 'zae-limiter local up' has started.\n");
        Properties all = new Properties();
        all.setProperty("kind", kind.name());
        all.setProperty("handle", handle);
        all.setProperty("image", image);
        all.setProperty("port", Integer.toString(port));
        all.setProperty("table", table);
        all.setProperty("namespace", namespace);
        all.setProperty("since", since.toString());
        for (String name : new TreeSet<>(all.stringPropertyNames())) {
            text.append(line(name, all.getProperty(name)));
        }
        return text.toString();
    }

    /** The line of a property, without the date that is written above it. */
    private static String line(String name, String value) {
        Properties one = new Properties();
        one.setProperty(name, value);
        StringWriter written = new StringWriter();
        try {
            one.store(written, null);
        } catch (IOException e) {
            throw new IllegalStateException("a text can't be written to", e);
        }
        return written.toString()
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .findFirst()
                        .orElseThrow() + "\n";
    }

    /**
     * Reads what was written.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static Running parse(String text) {
        Properties all = new Properties();
        try {
            all.load(new StringReader(text));
            Running read = new Running(
                    Kind.valueOf(get(all, "kind")),
                    get(all, "handle"),
                    all.getProperty("image", ""),
                    Integer.parseInt(get(all, "port")),
                    get(all, "table"),
                    get(all, "namespace"),
                    Instant.parse(get(all, "since")));
            if (read.port < 1 || read.port > Ports.HIGHEST) {
                throw new IllegalArgumentException("port " + read.port);
            }
            Objects.requireNonNullElse(read.processId(), 0L);
            return read;
        } catch (IOException | DateTimeParseException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String get(Properties all, String name) {
        String value = all.getProperty(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("no " + name);
        }
        return value;
    }
}
