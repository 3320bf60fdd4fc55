package dev.zaelimiter.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Collects one test's changes from a feed: those of its own keys, each once, whatever a feed repeats or tells of
 * others. For one thread.
 */
final class FeedCollector implements AutoCloseable {

    private final ContractGroup group;
    private final ChangeFeed feed;
    private final int pollSize;
    private final List<ChangeRecord> seen = new ArrayList<>();
    private final Map<Key, BigInteger> lastSequence = new HashMap<>();

    FeedCollector(ContractGroup group, int pollSize) {
        this.group = group;
        this.feed = group.store().changes();
        this.pollSize = pollSize;
    }

    /** Polls until the changes so far are enough, or time is up. */
    List<ChangeRecord> until(Predicate<List<ChangeRecord>> enough) {
        long end = System.nanoTime() + group.subject().patience().toNanos();
        while (!enough.test(seen)) {
            List<ChangeRecord> polled = group.await(feed.poll(pollSize));
            assertThat(polled).hasSizeLessThanOrEqualTo(pollSize);
            polled.stream().filter(change -> group.isOurs(change.key())).forEach(this::take);
            // At each turn: a feed that repeats itself for ever is never empty.
            if (!enough.test(seen) && System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "not enough changes in " + group.subject().patience() + ": " + seen);
            }
            if (polled.isEmpty()) {
                LockSupport.parkNanos(group.subject().pause().toNanos());
            }
        }
        return List.copyOf(seen);
    }

    /** The changes so far of which the last one is that of a key that is written last. */
    List<ChangeRecord> untilChangeOf(Key key) {
        return until(changes -> changes.stream().anyMatch(change -> change.key().equals(key)));
    }

    /** A change that has been seen before may come again; a new one must have a greater number than those before it. */
    private void take(ChangeRecord change) {
        BigInteger last = lastSequence.get(change.key());
        if (last != null && change.sequence().compareTo(last) <= 0) {
            assertThat(seen).as("changes out of order").contains(change);
            return;
        }
        lastSequence.put(change.key(), change.sequence());
        seen.add(change);
    }

    List<ChangeRecord> of(Key key) {
        return seen.stream().filter(change -> change.key().equals(key)).toList();
    }

    @Override
    public void close() {
        feed.close();
    }
}
