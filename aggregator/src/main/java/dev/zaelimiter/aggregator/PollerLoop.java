package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Goes round, one round after another: renews the leases of the shards that are read here, looks which shards and
 * leases there are, and takes what it should. Its state is guarded by its lock, and nothing is called under it.
 */
final class PollerLoop {

    private static final long CARE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Where nothing is read since rounds fail, they come seldom. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final PollerParts parts;
    private final Settings settings;
    private final LeaseBook book;
    private final StreamSight sight;
    private final ShardReaders readers;
    private final Patience rounds;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final List<Catching> catching = new ArrayList<>();

    private Environment.@Nullable Timer timer;
    /** What an earlier poller put aside is tried at the start: one that only catches up has no other time for it. */
    private CompletableFuture<Void> triedArchive = CompletableFuture.completedFuture(null);

    private boolean running;
    private boolean again;
    private boolean closing;
    private long lastCareNanos;
    private @Nullable LeasePlan lastPlan;

    /**
     * How it behaves.
     *
     * @param me the poller's name, unlike any other's
     * @param leaseNanos for how long a lease must not move to be over
     * @param most how many shards to read at most
     * @param sinceMillis from when on to count, should this be the first poller of the table; 0 for all
     */
    record Settings(String me, long leaseNanos, int most, long sinceMillis) {}

    /** Somebody who waits until all is counted that was written before a time. */
    private record Catching(long millis, CompletableFuture<Void> done) {}

    PollerLoop(PollerParts parts, Settings settings) {
        this.parts = parts;
        this.settings = settings;
        this.book = new LeaseBook(settings.leaseNanos);
        this.sight = new StreamSight(parts, settings.sinceMillis);
        this.readers = new ShardReaders(parts, settings.me, this::soon);
        this.rounds = new Patience(
                parts.environment(), usualPause(), Math.max(usualPause(), LONGEST_PAUSE_NANOS), Long.MAX_VALUE);
        this.lastCareNanos = parts.environment().monotonicNanos();
    }

    private long usualPause() {
        return settings.leaseNanos / 3;
    }

    /** Begins. Done with the first round, however that ended; then it goes on by itself. */
    CompletableFuture<Void> start() {
        CompletableFuture<Void> tried = parts.aggregator().archiveAgain();
        synchronized (this) {
            running = true;
            triedArchive = tried;
        }
        return round();
    }

    /** Done when all is counted that was written before now, but what other pollers read. */
    CompletableFuture<Void> caughtUp() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            if (closing) {
                return closed;
            }
            catching.add(new Catching(parts.environment().wallMillis(), done));
        }
        soon();
        return done;
    }

    /** Finishes what was read, gives the leases back, and stops. */
    CompletableFuture<Void> close() {
        boolean idle;
        synchronized (this) {
            if (closing) {
                return closed;
            }
            closing = true;
            idle = !running;
            if (timer != null) {
                timer.cancel();
                timer = null;
            }
        }
        readers.closing();
        if (idle) {
            giveBack();
        }
        return closed;
    }

    synchronized PollerStatus status() {
        PollerParts.Figures figures = parts.figures();
        List<ShardReader> read = readers.all();
        return new PollerStatus(
                settings.me,
                read.size(),
                lastPlan == null ? 0 : lastPlan.foreign().size(),
                lastPlan == null ? 0 : lastPlan.waiting(),
                figures.reads.sum(),
                figures.emptyReads.sum(),
                figures.taken.sum(),
                figures.lost.sum(),
                figures.gaps.sum(),
                figures.failures.sum(),
                read.stream().mapToLong(ShardReader::lagMillis).max().orElse(0));
    }

    /** Looks sooner than it would: a shard is read to its end, or can't be read. */
    private void soon() {
        synchronized (this) {
            if (closing) {
                return;
            }
            if (running || timer == null) {
                again = true;
                return;
            }
            timer.cancel();
            timer = parts.environment().schedule(this::wake, SOON_NANOS);
        }
    }

    private void wake() {
        synchronized (this) {
            if (closing || timer == null) {
                return;
            }
            timer = null;
            running = true;
        }
        parts.environment().executor().execute(() -> {
            CompletableFuture<Void> unused = round();
        });
    }

    private CompletableFuture<Void> round() {
        synchronized (this) {
            again = false;
        }
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<Void> round = readers.renewAll()
                .thenCompose(renewed -> sight.look())
                .thenApply(this::plan)
                .thenCompose(readers::carryOut);
        Futures.whenDone(round, (nothing, failure) -> {
            if (failure != null) {
                parts.failed("looking after the shards of the stream", failure);
            }
            Futures.whenDone(care(), (merged, careless) -> {
                roundEnded(failure);
                if (failure == null) {
                    told.complete(null);
                } else {
                    told.completeExceptionally(failure);
                }
            });
        });
        return told;
    }

    private void roundEnded(@Nullable Throwable failure) {
        boolean end;
        boolean reading = !readers.all().isEmpty();
        List<Catching> reached = new ArrayList<>();
        synchronized (this) {
            running = false;
            end = closing;
            if (!end) {
                if (failure == null) {
                    catching.stream().filter(this::isReached).forEach(reached::add);
                    catching.removeAll(reached);
                }
                long pause = pause(failure != null, reading);
                timer = parts.environment()
                        .schedule(
                                this::wake, pause - parts.environment().random().nextLong(pause / 10 + 1));
            }
        }
        reached.forEach(each -> each.done.complete(null));
        if (end) {
            giveBack();
        }
    }

    /** What is read here must be renewed in time, whatever fails. */
    private long pause(boolean failed, boolean reading) {
        long usual = usualPause();
        if (failed) {
            long longer = rounds.failed();
            return reading ? usual : Math.max(usual, longer);
        }
        rounds.succeeded();
        return again || !catching.isEmpty() ? Math.min(usual, Math.max(SOON_NANOS, parts.pollNanos())) : usual;
    }

    /**
     * Whoever reads another shard counts it, if he lives; and what waits for its parent is read when that has ended.
     */
    private boolean isReached(Catching each) {
        LeasePlan plan = lastPlan;
        return plan != null
                && triedArchive.isDone()
                && plan.takes().isEmpty()
                && plan.waiting() == 0
                && plan.foreign().stream().allMatch(book::isAlive)
                && readers.all().stream().allMatch(reader -> !reader.isThrough() && reader.hasReached(each.millis));
    }

    private CompletableFuture<Integer> care() {
        long now = parts.environment().monotonicNanos();
        synchronized (this) {
            if (closing || now - lastCareNanos < CARE_NANOS) {
                return CompletableFuture.completedFuture(0);
            }
            lastCareNanos = now;
        }
        // An archive that hangs must not keep leases from being renewed.
        CompletableFuture<Void> unused = parts.aggregator().archiveAgain();
        return parts.aggregator().mergeIdle();
    }

    private synchronized LeasePlan plan(StreamSight.Seen seen) {
        long now = parts.environment().monotonicNanos();
        book.note(seen.leases(), now);
        LeasePlan plan = LeasePlan.of(new LeasePlan.Sight(
                seen.listing().shards(),
                seen.leases(),
                book.over(now),
                settings.me,
                readers.shards(),
                readers.left(),
                settings.most));
        lastPlan = plan;
        return plan;
    }

    private void giveBack() {
        Futures.whenDone(readers.giveBack(), (nothing, failure) -> {
            List<Catching> waiting;
            synchronized (this) {
                waiting = List.copyOf(catching);
            }
            waiting.forEach(each -> each.done.complete(null));
            closed.complete(null);
        });
    }
}
