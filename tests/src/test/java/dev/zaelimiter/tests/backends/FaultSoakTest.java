package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three processes, a bucket of each one's own and one that they share, over a network that spoils 5% of all requests;
 * in the end each bucket's account must balance. {@code -Dsoak.seconds} sets how long, {@code -Dseed} which faults; the
 * figures go to standard output.
 *
 * <p>Every bucket starts empty and is asked for more than refills, so that it never fills up: then what it holds is
 * what refilled between its stamps, less what was taken.
 */
@Tag("extended")
@Tag("back-end")
class FaultSoakTest {

    private static final long SECONDS = Long.getLong("soak.seconds", 30);
    private static final long SEED = Long.getLong("seed", System.currentTimeMillis());
    private static final double SHARE = 0.05;

    private static final String RESOURCE = "gpt-4";
    private static final String SHARED = "shared";
    private static final int PROCESSES = 3;
    private static final int WORKERS = 36;
    private static final int LARGEST = 5;
    private static final long RATE = 10;
    private static final Limit LIMIT = Limit.custom("rps", 40 * RATE, RATE, Duration.ofSeconds(1));

    /**
     * Clocks agree to a second before they are learnt; and a request may be on its way for as long as a caller waits.
     */
    private static final double SLACK_SECONDS = 1 + FaultyNetwork.DEADLINE.toSeconds();

    private final Map<String, BucketBooks> accounts = new LinkedHashMap<>();

    @Test
    void faultsInOneOfTwentyCalls_accountsBalance() throws InterruptedException {
        try (FaultyNetwork network = new FaultyNetwork(Backend.DYNOXIDE, SEED)) {
            network.direct.limits().setResourceDefaults(RESOURCE, LIMIT);
            List<LimitRepository> processes = network.processes(PROCESSES);
            long start = System.nanoTime();
            for (int i = 0; i < PROCESSES; i++) {
                open(network, "own-" + i);
            }
            open(network, SHARED);
            network.faults.atRandom(SHARE, NetworkFault.AT_RANDOM);

            work(processes);
            network.settle();

            double seconds = (System.nanoTime() - start) / 1e9;
            long lost = processes.stream()
                    .mapToLong(process -> process.statistics().lostAdjustments())
                    .sum();
            Map<NetworkFault, Integer> faults = network.faults.counts();
            System.out.printf("soak of %.0f s, seed %d: %s, lost corrections %d%n", seconds, SEED, faults, lost);
            accounts.forEach((entity, account) -> {
                account.end(Stamped.of(network.bucket(entity, RESOURCE)));
                System.out.println("  " + entity + ": " + account);
            });
            accounts.forEach((entity, account) -> check(entity, account, faults, lost, seconds));
        }
    }

    /** Takes all there is; from here on the account is kept. */
    private void open(FaultyNetwork network, String entity) {
        network.direct.rateLimiter().acquire(request(entity, LIMIT.capacity())).keep();
        accounts.put(entity, new BucketBooks(Stamped.of(network.bucket(entity, RESOURCE)), LIMIT));
    }

    private static AcquireRequest request(String entity, long amount) {
        return AcquireRequest.entity(entity)
                .resource(RESOURCE)
                .take("rps", amount)
                .build();
    }

    private void work(List<LimitRepository> processes) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        CountDownLatch done = new CountDownLatch(WORKERS);
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            int worker = i;
            Thread thread = new Thread(() -> {
                try {
                    SplittableRandom random = new SplittableRandom(SEED + worker);
                    int process = worker % PROCESSES;
                    while (System.nanoTime() - end < 0) {
                        String entity = random.nextInt(3) == 0 ? SHARED : "own-" + process;
                        call(processes.get(process), entity, random);
                        LockSupport.parkNanos(random.nextLong(20_000_000));
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
        assertThat(done.await(SECONDS + 120, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).isEmpty();
    }

    private void call(LimitRepository process, String entity, SplittableRandom random) {
        BucketBooks account = accounts.get(entity);
        long amount = 1L + random.nextInt(LARGEST);
        try {
            process.rateLimiter()
                    .tryAcquire(request(entity, amount))
                    .match(
                            lease -> {
                                account.granted(amount);
                                end(lease, account, amount, random);
                                return true;
                            },
                            refusal -> false);
        } catch (RateLimiterUnavailableException e) {
            account.unanswered(amount);
        }
    }

    private static void end(Lease lease, BucketBooks account, long amount, SplittableRandom random) {
        switch (random.nextInt(5)) {
            case 0 -> {
                lease.giveBack();
                account.corrected(-amount);
            }
            case 1 -> {
                long total = random.nextInt(2 * LARGEST);
                lease.settle("rps", total);
                lease.keep();
                account.corrected(total - amount);
            }
            default -> lease.keep();
        }
    }

    private static void check(
            String entity,
            BucketBooks account,
            Map<NetworkFault, Integer> faults,
            long lostCorrections,
            double seconds) {
        assertThat(account.granted())
                .as("%s: the bucket was asked for more than refills", entity)
                .isPositive();
        assertThat(account.endBalance()).as("%s: never full", entity).isLessThan(LIMIT.capacity());
        assertThat(account.net())
                .as("%s: taken, net of what came back", entity)
                .isLessThanOrEqualTo((long) (RATE * (seconds + SLACK_SECONDS)) - Math.min(0, account.endBalance()));

        // What was written for nobody, by the design: what nobody was told of, credits whose answer was lost, and a
        // write
        // that landed after it had been repeated. On a bucket that others write too, any repeated write may be such a
        // one.
        long batch = 2L * LARGEST * WORKERS / PROCESSES;
        long repeated = entity.equals(SHARED)
                ? faults.entrySet().stream()
                        .filter(each -> each.getKey().uncertain())
                        .mapToLong(Map.Entry::getValue)
                        .sum()
                : faults.getOrDefault(NetworkFault.LATE_REQUEST, 0);
        long allowed = account.unanswered() + (lostCorrections + repeated) * batch;
        assertThat(account.missing())
                .as("%s: tokens that are missing, beyond what was taken", entity)
                .isBetween(-(double) lostCorrections * batch, (double) allowed);
    }
}
