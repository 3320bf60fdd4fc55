package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One process with the real engine in it, and somebody who uses it. */
final class Client {

    private static final long MILLI = 1_000_000;
    /** How much less is asked for in the end. */
    private static final int SLOWER = 100;

    /** A caller may be told a little after its time: timers and answers have an order. */
    private static final long GRACE_NANOS = 2 * MILLI;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Host host;
    private final Conduct conduct;
    private final Requests requests;
    private final SplittableRandom random;
    private final LimitRepository repository;
    /** By the id of the first request of a lease, what it last took on top. */
    private final Map<Integer, Asked> awaiting = new TreeMap<>();

    private int open;
    private int made;
    private boolean stopped;
    private boolean closing;
    private int slowness = 1;

    Client(
            Scenario scenario,
            World world,
            Oracle oracle,
            Host host,
            ItemStore store,
            Conduct conduct,
            Requests requests,
            SplittableRandom random) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.host = host;
        this.conduct = conduct;
        this.requests = requests;
        this.random = random;
        RepositoryBuilder settings = RepositoryBuilder.on(store)
                .environment(host)
                .inlineCallbacks()
                .deadline(Duration.ofMillis(scenario.deadlineMillis))
                .configTtl(Duration.ofMillis(scenario.configTtlMillis))
                .refusalFreshness(Duration.ofMillis(scenario.freshnessMillis))
                .creditLinger(Duration.ofMillis(scenario.lingerMillis))
                .ttlMultiplier(scenario.ttlMultiplier)
                .onUnavailable(scenario.allowWhenUnavailable ? OnUnavailable.ALLOW : OnUnavailable.BLOCK);
        // Who listens goes the long way.
        this.repository = (scenario.deaf ? settings : settings.listener(new Heard())).build();
    }

    private final class Heard implements LimiterListener {
        @Override
        public void wrote(BucketWrite write) {
            oracle.wrote(write.kind() + " " + write.outcome());
        }

        @Override
        public void granted(AcquireRequest request, long waitNanos) {
            if (waitNanos > 0) {
                world.trace(host + " is to wait " + waitNanos / MILLI + " ms for tokens of " + request.entity());
            }
        }

        @Override
        public void cutGiveBack(String entity, String resource, String limit, long tokens) {
            world.trace(host + " hears that " + tokens + " " + limit + " of " + entity + " did not fit");
            oracle.untold().told(host.toString(), Names.bucket(entity, resource), limit, tokens);
        }

        @Override
        public void lostAdjustment(
                String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
            world.trace(host + " lost a correction of " + delta + " " + limit + " of " + entity);
            oracle.lost(host.toString(), Names.bucket(entity, resource), limit, delta * 1000);
            oracle.untold().told(host.toString(), Names.bucket(entity, resource), limit, Math.max(0, -delta));
        }
    }

    Host host() {
        return host;
    }

    void start() {
        world.after(random.nextLong(scenario.thinkMillis * MILLI + 1), host, this::next);
    }

    /** From now on it asks for less. */
    void calmDown() {
        slowness = SLOWER;
    }

    void stop() {
        stopped = true;
    }

    Conduct conduct() {
        return conduct;
    }

    /** Whether it has neither crashed nor closed. */
    boolean alive() {
        return !host.crashed() && !closing;
    }

    /** Closes its repository, whatever is under way. Afterwards nothing is sent. */
    void close() {
        stopped = true;
        closing = true;
        world.trace(host + " closes");
        repository.close();
        conduct.close();
        world.trace(host + " is closed");
    }

    private void next() {
        if (stopped || made >= scenario.requestsEach) {
            return;
        }
        for (int i = 0; i < scenario.atOnce && open < scenario.mostOpen; i++) {
            submit();
        }
        double rest = -Math.log(1 - random.nextDouble());
        long think = random.nextDouble() < scenario.bursts
                ? scenario.idleMillis + random.nextLong(scenario.idleMillis + 1)
                : (long) (rest * scenario.thinkMillis * slowness);
        world.after(think * MILLI + random.nextLong(MILLI), host, this::next);
    }

    private void submit() {
        AcquireRequest request = requests.next();
        Asked asked = requests.asked(request, host.toString(), world.nowNanos());
        world.trace(asked.hash(), () -> host + " asks: " + asked);
        oracle.submitted(asked);
        open++;
        made++;
        CompletableFuture<Decision> future = repository.asyncRateLimiter().tryAcquire(request);
        watch(asked, future, lease -> hold(request, asked, lease));
        if (!future.isDone() && random.nextDouble() < scenario.cancels) {
            long after = random.nextLong(scenario.latencyMaxMillis * 3 * MILLI + 1);
            world.after(after, host, () -> future.cancel(true));
        }
    }

    /** Asks for something beside all that it does. */
    CompletableFuture<Decision> ask(AcquireRequest request) {
        return repository.asyncRateLimiter().tryAcquire(request);
    }

    private interface Holder {
        void hold(Lease lease);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // every outcome is told to the oracle here
    private void watch(Asked asked, CompletableFuture<Decision> future, Holder holder) {
        future.whenComplete((decision, failure) -> {
            open--;
            try {
                ended(asked, decision, failure, holder);
            } catch (RuntimeException | Error fault) {
                oracle.violated("fault", "a caller's continuation: " + Oracle.describe(fault));
            }
        });
        // Who waits for tokens waits for the clock of whoever stamped the bucket, too.
        long offset = asked.waitMillis > 0 ? 2 * scenario.worstOffsetMillis() : 0;
        long longest = scenario.deadlineMillis + asked.waitMillis + offset;
        world.after(longest * MILLI + GRACE_NANOS, host, () -> {
            if (!asked.done) {
                oracle.late(asked, "was not answered within " + longest + " ms");
            }
        });
    }

    private void ended(Asked asked, @Nullable Decision decision, @Nullable Throwable failure, Holder holder) {
        if (decision instanceof Decision.Granted granted) {
            boolean degraded = granted.lease().degraded();
            world.trace(asked.id, () -> host + " granted " + asked.id + (degraded ? ", degraded" : ""));
            oracle.granted(asked, degraded);
            holder.hold(granted.lease());
        } else if (decision instanceof Decision.Refused refused) {
            String told = refused.refusal().toString();
            world.trace(~asked.id * 31 + told.hashCode(), () -> host + " refused " + asked.id + ": " + told);
            oracle.refused(asked, refused.refusal(), host.wallMillis());
        } else if (failure instanceof CancellationException) {
            world.trace(host + " cancelled " + asked.id);
            oracle.cancelled(asked);
        } else if (failure != null) {
            world.trace(host + " failed " + asked.id + ": " + failure);
            asked.closing = closing;
            oracle.failed(asked, failure);
        }
    }

    private void hold(AcquireRequest request, Asked asked, Lease lease) {
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
        AcquireRequest extra = AcquireRequest.entity(request.entity())
                .resource(request.resource())
                .take(limit, amount)
                .build();
        Asked also = requests.asked(extra, host.toString(), world.nowNanos());
        world.trace(host + " takes more for " + asked.id + ": " + also);
        oracle.submitted(also);
        open++;
        watch(also, lease.takeAsync(limit, amount), same -> {
            if (!same.degraded()) {
                taken.merge(limit, amount * 1000, Long::sum);
            }
        });
        awaiting.put(asked.id, also);
    }

    /** A lease ends as leases do: kept, corrected or given back. Not while it takes more. */
    private void end(Asked asked, Lease lease, Map<String, Long> taken) {
        Asked also = awaiting.get(asked.id);
        if (also != null && !also.done) {
            world.after(scenario.holdMillis * MILLI + 1, host, () -> end(asked, lease, taken));
            return;
        }
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
                                : tokens + random.nextLong(tokens * scenario.debtFactor + 2);
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
            oracle.settled(asked, changes);
        }
    }
}
