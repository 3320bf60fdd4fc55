package dev.zaelimiter.embedded;

import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The open feeds. While there is none, a change costs one look at an empty list. */
final class Feeds implements ChangeSink {

    private final List<Feed> open = new CopyOnWriteArrayList<>();
    private final AtomicLong sequence = new AtomicLong();
    private final LongSupplier clock;

    Feeds(LongSupplier clock) {
        this.clock = clock;
    }

    Feed open() {
        Feed feed = new Feed(open::remove);
        open.add(feed);
        return feed;
    }

    /** Whether anybody hears of changes. */
    boolean anyOpen() {
        return !open.isEmpty();
    }

    @Override
    public void stage(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {}

    @Override
    public void stage(List<Change> changes, String token, List<Write> writes) {}

    /** Tells every feed of a change, if it is one. */
    @Override
    public void publish(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {
        if (open.isEmpty() || (before == null ? after == null : before.equals(after))) {
            return;
        }
        ChangeRecord change = new ChangeRecord(
                key, before, after, expired, BigInteger.valueOf(sequence.incrementAndGet()), clock.getAsLong());
        for (Feed feed : open) {
            feed.offer(change);
        }
    }

    void close() {
        open.forEach(Feed::close);
    }
}
