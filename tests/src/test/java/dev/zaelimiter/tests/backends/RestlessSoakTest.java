package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fifty threads of five processes on a real table, while limits change each second, are deleted and stored again, the
 * right to write comes and goes, and the processes are closed and opened again. Nothing is given that the limits do not
 * allow, nobody waits longer than promised, and no more is written than the page of bounded writes says, which has the
 * figures of a long run. {@code -Dsoak.seconds} sets how long, {@code -Dseed} what is drawn; the figures go to standard
 * output.
 */
@Tag("extended")
@Tag("back-end")
class RestlessSoakTest {

    private static final long SECONDS = Long.getLong("soak.seconds", 30);
    private static final long SEED = Long.getLong("seed", System.currentTimeMillis());

    private static final String RESOURCE = "gpt-4";
    private static final String TEAM = "team";
    private static final List<String> KEYS = List.of("key-0", "key-1", "key-2", "key-3");
    private static final List<String> ALONE = List.of("alone-0", "alone-1", "alone-2");
    private static final int PROCESSES = 5;
    private static final int WORKERS = 50;
    private static final int LARGEST = 5;
    private static final Duration CONFIG_TTL = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    /** A machine that has other things to do may hold up a thread for so long. */
    private static final Duration SCHEDULING = Duration.ofSeconds(10);

    /**
     * From then on a process that is asked has read a change: after its time to live, by a read, perhaps a second one.
     */
    private static final double LAG_SECONDS = CONFIG_TTL.toSeconds() + 2.0 * FaultyNetwork.DEADLINE.toSeconds();

    private static final long DEADLINE_MILLIS = FaultyNetwork.DEADLINE.toMillis();

    private final LimitsOverTime common = new LimitsOverTime(15, 120, LAG_SECONDS);
    private final LimitsOverTime ofTeam = new LimitsOverTime(30, 90, LAG_SECONDS);
    private final Map<String, LongAdder> taken = new LinkedHashMap<>();
    private final Map<String, LongAdder> told = new ConcurrentHashMap<>();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);
    private final List<Throwable> failures = new ArrayList<>();
    private final long start = System.nanoTime();
    private volatile boolean over;

    @Test
    void everythingChanges_nothingIsOverOrStuck() throws InterruptedException {
        try (FaultyNetwork network = new FaultyNetwork(Backend.DYNOXIDE, SEED)) {
            store(network.direct);
            List<RestartedProcess> processes = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(new RestartedProcess(network, CONFIG_TTL, SEED + i));
            }
            work(network.direct, processes);
            processes.forEach(RestartedProcess::close);
            double seconds = seconds();
            report(processes, seconds);

            assertThat(failures).isEmpty();
            assertThat(told.keySet()).as("what callers were told").contains("granted", "closed", "denied");
            checkTaken(processes, seconds);
            checkTimes(processes);
            checkWrites(processes, seconds);
            checkThatAllGoOn(network);
        }
    }

    private double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    private void store(LimitRepository direct) {
        direct.limits().setResourceDefaults(RESOURCE, common.next(0));
        direct.limits().setEntityLimits(TEAM, RESOURCE, ofTeam.next(0));
        direct.entities().create(Entity.builder(TEAM).build());
        for (String key : KEYS) {
            direct.entities()
                    .create(Entity.builder(key).parent(TEAM).cascade(true).build());
            taken.put(key, new LongAdder());
        }
        ALONE.forEach(entity -> taken.put(entity, new LongAdder()));
    }

    private void work(LimitRepository direct, List<RestartedProcess> processes) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(WORKERS + PROCESSES + 1);
        start(done, () -> change(direct));
        for (int i = 0; i < PROCESSES; i++) {
            RestartedProcess process = processes.get(i);
            SplittableRandom random = new SplittableRandom(SEED * 31 + i);
            start(done, () -> disturb(process, random));
        }
        for (int i = 0; i < WORKERS; i++) {
            RestartedProcess process = processes.get(i % PROCESSES);
            SplittableRandom random = new SplittableRandom(SEED * 37 + i);
            start(done, () -> ask(process, random));
        }
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SECONDS));
        over = true;
        assertThat(done.await(60, TimeUnit.SECONDS)).as("all threads end").isTrue();
    }

    private void start(CountDownLatch done, Runnable task) {
        Thread thread = new Thread(() -> {
            try {
                while (!over) {
                    task.run();
                }
            } catch (RuntimeException | AssertionError e) {
                synchronized (failures) {
                    failures.add(e);
                }
            } finally {
                done.countDown();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Each second other limits; now and then none for a second. */
    private void change(LimitRepository direct) {
        rest(1000);
        if (common.changes() % 15 == 14) {
            direct.limits().deleteResourceDefaults(RESOURCE);
            rest(1000);
        }
        direct.limits().setResourceDefaults(RESOURCE, common.next(seconds()));
        direct.limits().setEntityLimits(TEAM, RESOURCE, ofTeam.next(seconds()));
    }

    private static void disturb(RestartedProcess process, SplittableRandom random) {
        rest(1000 + random.nextInt(4000));
        process.denyWrites(true);
        rest(500 + random.nextInt(2000));
        if (random.nextBoolean()) {
            process.denyWrites(false);
            rest(1000 + random.nextInt(4000));
        }
        process.restart();
    }

    private static void rest(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void ask(RestartedProcess process, SplittableRandom random) {
        List<String> entities = List.copyOf(taken.keySet());
        String entity = entities.get(random.nextInt(entities.size()));
        long amount = 1L + random.nextInt(LARGEST);
        AcquireRequest.Builder request =
                AcquireRequest.entity(entity).resource(RESOURCE).take(LimitsOverTime.NAME, amount);
        if (random.nextInt(4) == 0) {
            request.waitAtMost(LONGEST_WAIT);
        }
        long began = System.nanoTime();
        try {
            process.asks();
            Decision decision = process.repository().rateLimiter().tryAcquire(request.build());
            longestNanos.accumulate(System.nanoTime() - began);
            decision.match(
                    lease -> {
                        hears("granted");
                        taken.get(entity).add(amount);
                        end(process, lease, taken.get(entity), amount, random);
                        return true;
                    },
                    refusal -> {
                        hears("refused");
                        return false;
                    });
        } catch (RepositoryClosedException closed) {
            longestNanos.accumulate(System.nanoTime() - began);
            hears("closed");
        } catch (NoLimitsException none) {
            hears("no limits");
        } catch (RateLimiterUnavailableException late) {
            longestNanos.accumulate(System.nanoTime() - began);
            hears(late.getCause() instanceof StoreException.Denied ? "denied" : "unavailable");
        }
        rest(random.nextInt(100));
    }

    private void hears(String what) {
        told.computeIfAbsent(what, key -> new LongAdder()).increment();
    }

    private static void end(
            RestartedProcess process, Lease lease, LongAdder account, long amount, SplittableRandom random) {
        switch (random.nextInt(5)) {
            case 0 -> {
                process.corrects();
                lease.giveBack();
                account.add(-amount);
            }
            case 1 -> {
                process.corrects();
                long total = random.nextInt(2 * LARGEST);
                lease.settle(LimitsOverTime.NAME, total);
                lease.keep();
                account.add(total - amount);
            }
            default -> lease.keep();
        }
    }

    /**
     * What callers have is no more than the limits gave; what they used on top of what they asked for may be owed in
     * the end.
     */
    private void checkTaken(List<RestartedProcess> processes, double seconds) {
        long lost = processes.stream().mapToLong(RestartedProcess::lost).sum() * 2 * LARGEST;
        // Who was just let in may have used more than it asked for, and so may those who wait.
        long owed = 2L * WORKERS * LARGEST;
        taken.forEach((entity, sum) -> assertThat(sum.sum())
                .as("tokens that %s has", entity)
                .isBetween(1L, common.mostUntil(seconds) + owed + lost));
        assertThat(KEYS.stream().mapToLong(key -> taken.get(key).sum()).sum())
                .as("tokens that the team has")
                .isLessThanOrEqualTo(ofTeam.mostUntil(seconds) + owed + lost);
    }

    private void checkTimes(List<RestartedProcess> processes) {
        long most = FaultyNetwork.DEADLINE.plus(SCHEDULING).toMillis();
        assertThat(TimeUnit.NANOSECONDS.toMillis(longestNanos.get()))
                .as("the longest call")
                .isLessThanOrEqualTo(LONGEST_WAIT.toMillis() + most);
        processes.forEach(process ->
                assertThat(process.longestCloseMillis()).as("the longest close").isLessThanOrEqualTo(most));
    }

    /** By the page of bounded writes: a request and a correction so many in each bucket, a change so many in each. */
    private void checkWrites(List<RestartedProcess> processes, double seconds) {
        long changes = (common.changes() + ofTeam.changes()) * BoundOnWrites.ofAChange(seconds) * (taken.size() + 1);
        for (RestartedProcess process : processes) {
            assertThat(process.faults()).as("faults of the limiter").isZero();
            assertThat(process.writes())
                    .as("writes")
                    .isLessThanOrEqualTo(
                            2 * BoundOnWrites.of(process.requests(), process.corrections(), DEADLINE_MILLIS) + changes);
            // What is denied ends immediately: it is not written again for the same caller.
            assertThat((long) process.denied())
                    .as("writes that were denied")
                    .isLessThanOrEqualTo(2 * (process.requests() + process.corrections())
                            + (long) common.changes() * (taken.size() + 1));
            // Before the first pause: on the average nobody may even come to that.
            assertThat(process.writes())
                    .as("writes on the average")
                    .isLessThanOrEqualTo(5 * (process.requests() + process.corrections()));
        }
    }

    /** Whoever comes afterwards is let in. */
    private void checkThatAllGoOn(FaultyNetwork network) {
        try (LimitRepository fresh = network.process()) {
            for (String entity : taken.keySet()) {
                AcquireRequest request = AcquireRequest.entity(entity)
                        .resource(RESOURCE)
                        .take(LimitsOverTime.NAME, 1)
                        .waitAtMost(Duration.ofMinutes(2))
                        .build();
                boolean granted = fresh.rateLimiter().tryAcquire(request).match(lease -> true, refusal -> false);
                assertThat(granted).as(entity).isTrue();
            }
        }
    }

    private void report(List<RestartedProcess> processes, double seconds) {
        System.out.printf(
                "restless soak of %.0f s, seed %d: %d changes, callers heard %s, longest call %d ms%n",
                seconds,
                SEED,
                common.changes() + ofTeam.changes(),
                new TreeMap<>(told),
                TimeUnit.NANOSECONDS.toMillis(longestNanos.get()));
        taken.forEach((entity, sum) ->
                System.out.printf("  %s has %d of at most %d%n", entity, sum.sum(), common.mostUntil(seconds)));
        System.out.printf(
                "  team has %d of at most %d%n",
                KEYS.stream().mapToLong(key -> taken.get(key).sum()).sum(), ofTeam.mostUntil(seconds));
        processes.forEach(process -> System.out.println("  " + process));
    }
}
