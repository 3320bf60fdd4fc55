package dev.zaelimiter.gatling;

import dev.zaelimiter.AsyncRateLimiter;
import io.gatling.core.protocol.Protocol;
import io.gatling.javaapi.core.ProtocolBuilder;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The limiter that the requests of a simulation go to, and how they ended. Safe for use by many threads. */
public final class LimiterProtocol implements ProtocolBuilder {

    private final AsyncRateLimiter limiter;
    private final OpenLeases leases = new OpenLeases();
    private final LongAdder granted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder degraded = new LongAdder();
    private final LongAdder failed = new LongAdder();

    LimiterProtocol(AsyncRateLimiter limiter) {
        this.limiter = Objects.requireNonNull(limiter, "limiter");
    }

    /**
     * How requests ended so far; whole after the simulation.
     *
     * @return numbers of requests
     */
    public LimiterCounts counts() {
        return new LimiterCounts(granted.sum(), refused.sum(), degraded.sum(), failed.sum());
    }

    void count(LimiterAnswer.Outcome outcome) {
        switch (outcome) {
            case GRANTED -> granted.increment();
            case REFUSED -> refused.increment();
            case DEGRADED -> degraded.increment();
            case FAILED -> failed.increment();
        }
    }

    AsyncRateLimiter limiter() {
        return limiter;
    }

    OpenLeases leases() {
        return leases;
    }

    @Override
    public Protocol protocol() {
        return new OfGatling(this);
    }

    /**
     * The same, as Gatling finds it.
     *
     * @param ours the whole of it
     */
    record OfGatling(LimiterProtocol ours) implements Protocol {}
}
