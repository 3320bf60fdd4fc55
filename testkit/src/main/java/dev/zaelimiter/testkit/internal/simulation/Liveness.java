package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Whether a client that waits long enough gets in, after all that has happened: when nothing goes wrong any more, each
 * asks for a token of every limit, and comes again after the time that a refusal says.
 */
final class Liveness {

    private static final long MILLI = 1_000_000;
    /** A process may have to learn of changes first: of limits, of shards, of other processes. */
    private static final int MOST_TRIES = 16;
    /** For so long a rewrite is not tried again that was denied, and who needs it is told so. */
    private static final long DENIED_MILLIS = 10_000;
    /** Longer is not waited for: virtual time ends, too. */
    private static final long LONGEST_MILLIS = Duration.ofDays(365 * 5).toMillis();

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private boolean tooLong;

    Liveness(Scenario scenario, World world, Oracle oracle) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
    }

    void check(List<Client> clients, AcquireRequest request) {
        for (Client client : clients) {
            String last = "";
            boolean in = false;
            tooLong = false;
            long until = world.nowNanos() + patienceMillis() * MILLI;
            // Who was told a long time comes once more after it.
            long asked = Long.MIN_VALUE;
            for (int tries = 0; !in && !tooLong && (tries < MOST_TRIES || asked < until) && oracle.content(); tries++) {
                asked = world.nowNanos();
                CompletableFuture<Decision> future = client.ask(request);
                pass(2 * scenario.deadlineMillis);
                in = future.isDone() && !future.isCompletedExceptionally() && granted(future.join());
                if (!in) {
                    last = future.handle(
                                    (decision, failure) -> failure == null ? decision.toString() : failure.toString())
                            .getNow("no answer");
                }
            }
            if (!in && !tooLong && oracle.content()) {
                oracle.violated("liveness", client.host() + " never gets in with " + request + ": " + last);
            }
        }
    }

    /** So long a process may go by what it knew before all was made as it was at first. */
    private long patienceMillis() {
        long denied = scenario.denials > 0 ? DENIED_MILLIS : 0;
        return scenario.operations > 0 ? Math.max(denied, scenario.configTtlMillis + DENIED_MILLIS) : denied;
    }

    /** Gives it back, so that the next one finds what this one found; or waits as long as the refusal says. */
    private boolean granted(Decision decision) {
        return decision.match(
                lease -> {
                    lease.giveBack();
                    return true;
                },
                refusal -> {
                    tooLong = retryMillis(refusal) > LONGEST_MILLIS;
                    pass(tooLong ? 0 : retryMillis(refusal) + oracle.clocksApartMillis() + 1);
                    return false;
                });
    }

    private static long retryMillis(Refusal refusal) {
        return refusal.retryAfter().map(Duration::toMillis).orElse(0L);
    }

    private void pass(long millis) {
        world.runUntil(world.nowNanos() + millis * MILLI);
    }
}
