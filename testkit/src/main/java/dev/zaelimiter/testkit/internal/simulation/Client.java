package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One process with the real engine in it, and somebody who uses it. */
final class Client {

    private static final long MILLI = 1_000_000;
    /** How much less is asked for in the end. */
    private static final int SLOWER = 100;

    /** So many come while one caller's writes are under way. */
    private static final int FLOOD = 600;

    /** So many writes a caller may make for others before it gets away with its own answer. */
    private static final int MOST_FOR_OTHERS = 300;

    /** A caller may be told a little after its time: timers and answers have an order. */
    private static final long GRACE_NANOS = 2 * MILLI;

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final Host host;
    private final Conduct conduct;
    private final RequestGenerator requests;
    private final SplittableRandom random;
    private final Leases leases;
    private final Evictions evictions;
    private final LimitRepository repository;

    private int open;
    private int made;
    private int flood;
    /** Writes of the calls on other threads that came while the one of this thread was under way. */
    private long byOthers;

    private boolean stopped;
    private boolean closing;
    private int slowness = 1;
    /** What the same process does elsewhere. */
    private @Nullable Client beside;

    /** A process with a repository of its own. */
    Client(
            Scenario scenario,
            World world,
            Oracle oracle,
            Host host,
            ItemStore store,
            Conduct conduct,
            RequestGenerator requests,
            SplittableRandom random) {
        this(scenario, world, oracle, host, conduct, requests, random, null, store);
    }

    /** What a process does in another namespace. */
    Client(
            Client of,
            String namespace,
            Scenario scenario,
            Oracle oracle,
            RequestGenerator requests,
            SplittableRandom random) {
        this(
                scenario,
                of.world,
                oracle,
                of.host,
                of.conduct,
                requests,
                random,
                of.repository.namespace(namespace),
                null);
        of.beside = this;
    }

    private Client(
            Scenario scenario,
            World world,
            Oracle oracle,
            Host host,
            Conduct conduct,
            RequestGenerator requests,
            SplittableRandom random,
            @Nullable LimitRepository opened,
            @Nullable ItemStore store) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.host = host;
        this.conduct = conduct;
        this.requests = requests;
        this.random = random;
        this.leases = new Leases(scenario, world, oracle, host, requests, random, this);
        this.evictions = new Evictions(scenario, world, oracle, this, random);
        this.repository = opened == null ? open(Objects.requireNonNull(store)) : opened;
    }

    private LimitRepository open(ItemStore store) {
        RepositoryBuilder settings = RepositoryBuilder.on(store)
                .environment(host)
                .inlineCallbacks()
                .sharedWithPython(scenario.pythons > 0)
                .deadline(Duration.ofMillis(scenario.deadlineMillis))
                .configTtl(Duration.ofMillis(scenario.configTtlMillis))
                .refusalFreshness(Duration.ofMillis(scenario.freshnessMillis))
                .creditLinger(Duration.ofMillis(scenario.lingerMillis))
                .ttlMultiplier(scenario.ttlMultiplier)
                .onUnavailable(scenario.allowWhenUnavailable ? OnUnavailable.ALLOW : OnUnavailable.BLOCK);
        // Who listens goes the long way.
        return (scenario.deaf ? settings : settings.listener(new ClientListener(world, oracle, host))).build();
    }

    Host host() {
        return host;
    }

    LimitRepository repository() {
        return repository;
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
        beside().ifPresent(Client::stop);
    }

    Conduct conduct() {
        return conduct;
    }

    /** What the same process does in another namespace. */
    Optional<Client> beside() {
        return Optional.ofNullable(beside);
    }

    /** Whether it has neither crashed nor closed. */
    boolean alive() {
        return !host.crashed() && !closing;
    }

    /** Closes its repository, whatever is under way. Afterwards nothing is sent. */
    void close() {
        stopped = true;
        closing = true;
        beside().ifPresent(other -> {
            other.stopped = true;
            other.closing = true;
        });
        world.trace(host + " closes");
        repository.close();
        conduct.close();
        world.trace(host + " is closed");
    }

    private void next() {
        if (stopped || made >= scenario.requestsEach) {
            return;
        }
        for (int i = 0; i < scenario.atOnce && open < scenario.mostOpen && !evictions.resting(); i++) {
            submit();
        }
        double rest = -Math.log(1 - random.nextDouble());
        long think = random.nextDouble() < scenario.bursts
                ? scenario.idleMillis + random.nextLong(scenario.idleMillis + 1)
                : (long) (rest * scenario.thinkMillis * slowness);
        world.after(think * MILLI + random.nextLong(MILLI), host, this::next);
    }

    /** Comes with one request; and while its write is under way, so many others come, on other threads. */
    void flood() {
        flood = FLOOD;
        onAThread();
        flood = 0;
    }

    /** One more of them. */
    void flooded() {
        if (flood > 0) {
            flood--;
            onAThread();
        }
    }

    /** A call on a thread of its own: what others do meanwhile, who come while it writes, is not its work. */
    private void onAThread() {
        long before = conduct.writes();
        long outer = byOthers;
        byOthers = 0;
        submit();
        long all = conduct.writes() - before;
        if (all - byOthers > MOST_FOR_OTHERS) {
            oracle.violated(
                    "kept", host + " was kept for " + (all - byOthers) + " writes of others, in a call of its own");
        }
        byOthers = outer + all;
    }

    /** Forgets what it knows of its buckets, as soon as nobody holds them. */
    void forget() {
        evictions.begin(false);
    }

    /** Puts its buckets to rest, as soon as nobody holds them. */
    void rest() {
        evictions.begin(true);
    }

    /** Whether no request of its is open, and no lease. */
    boolean quiet() {
        return open == 0 && leases.held() == 0;
    }

    boolean stopped() {
        return stopped;
    }

    private void submit() {
        AcquireRequest request = requests.next();
        Asked asked = requests.asked(request, host.toString(), world.nowNanos());
        world.trace(asked.hash(), () -> host + " asks: " + asked);
        oracle.calls().submitted(asked);
        made++;
        CompletableFuture<Decision> future = repository.asyncRateLimiter().tryAcquire(request);
        watch(asked, future, lease -> leases.hold(request, asked, lease));
        if (scenario.cancelSteps > 0) {
            mayWithdraw(future);
        } else if (!future.isDone() && random.nextDouble() < scenario.cancels) {
            long after = random.nextLong(scenario.latencyMaxMillis * 3 * MILLI + 1);
            world.after(after, host, () -> future.cancel(true));
        }
    }

    /** Perhaps gives up, at some step of the way, in one way or another. */
    void mayWithdraw(CompletableFuture<?> future) {
        if (scenario.cancelSteps == 0 || random.nextDouble() >= scenario.cancels) {
            return;
        }
        int steps = random.nextInt(scenario.cancelSteps);
        boolean cancels = random.nextBoolean();
        Runnable giveUp = () -> {
            if (cancels) {
                future.cancel(true);
            } else {
                future.completeExceptionally(new CancellationException("timed out"));
            }
        };
        if (steps == 0) {
            giveUp.run();
        } else {
            world.afterSteps(steps, host, giveUp);
        }
    }

    /** Asks for something beside all that it does. */
    CompletableFuture<Decision> ask(AcquireRequest request) {
        return repository.asyncRateLimiter().tryAcquire(request);
    }

    interface Holder {
        void hold(Lease lease);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // every outcome is told to the oracle here
    void watch(Asked asked, CompletableFuture<Decision> future, Holder holder) {
        open++;
        future.whenComplete((decision, failure) -> {
            open--;
            try {
                ended(asked, decision, failure, holder);
            } catch (RuntimeException | Error fault) {
                oracle.violated("fault", "a caller's continuation: " + Faults.describe(fault));
            }
        });
        // Who waits for tokens waits for the clock of whoever stamped the bucket, too.
        long offset = asked.waitMillis > 0 ? 2 * scenario.worstOffsetMillis() : 0;
        long longest = scenario.deadlineMillis + asked.waitMillis + offset;
        world.after(longest * MILLI + GRACE_NANOS, host, () -> {
            if (!asked.done) {
                oracle.calls().late(asked, "was not answered within " + longest + " ms");
            }
        });
    }

    private void ended(Asked asked, @Nullable Decision decision, @Nullable Throwable failure, Holder holder) {
        if (decision instanceof Decision.Granted granted) {
            boolean degraded = granted.lease().degraded();
            world.trace(asked.id, () -> host + " granted " + asked.id + (degraded ? ", degraded" : ""));
            oracle.calls().granted(asked, degraded);
            holder.hold(granted.lease());
        } else if (decision instanceof Decision.Refused refused) {
            String told = refused.refusal().toString();
            world.trace(~asked.id * 31 + told.hashCode(), () -> host + " refused " + asked.id + ": " + told);
            oracle.calls().refused(asked, refused.refusal(), host.wallMillis());
        } else if (failure instanceof CancellationException) {
            world.trace(host + " cancelled " + asked.id);
            oracle.calls().cancelled(asked);
        } else if (failure != null) {
            world.trace(host + " failed " + asked.id + ": " + failure);
            asked.closing = closing;
            oracle.calls().failed(asked, failure);
        }
    }
}
