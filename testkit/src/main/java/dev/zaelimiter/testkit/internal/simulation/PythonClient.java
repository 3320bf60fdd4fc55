package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.ItemStore;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A process of the Python system, and somebody who uses it as ours are used. It follows that system's rules of writing,
 * not its code: no cache of refusals, which writes nothing, and no repeats of what was lost on the way.
 */
final class PythonClient {

    private static final String NAME = "python";
    private static final long MILLI = 1_000_000;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Host host;
    private final ItemStore store;
    private final RequestGenerator requests;
    private final SplittableRandom random;
    private final PythonWrites writes;
    private final PythonMemory memory;
    private boolean stopped;
    private int open;

    PythonClient(
            Scenario scenario,
            World world,
            Oracle oracle,
            Host host,
            ItemStore store,
            Keys keys,
            RequestGenerator requests,
            SplittableRandom random) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.host = host;
        this.store = store;
        this.requests = requests;
        this.random = random;
        this.writes = new PythonWrites(keys);
        this.memory = new PythonMemory(scenario, random.split());
    }

    static String name(int number) {
        return NAME + number;
    }

    /** Whether a writer is one of these. */
    static boolean is(String client) {
        return client.startsWith(NAME);
    }

    void start() {
        world.after(random.nextLong(scenario.thinkMillis * MILLI + 1), host, this::next);
    }

    void stop() {
        stopped = true;
    }

    /** Doubles the shards of some bucket, as if its partition were full. */
    void divide() {
        String entity = scenario.cascade && random.nextInt(3) == 0
                ? RequestGenerator.PARENT
                : RequestGenerator.entity(random.nextInt(scenario.entities));
        int count = memory.count(entity);
        if (count >= scenario.mostPythonShards) {
            return;
        }
        world.trace(host + " doubles the shards of " + entity);
        watched(new PythonDivision(store, writes, entity).run(count).thenAccept(now -> memory.learn(entity, now)));
    }

    private void next() {
        if (stopped) {
            return;
        }
        if (open < scenario.mostOpen) {
            ask();
        }
        double rest = -Math.log(1 - random.nextDouble());
        long think = random.nextDouble() < scenario.bursts
                ? scenario.idleMillis + random.nextLong(scenario.idleMillis + 1)
                : (long) (rest * scenario.thinkMillis);
        world.after(think * MILLI + random.nextLong(MILLI), host, this::next);
    }

    private void ask() {
        AcquireRequest request = requests.next();
        Map<String, Long> amounts = new TreeMap<>();
        for (int i = 0; i < request.size(); i++) {
            amounts.put(request.limit(i), request.amount(i) * 1000);
        }
        world.trace(amounts.hashCode(), () -> host + " asks for " + request.entity() + " " + amounts);
        open++;
        watched(new PythonAcquire(memory, store, writes, host::wallMillis, request.entity(), amounts)
                .run()
                .thenAccept(this::answered)
                .whenComplete((done, failure) -> open--));
    }

    private void answered(@Nullable PythonLease lease) {
        world.trace(
                lease == null ? 0 : lease.taken().hashCode(),
                () -> host + (lease == null ? " is refused" : " is granted"));
        oracle.wrote("PYTHON " + (lease == null ? "REFUSED" : "GRANTED"));
        if (lease != null) {
            world.after(random.nextLong(scenario.holdMillis * 2 * MILLI + 1), host, () -> end(lease));
        }
    }

    /** A lease ends as leases do: kept, corrected, or its block throws and all goes back. */
    private void end(PythonLease lease) {
        double drawn = random.nextDouble();
        if (drawn < scenario.givesBack) {
            watched(lease.giveBack());
            return;
        }
        drawn -= scenario.givesBack;
        boolean lower = drawn < scenario.settlesLower;
        boolean higher = !lower && drawn - scenario.settlesLower < scenario.settlesHigher;
        Map<String, Long> changes = new TreeMap<>();
        lease.taken().forEach((limit, milli) -> {
            long tokens = milli / 1000;
            if (lower) {
                changes.put(limit, -1000 * random.nextLong(tokens + 1));
            } else if (higher) {
                changes.put(limit, 1000 * random.nextLong(tokens * scenario.debtFactor + 2));
            }
        });
        watched(lease.settle(changes));
    }

    /** A store that turns it away is no fault; anything else is one of this model. */
    @SuppressWarnings("FutureReturnValueIgnored") // every outcome is looked at here
    private void watched(CompletableFuture<?> future) {
        future.whenComplete((done, failure) -> {
            Throwable cause = failure != null && failure.getCause() != null ? failure.getCause() : failure;
            if (cause != null && !(cause instanceof dev.zaelimiter.store.StoreException)) {
                oracle.violated("fault", "the model of " + host + " threw " + Faults.describe(cause));
            }
        });
    }
}
