package dev.zaelimiter.http.client;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What one response says of the limits of who sent it. Immutable. */
public final class ServiceWord {

    private final int status;
    private final Duration pause;
    private final long left;
    private final Duration window;

    private ServiceWord(int status, Duration pause, long left, Duration window) {
        this.status = status;
        this.pause = pause;
        this.left = left;
        this.window = window;
    }

    static ServiceWord of(int status, ServerWord word) {
        return new ServiceWord(
                status,
                Duration.ofMillis(word.pauseMillis()),
                word.windowMillis() > 0 ? word.left() : Long.MAX_VALUE,
                Duration.ofMillis(word.windowMillis()));
    }

    /**
     * Its status.
     *
     * @return 100 to 599
     */
    public int status() {
        return status;
    }

    /**
     * How long to send nothing.
     *
     * @return zero for no pause
     */
    public Duration pause() {
        return pause;
    }

    /**
     * How much of the narrowest limit is left in the {@link #window()}.
     *
     * @return 0 or more; empty if it does not say
     */
    public OptionalLong left() {
        return left == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(left);
    }

    /**
     * How long what is left has to do.
     *
     * @return zero if it does not say
     */
    public Duration window() {
        return window;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ServiceWord that
                && status == that.status
                && pause.equals(that.pause)
                && left == that.left
                && window.equals(that.window);
    }

    @Override
    public int hashCode() {
        return Objects.hash(status, pause, left, window);
    }

    @Override
    public String toString() {
        return status
                + (pause.isZero() ? "" : ", pause of " + pause.toMillis() + " ms")
                + (left == Long.MAX_VALUE ? "" : ", " + left + " left for " + window.toMillis() + " ms");
    }
}
