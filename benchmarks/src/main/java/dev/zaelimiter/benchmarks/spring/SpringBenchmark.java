package dev.zaelimiter.benchmarks.spring;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long do a call and a request take through Spring, and how long without it? Each sample is so many calls one after the other, since a
 * clock does not tell one from none. Run by {@link SpringBench}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SpringBenchmark {

    /** In one sample. */
    static final int CALLS = 100;

    private final Subjects subjects = new Subjects();

    /** Closes what is measured. */
    @TearDown
    public void tearDown() {
        subjects.close();
    }

    /**
     * A call of our limiter, with its lease.
     *
     * @param sink takes what is left
     */
    @Benchmark
    public void oursPlain(Blackhole sink) {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.plain());
        }
    }

    /**
     * The same where metrics listen.
     *
     * @param sink takes what is left
     */
    @Benchmark
    public void oursWithMetrics(Blackhole sink) {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.withMetrics());
        }
    }

    /**
     * A method with {@code @RateLimited}.
     *
     * @param sink takes what is left
     */
    @Benchmark
    public void oursAnnotated(Blackhole sink) {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.ours.ask("key"));
        }
    }

    /**
     * A request through our filter, with the fields of its response.
     *
     * @param sink takes what is left
     * @throws ServletException never
     * @throws IOException never
     */
    @Benchmark
    public void oursFilter(Blackhole sink) throws ServletException, IOException {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.request(subjects.filter));
        }
    }

    /**
     * A request through a filter that does nothing.
     *
     * @param sink takes what is left
     * @throws ServletException never
     * @throws IOException never
     */
    @Benchmark
    public void noFilter(Blackhole sink) throws ServletException, IOException {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.request(subjects.nothing));
        }
    }

    /**
     * A call of Resilience4j.
     *
     * @param sink takes what is left
     */
    @Benchmark
    public void resilience4jPlain(Blackhole sink) {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.resilience4j.acquirePermission());
        }
    }

    /**
     * A method with its annotation.
     *
     * @param sink takes what is left
     */
    @Benchmark
    public void resilience4jAnnotated(Blackhole sink) {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.theirs.ask("key"));
        }
    }

    /**
     * A call of Bucket4j, of one bucket of many.
     *
     * @param sink takes what is left
     */
    @Benchmark
    public void bucket4jPlain(Blackhole sink) {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.bucket4j.take("key"));
        }
    }

    /**
     * A request through a filter on it.
     *
     * @param sink takes what is left
     * @throws ServletException never
     * @throws IOException never
     */
    @Benchmark
    public void bucket4jFilter(Blackhole sink) throws ServletException, IOException {
        for (int i = 0; i < CALLS; i++) {
            sink.consume(subjects.request(subjects.bucket4j));
        }
    }
}
