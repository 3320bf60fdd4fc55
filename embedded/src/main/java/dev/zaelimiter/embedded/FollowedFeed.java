package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.KeptChange;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.StoreException;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the reader of {@link Followed} changes has in hand. Safe for use by many threads. */
final class FollowedFeed implements LastingFeed {

    private final Followed.Reader reader;
    private final Journal journal;

    FollowedFeed(Followed.Reader reader, Journal journal) {
        this.reader = reader;
        this.journal = journal;
    }

    @Override
    public List<Leftover> left() {
        return reader.left();
    }

    @Override
    public CompletableFuture<List<ChangeRecord>> poll(int most) {
        if (most < 1) {
            return CompletableFuture.failedFuture(Errors.misuse("a poll of " + most + " changes"));
        }
        try {
            return CompletableFuture.completedFuture(
                    reader.take(most).stream().map(KeptChange::told).toList());
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void done(BigInteger sequence) {
        reader.done(sequence.longValueExact());
    }

    /**
     * What is done reaches the file, so that nobody finds it again. If that fails, it is found again, and no harm is
     * done.
     */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    public void close() {
        if (reader.close()) {
            journal.note(this);
        }
    }
}
