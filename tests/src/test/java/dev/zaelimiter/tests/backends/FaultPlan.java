package dev.zaelimiter.tests.backends;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Decides what becomes of each request: first what a test has ordered for the next writes, then chance. The decision
 * about a request depends on the seed and the request's number alone, not on what came before it.
 *
 * <p>Safe for use by many threads.
 */
final class FaultPlan {

    private final long seed;
    private final Queue<NetworkFault> ordered = new ConcurrentLinkedQueue<>();
    private final Map<NetworkFault, Integer> counts = new EnumMap<>(NetworkFault.class);
    private volatile boolean writesDenied;
    private volatile double share;
    private volatile List<NetworkFault> faults = List.of();

    FaultPlan(long seed) {
        this.seed = seed;
    }

    /** From now on this share of all requests meets one of these faults; 0 for none. */
    void atRandom(double share, List<NetworkFault> faults) {
        this.faults = List.copyOf(faults);
        this.share = share;
    }

    /** Whether the right to write is taken away from now on. */
    void denyWrites(boolean denied) {
        writesDenied = denied;
    }

    /** What the next writes meet, in this order. */
    void next(NetworkFault... faults) {
        ordered.addAll(List.of(faults));
    }

    /** How many of those ordered have not been met yet. */
    int pending() {
        return ordered.size();
    }

    /**
     * What becomes of a request.
     *
     * @param number of the request, from 0
     * @param write whether it changes anything
     */
    NetworkFault of(long number, boolean write) {
        NetworkFault fault = write ? ordered.poll() : null;
        if (fault == null) {
            fault = write && writesDenied ? NetworkFault.DENIED : byChance(number);
        }
        count(fault);
        return fault;
    }

    private NetworkFault byChance(long number) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        return random.nextDouble() < share ? faults.get(random.nextInt(faults.size())) : NetworkFault.NONE;
    }

    private synchronized void count(NetworkFault fault) {
        counts.merge(fault, 1, Integer::sum);
    }

    synchronized Map<NetworkFault, Integer> counts() {
        return new EnumMap<>(counts);
    }
}
