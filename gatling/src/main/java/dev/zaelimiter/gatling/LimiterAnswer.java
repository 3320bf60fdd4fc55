package dev.zaelimiter.gatling;

import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a request ended, for checks and in the session. Immutable. */
public final class LimiterAnswer {

    private final Outcome outcome;
    private final @Nullable Refusal refusal;
    private final @Nullable Throwable failure;

    /** The ways in which a request ends. */
    public enum Outcome {
        /** The tokens were taken. */
        GRANTED,
        /** A limit had no room. */
        REFUSED,
        /** Admitted, although the store gave no answer. */
        DEGRADED,
        /** With an error. */
        FAILED
    }

    private LimiterAnswer(Outcome outcome, @Nullable Refusal refusal, @Nullable Throwable failure) {
        this.outcome = outcome;
        this.refusal = refusal;
        this.failure = failure;
    }

    static LimiterAnswer granted(boolean degraded) {
        return new LimiterAnswer(degraded ? Outcome.DEGRADED : Outcome.GRANTED, null, null);
    }

    static LimiterAnswer refused(Refusal refusal) {
        return new LimiterAnswer(Outcome.REFUSED, refusal, null);
    }

    static LimiterAnswer failed(Throwable failure) {
        return new LimiterAnswer(Outcome.FAILED, null, failure);
    }

    /**
     * How it ended.
     *
     * @return one of four
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * Why it was refused.
     *
     * @return empty if it was not
     */
    public Optional<Refusal> refusal() {
        return Optional.ofNullable(refusal);
    }

    /**
     * What went wrong.
     *
     * @return empty if nothing did
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * When to come back.
     *
     * @return empty if it was not refused, or coming back is no use
     */
    public Optional<Duration> retryAfter() {
        return refusal().flatMap(Refusal::retryAfter);
    }

    @Override
    public String toString() {
        return outcome + (refusal == null ? "" : ": " + refusal.message()) + (failure == null ? "" : ": " + failure);
    }
}
