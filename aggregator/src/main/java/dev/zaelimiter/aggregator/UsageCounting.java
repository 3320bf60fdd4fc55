package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.internal.schema.UsageWriter;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes increments of usage. Each write is refused where its changes have been counted, so it may be sent any number
 * of times, by anybody, and whatever became of it; what a refusal shows to be new is sent again.
 */
final class UsageCounting {

    /** Of a shard of the stream somebody else may count at the same time, by mistake; each refusal shows progress. */
    private static final int MOST_CUTS = 10;

    private final ItemStore store;
    private final Environment environment;
    private final AggregatorSettings settings;
    private final Attempts attempts;
    private final Predicate<String> endedShards;

    UsageCounting(
            ItemStore store, Environment environment, AggregatorSettings settings, Predicate<String> endedShards) {
        this.store = store;
        this.environment = environment;
        this.settings = settings;
        this.attempts = new Attempts(environment);
        this.endedShards = endedShards;
    }

    /** Counts an increment once; done when it is counted, given up, or noted as failed. */
    CompletableFuture<Void> count(UsageIncrement increment, Tally tally, Consumer<Poison> poison) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (increment.isOver(settings.retention(), Instant.ofEpochMilli(environment.wallMillis()))) {
            tally.late(increment.contributions().size());
            done.complete(null);
        } else {
            send(new Flight(increment, tally, poison, done), increment, 1);
        }
        return done;
    }

    /**
     * An increment that its item does not take.
     *
     * @param increment what could not be added
     * @param reason why
     */
    record Poison(UsageIncrement increment, String reason) {}

    private record Flight(UsageIncrement whole, Tally tally, Consumer<Poison> poison, CompletableFuture<Void> done) {}

    private void send(Flight flight, UsageIncrement increment, int cuts) {
        Write write = increment.write(settings.retention());
        Futures.whenDone(attempts.make(() -> store.write(write)), (result, failure) -> {
            try {
                if (failure != null) {
                    failed(flight, increment, failure);
                } else if (result instanceof WriteResult.Written written) {
                    flight.tally.usageWritten();
                    prune(written.after(), increment);
                    flight.done.complete(null);
                } else if (result instanceof WriteResult.Refused refused) {
                    refused(flight, increment, refused.current(), cuts);
                }
            } catch (RuntimeException e) {
                // An item that others damaged may be wrong in any way: one poisoned sum holds up no other.
                give(flight, increment, e.toString());
            }
        });
    }

    /**
     * What the store does not take is given up, unless it takes nothing at all: then it is closed, or is not what it
     * was.
     */
    private void failed(Flight flight, UsageIncrement increment, Throwable failure) {
        if (mayComeAgain(failure)) {
            retry(flight, increment, failure);
            return;
        }
        Write write = increment.write(settings.retention());
        Futures.whenDone(attempts.once(() -> store.get(write.key())), (item, closed) -> {
            if (closed == null) {
                give(flight, increment, String.valueOf(failure.getMessage()));
            } else {
                retry(flight, increment, closed);
            }
        });
    }

    private static boolean mayComeAgain(Throwable failure) {
        return failure instanceof Error
                || (failure instanceof StoreException && !(failure instanceof StoreException.Misuse));
    }

    private static void retry(Flight flight, UsageIncrement increment, Throwable failure) {
        flight.tally.failed("writing usage", failure, increment.first());
        flight.done.complete(null);
    }

    /** Gives it up, so that it does not hold up the others for ever. */
    private static void give(Flight flight, UsageIncrement increment, String reason) {
        flight.poison.accept(new Poison(increment, reason));
        flight.done.complete(null);
    }

    private void refused(Flight flight, UsageIncrement increment, @Nullable Item current, int cuts) {
        UsageIncrement rest = current == null ? increment : uncounted(flight, increment, current);
        if (rest.isEmpty()) {
            flight.tally.duplicate();
            flight.done.complete(null);
        } else if (cuts < MOST_CUTS) {
            send(flight, rest, cuts + 1);
        } else {
            flight.tally.failed(
                    "writing usage",
                    new IllegalStateException("the item changes all the time: does another aggregator read the same?"),
                    rest.first());
            flight.done.complete(null);
        }
    }

    /** What the item, as it is, has not counted. */
    private static UsageIncrement uncounted(Flight flight, UsageIncrement increment, Item current) {
        UsageMark mark = UsageItems.mark(current, increment.streamShard());
        if (mark != null) {
            return increment.after(mark.sequence());
        }
        UsageIncrement young = increment.since(UsageItems.countedFrom(current));
        flight.tally.late(
                increment.contributions().size() - young.contributions().size());
        return young;
    }

    /**
     * Takes old marks away, where there are many. Whether that lands does not matter. What is old is told by the
     * changes, too: a clock that is ahead would take away the marks of shards that others still read.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the next increment tries again
    private void prune(@Nullable Item after, UsageIncrement increment) {
        if (after == null) {
            return;
        }
        long latest = increment.contributions().stream()
                .mapToLong(Contribution::atMillis)
                .max()
                .orElse(Long.MIN_VALUE);
        long before = Math.min(environment.wallMillis(), latest)
                - settings.redelivery().toMillis();
        try {
            Write write = UsageWriter.prune(after, before, endedShards);
            if (write != null) {
                attempts.once(() -> store.write(write));
            }
        } catch (RuntimeException e) {
            // The sum has landed. A damage that matters to it is told when the item refuses a sum.
        }
    }
}
