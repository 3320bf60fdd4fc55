package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether the time that a refusal tells is enough: in the end, when nobody else asks for anything, who is refused and
 * comes again after that time is let in at once.
 */
final class QuietWorld {

    private static final long MILLI = 1_000_000;
    private static final int ROUNDS = 6;
    /** So often no answer within a short deadline is excused: shards may have to be made one first. */
    private static final int PATIENCE = 8;

    /** Longer is not waited for: virtual time ends, too. */
    private static final long LONGEST_MILLIS = Duration.ofDays(365 * 20).toMillis();

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final RequestGenerator requests;
    private final SplittableRandom random;

    QuietWorld(Scenario scenario, World world, Oracle oracle, RequestGenerator requests, SplittableRandom random) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.requests = requests;
        this.random = random;
    }

    void check(List<Client> clients, List<Limit> limits) {
        // Each process hears of the last changes.
        pass(Math.max(scenario.configTtlMillis + scenario.freshnessMillis + 1, restsOfTheDenied()));
        for (int round = 0; round < ROUNDS && oracle.content() && !clients.isEmpty(); round++) {
            Client client = clients.get(random.nextInt(clients.size()));
            AcquireRequest request = requests.large(limits, random);
            long rewrites = oracle.landings().rewrites();
            Refusal first = refusal(client, request, PATIENCE);
            for (int tries = 0; first != null && first.contended() && tries < 3; tries++) {
                pass(retryMillis(first) + 1);
                first = refusal(client, request, PATIENCE);
            }
            if (first != null && tellsATime(first)) {
                boolean rewritten = rewrites != oracle.landings().rewrites();
                Refusal second = again(client, request, first);
                if (second != null && rewritten) {
                    // It took by the numbers of before the rewrite, was told a time, and gave back by those of after
                    // it: what
                    // was taken from several shards may have to be found in one of them.
                    first = second;
                    second = tellsATime(first) ? again(client, request, first) : null;
                }
                if (second != null && asked(first).equals(asked(second))) {
                    oracle.violated(
                            "told-too-early",
                            client.host() + " came again after the time of " + first
                                    + ", nobody else asked, and it was: " + second);
                }
            }
        }
    }

    /** Whether it tells a time after which it may be tried again, and that lies within virtual time. */
    private static boolean tellsATime(Refusal refusal) {
        return refusal.everFits() && retryMillis(refusal) <= LONGEST_MILLIS;
    }

    /** Comes again after the time that a refusal told; null if it is not refused. */
    private @Nullable Refusal again(Client client, AcquireRequest request, Refusal told) {
        oracle.told().refused(request, told);
        // Where a stamp was taken back a gap of hours may count for nothing: it comes just then, by its own clock.
        pass(retryMillis(told) + (oracle.takesBackStamps() ? 0 : oracle.clocksApartMillis()) + 1);
        return refusal(client, request, PATIENCE);
    }

    /**
     * How long until no bucket rests any more for a rewrite that was denied: who names a limit that is missing there is
     * told so until then. A process that got in by now may have got in by another bucket.
     */
    private long restsOfTheDenied() {
        long last = scenario.durationMillis + scenario.deadlineMillis;
        return scenario.denials == 0 ? 0 : last + Liveness.DENIED_MILLIS - world.nowNanos() / MILLI;
    }

    /** Asks, and keeps what it gets; null if it is not refused. */
    private @Nullable Refusal refusal(Client client, AcquireRequest request, int tries) {
        CompletableFuture<Decision> future = client.ask(request);
        // Long enough for the next one not to be refused from an image of before.
        pass(2 * scenario.deadlineMillis + scenario.freshnessMillis + 1);
        if (future.isCompletedExceptionally() && tries > 0) {
            return refusal(client, request, tries - 1);
        }
        if (!future.isDone() || future.isCompletedExceptionally()) {
            oracle.violated("liveness", client.host() + " gets no answer to " + request + ": " + future);
            return null;
        }
        Refusal refused = future.join() instanceof Decision.Refused told ? told.refusal() : null;
        world.note(() -> client.host() + " asks alone: " + request + " and "
                + (refused == null ? "is granted" : "hears " + refused));
        return refused;
    }

    /**
     * Whose limits were asked, and which. A new parent or a changed limit is learnt with the first request after
     * {@code configTtl}, by each shard for itself, and that may be the one that was refused by the old one.
     */
    private static Set<String> asked(Refusal refusal) {
        return refusal.statuses().stream()
                .map(status -> status.entity() + " " + status.limit())
                .collect(Collectors.toSet());
    }

    private static long retryMillis(Refusal refusal) {
        return refusal.retryAfter().map(Duration::toMillis).orElse(0L);
    }

    private void pass(long millis) {
        world.runUntil(world.nowNanos() + millis * MILLI);
    }
}
