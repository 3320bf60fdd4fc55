package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a page how a run stands, read anew when what was read is older than it may be. Safe for use by many threads.
 */
final class LiveApi implements Answering {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String title;
    private final long everyMillis;
    private final Supplier<String> state;
    private final Environment environment;
    private @Nullable String read;
    private long readNanos;

    LiveApi(String title, Duration every, Supplier<String> state, Environment environment) {
        this.title = title;
        this.everyMillis = every.toMillis();
        this.state = state;
        this.environment = environment;
    }

    @Override
    public Reply answer(boolean writes, String path, Form form) {
        if (writes) {
            return Reply.error(Reply.FORBIDDEN, "this page only shows");
        }
        return switch (path) {
            case "about" -> Reply.json(Json.map("title", title, "everyMillis", everyMillis));
            case "run" -> run();
            default -> Reply.error(Reply.NOT_FOUND, "there is nothing here");
        };
    }

    /** What can't be read now is told, beside nothing: the next look may find it. */
    private Reply run() {
        String error = null;
        String value = "null";
        try {
            value = state();
        } catch (RuntimeException e) {
            error = Objects.toString(e.getMessage(), e.toString());
        }
        String rest = Json.of(Json.map(
                "everyMillis",
                everyMillis,
                "pauseMillis",
                0,
                "reading",
                false,
                "error",
                error,
                "points",
                java.util.List.of()));
        String whole = rest.substring(0, rest.length() - 1) + ",\"value\":" + value + "}";
        return new Reply(Reply.OK, "application/json", whole.getBytes(StandardCharsets.UTF_8));
    }

    /** One reads at a time; the others get what it has read. */
    private synchronized String state() {
        long now = environment.monotonicNanos();
        if (read == null || now - readNanos >= everyMillis * NANOS_PER_MILLI) {
            read = state.get().strip();
            readNanos = now;
        }
        return read;
    }
}
