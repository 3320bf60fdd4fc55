package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that is closed under load and opened again, and loses the right to write for a while, behind a proxy of its
 * own which sees what it sends. Callers may be many threads; whoever restarts it is one.
 */
final class RestartedProcess implements AutoCloseable {

    /**
     * So long the proxy's thread may still be about to read what was sent before close() returned, on a busy machine.
     */
    private static final long ON_ITS_WAY_MILLIS = FaultyNetwork.PATIENT_CALL_TIMEOUT.toMillis();

    private static final long QUIET_MILLIS = 300;

    private final FaultyNetwork network;
    private final Duration configTtl;
    private final FaultPlan plan;
    private final FaultProxy proxy;
    private final LongAdder requests = new LongAdder();
    private final LongAdder corrections = new LongAdder();
    private volatile LimitRepository repository;
    private long lost;
    private long faults;
    private int restarts;
    private long longestCloseNanos;

    RestartedProcess(FaultyNetwork network, Duration configTtl, long seed) {
        this.network = network;
        this.configTtl = configTtl;
        this.plan = new FaultPlan(seed);
        try {
            this.proxy = new FaultProxy(Backend.DYNOXIDE.endpoint(), plan, FaultyNetwork.CALL_TIMEOUT.multipliedBy(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.repository = network.processBehind(proxy, configTtl);
    }

    /** As it is now; perhaps just being closed. */
    LimitRepository repository() {
        return repository;
    }

    /** A caller asks for something. */
    void asks() {
        requests.increment();
    }

    /** A caller has something corrected. */
    void corrects() {
        corrections.increment();
    }

    void denyWrites(boolean denied) {
        plan.denyWrites(denied);
    }

    /** Closes it whatever is under way, sees to it that nothing is sent after that, and opens it again. */
    void restart() {
        end();
        plan.denyWrites(false);
        restarts++;
        repository = network.processBehind(proxy, configTtl);
    }

    private void end() {
        long began = System.nanoTime();
        repository.close();
        longestCloseNanos = Math.max(longestCloseNanos, System.nanoTime() - began);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ON_ITS_WAY_MILLIS));
        long sent = proxy.arrived();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS));
        assertThat(proxy.arrived()).as("sent after close() has returned").isEqualTo(sent);
        RepositoryStatistics last = repository.statistics();
        lost += last.lostAdjustments();
        faults += last.faults();
    }

    long requests() {
        return requests.sum();
    }

    long corrections() {
        return corrections.sum();
    }

    /** What the proxy has seen of writes, those that were denied included. */
    long writes() {
        return proxy.writes();
    }

    int denied() {
        return plan.counts().getOrDefault(NetworkFault.DENIED, 0);
    }

    /** Corrections that were reported as lost, by all repositories that were closed. */
    long lost() {
        return lost;
    }

    /** Faults of the limiter, by all repositories that were closed. */
    long faults() {
        return faults;
    }

    long longestCloseMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestCloseNanos);
    }

    /** Ends it for good; what it counted stays. */
    @Override
    public void close() {
        end();
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return requests() + " requests, " + corrections() + " corrections: " + writes() + " writes, " + denied()
                + " denied; " + lost + " corrections lost, closed " + (restarts + 1) + " times, at most "
                + longestCloseMillis() + " ms";
    }
}
