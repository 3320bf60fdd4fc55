package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** What one client does with what it was granted. */
final class Leases {

    private static final long MILLI = 1_000_000;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Host host;
    private final RequestGenerator requests;
    private final SplittableRandom random;
    private final Client client;
    /** By the id of the first request of a lease, what it last took on top. */
    private final Map<Integer, Asked> awaiting = new TreeMap<>();
    /** The same, if it was let in. */
    private final Map<Integer, Asked> onTop = new TreeMap<>();

    private int held;

    Leases(
            Scenario scenario,
            World world,
            Oracle oracle,
            Host host,
            RequestGenerator requests,
            SplittableRandom random,
            Client client) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.host = host;
        this.requests = requests;
        this.random = random;
        this.client = client;
    }

    /** How many are not over. */
    int held() {
        return held;
    }

    /** Its client was let in. */
    void hold(AcquireRequest request, Asked asked, Lease lease) {
        held++;
        Map<String, Long> taken = new TreeMap<>(asked.amounts);
        long time = random.nextLong(scenario.holdMillis * 2 * MILLI + 1);
        if (random.nextDouble() < scenario.takesMore && request.size() > 0) {
            world.after(time / 2, host, () -> more(request, asked, lease, taken));
        }
        world.after(time, host, () -> end(asked, lease, taken));
    }

    private void more(AcquireRequest request, Asked asked, Lease lease, Map<String, Long> taken) {
        String limit = request.limit(random.nextInt(request.size()));
        long amount = 1 + random.nextLong(3);
        AcquireRequest.Builder extra = AcquireRequest.entity(request.entity())
                .resource(request.resource())
                .take(limit, amount);
        List<Limit> brought = request.limits();
        if (brought != null) {
            extra.limits(brought);
        }
        Asked also = requests.asked(extra.build(), host.toString(), world.nowNanos());
        world.trace(host + " takes more for " + asked.id + ": " + also);
        oracle.calls().submitted(also);
        CompletableFuture<Decision> future = lease.takeAsync(limit, amount);
        client.watch(also, future, same -> {
            if (!same.degraded()) {
                taken.merge(limit, amount * 1000, Long::sum);
                onTop.put(asked.id, also);
            }
        });
        client.mayWithdraw(future);
        awaiting.put(asked.id, also);
    }

    /** A lease ends as leases do: kept, corrected or given back. Not while it takes more. */
    private void end(Asked asked, Lease lease, Map<String, Long> taken) {
        Asked also = awaiting.get(asked.id);
        if (also != null && !also.done) {
            world.after(scenario.holdMillis * MILLI + 1, host, () -> end(asked, lease, taken));
            return;
        }
        held--;
        Map<String, Long> changes = new TreeMap<>();
        double drawn = random.nextDouble();
        if (drawn < scenario.givesBack) {
            taken.forEach((limit, milli) -> changes.put(limit, -milli));
            told(asked, lease, changes, "gives back");
            lease.giveBack();
            return;
        }
        drawn -= scenario.givesBack;
        boolean lower = drawn < scenario.settlesLower;
        boolean higher = !lower && drawn - scenario.settlesLower < scenario.settlesHigher;
        if (lower || higher) {
            taken.forEach((limit, milli) -> {
                long tokens = milli / 1000;
                long total = lower
                        ? random.nextLong(tokens + 1)
                        : scenario.settlesUpTo > tokens
                                ? tokens + random.nextLong(scenario.settlesUpTo - tokens)
                                : Math.min(
                                        Limit.MAX_AMOUNT, tokens + random.nextLong(tokens * scenario.debtFactor + 2));
                lease.settle(limit, total);
                if (total != tokens) {
                    changes.put(limit, (total - tokens) * 1000);
                }
            });
        }
        told(asked, lease, changes, "keeps");
        lease.keep();
    }

    private void told(Asked asked, Lease lease, Map<String, Long> changes, String how) {
        world.trace(changes.hashCode(), () -> host + " " + how + " " + asked.id + " " + changes);
        if (!lease.degraded()) {
            Map<String, Long> left = new TreeMap<>(changes);
            Asked also = onTop.remove(asked.id);
            if (also != null) {
                oracle.calls().settled(also, ofTheLast(also, left));
            }
            oracle.calls().settled(asked, left);
        }
    }

    /**
     * What more was used is charged where the limit was taken last, and what goes back goes there first: the entity may
     * have moved in between.
     *
     * @param changes in all; what is left of them for the first request stays
     */
    private static Map<String, Long> ofTheLast(Asked also, Map<String, Long> changes) {
        Map<String, Long> last = new TreeMap<>();
        also.amounts.forEach((limit, taken) -> {
            long change = changes.getOrDefault(limit, 0L);
            long part = Math.max(change, -taken);
            if (part != 0) {
                last.put(limit, part);
                changes.put(limit, change - part);
            }
        });
        changes.values().removeIf(change -> change == 0);
        return last;
    }
}
