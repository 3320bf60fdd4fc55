package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.ItemStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the parts of a poller share. Safe for use by many threads. */
final class PollerParts {

    private static final SafeLog LOG = SafeLog.of(StreamPoller.class);

    /** How many pages are in memory at once, of a megabyte each. */
    private static final int PAGES_AT_ONCE = 8;

    private final ItemStore store;
    private final ChangeStream stream;
    private final Environment environment;
    private final Aggregator aggregator;
    private final long pollNanos;
    private final Attempts attempts;
    private final Turns turns;
    private final Figures figures = new Figures();
    private final OnceLog once = new OnceLog(line -> LOG.warn("{}", line));
    private final AtomicLong sinceMillis = new AtomicLong();

    PollerParts(ItemStore store, ChangeStream stream, Environment environment, Aggregator aggregator, long pollNanos) {
        this.store = store;
        this.stream = stream;
        this.environment = environment;
        this.aggregator = aggregator;
        this.pollNanos = pollNanos;
        this.attempts = new Attempts(environment);
        this.turns = new Turns(environment.executor(), PAGES_AT_ONCE);
    }

    /** What is counted. */
    static final class Figures {
        final LongAdder reads = new LongAdder();
        final LongAdder emptyReads = new LongAdder();
        final LongAdder taken = new LongAdder();
        final LongAdder lost = new LongAdder();
        final LongAdder gaps = new LongAdder();
        final LongAdder failures = new LongAdder();
    }

    ItemStore store() {
        return store;
    }

    ChangeStream stream() {
        return stream;
    }

    Environment environment() {
        return environment;
    }

    Aggregator aggregator() {
        return aggregator;
    }

    long pollNanos() {
        return pollNanos;
    }

    Attempts attempts() {
        return attempts;
    }

    Turns turns() {
        return turns;
    }

    Figures figures() {
        return figures;
    }

    void countFrom(long millis) {
        sinceMillis.set(millis);
    }

    /** Without what was changed before anybody was to count. */
    List<ChangeRecord> wanted(List<ChangeRecord> records) {
        long since = sinceMillis.get();
        return since == 0
                ? records
                : records.stream().filter(each -> each.atMillis() >= since).toList();
    }

    void gap(String shard) {
        figures.gaps.increment();
        aggregator.gap(shard);
    }

    /** Says it once. */
    void tell(String what) {
        once.failures(List.of(what));
    }

    void failed(String what, @Nullable Throwable failure) {
        figures.failures.increment();
        once.failures(List.of(what + " failed: " + (failure == null ? "no answer" : failure.getMessage())));
    }
}
