package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.KeptChange;
import dev.zaelimiter.embedded.journal.StoredChange;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The changes that the reader of a {@link LastingFeed} is not done with: in memory for the reader, and told by the file
 * for the one after a kill. A batch of the file gives numbers to its changes while somebody follows them; so whatever
 * follows a change in the file knows its number, its time, and both images, and none of it is written twice.
 *
 * <p>The task that commits opens batches and publishes; any thread reads. The lock is held for a few instructions, and
 * nothing is called under it.
 */
final class Followed implements Published {

    /** Who is not done with so many has lost them. */
    static final int CAPACITY = Feed.CAPACITY;

    private static final int LONGEST_NAME = 128;

    private final ReentrantLock lock = new ReentrantLock();
    /** Given to a reader, or left by one before; older than all that waits. */
    private final Deque<KeptChange> handed = new ArrayDeque<>();

    private final Deque<KeptChange> waiting = new ArrayDeque<>();
    private @Nullable Reader reader;
    private long done;

    // What follows belongs to the task that commits, but that it is read under the lock.
    private @Nullable Reader ofBatch;
    private @Nullable Reader noted;
    private long batchMillis;
    private long next;
    private long doneInBatch;
    private long doneInFile;
    private boolean used;

    /** What a file says of it. */
    Followed(ReplayedChanges replayed) {
        this.next = replayed.next();
        for (StoredChange each : replayed.undone()) {
            KeptChange change = each.decode();
            if (!change.isNone()) {
                handed.add(change);
            }
        }
        this.used = next > 1;
    }

    /** One whose changes nobody has followed. */
    Followed() {
        this(new ReplayedChanges());
    }

    /** Who follows the changes from the next batch on. */
    Reader open(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw Errors.misuse("the name of a feed is 1 to " + LONGEST_NAME + " characters, not " + name.length());
        }
        lock.lock();
        try {
            if (reader != null) {
                throw Errors.misuse("the changes are followed by " + reader.name + "; one at a time can do so");
            }
            handed.addAll(waiting);
            waiting.clear();
            reader = new Reader(this, name, Leftovers.of(handed), handed.size() + CAPACITY);
            return reader;
        } finally {
            lock.unlock();
        }
    }

    /** Whether somebody follows the changes. */
    boolean isOpen() {
        lock.lock();
        try {
            return reader != null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether any change has ever had a number: then the file must go on with the numbers. */
    boolean isUsed() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    /** Begins a batch: what is done, and the numbers of its changes. May be asked for again if it was not written. */
    void open(BatchEncoder batch, long atMillis) {
        lock.lock();
        try {
            ofBatch = reader;
            batchMillis = atMillis;
            doneInBatch = done;
            if (doneInBatch > doneInFile) {
                batch.done(doneInBatch);
            }
            if (ofBatch != null) {
                used = true;
                if (ofBatch != noted) {
                    batch.follow(ofBatch.name);
                }
                batch.numbers(next, atMillis);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The batch is in the file. */
    void written() {
        lock.lock();
        try {
            noted = ofBatch == null ? noted : ofBatch;
            doneInFile = doneInBatch;
        } finally {
            lock.unlock();
        }
    }

    /** A change of the batch that was written last. */
    @Override
    public void publish(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {
        Reader follower = ofBatch;
        if (follower == null) {
            return;
        }
        lock.lock();
        try {
            KeptChange change = new KeptChange(follower.name, next++, batchMillis, key, expired, before, after);
            if (waiting.size() == CAPACITY) {
                waiting.clear();
                handed.clear();
                follower.behind = true;
            }
            if (follower.behind) {
                // Nobody will be told of it, so the file need not keep it either.
                done = change.number();
            } else if (!change.isNone()) {
                waiting.add(change);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next changes for a reader. */
    List<KeptChange> take(Reader asking, int most) {
        lock.lock();
        try {
            requireOpen(asking);
            if (asking.behind) {
                throw Errors.misuse("the reader fell more than " + CAPACITY + " changes behind");
            }
            // Who is never done is given no more, and falls behind.
            int mayTake = Math.min(most, asking.mostHanded - handed.size());
            List<KeptChange> taken = new ArrayList<>();
            while (taken.size() < mayTake && !waiting.isEmpty()) {
                taken.add(waiting.remove());
            }
            handed.addAll(taken);
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen(Reader asking) {
        if (reader != asking) {
            throw Errors.misuse("the feed is closed");
        }
    }

    /** A reader is done with changes that it was given. */
    void done(Reader saying, long number) {
        lock.lock();
        try {
            if (reader != saying) {
                return;
            }
            while (!handed.isEmpty() && handed.element().number() <= number) {
                done = Math.max(done, handed.remove().number());
            }
        } finally {
            lock.unlock();
        }
    }

    /** A reader reads no more. False if it did not before. */
    boolean close(Reader closing) {
        lock.lock();
        try {
            boolean open = reader == closing;
            if (open) {
                reader = null;
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody reads any more. */
    void close() {
        lock.lock();
        try {
            reader = null;
        } finally {
            lock.unlock();
        }
    }

    /** What a copy of the file must keep, right after a batch. */
    Kept kept() {
        lock.lock();
        try {
            List<KeptChange> undone = new ArrayList<>(handed);
            undone.addAll(waiting);
            return new Kept(reader == null || reader != noted ? null : reader.name, next, undone);
        } finally {
            lock.unlock();
        }
    }

    /**
     * What is kept at one moment.
     *
     * @param feed the name of the feed whose changes are numbered; null if none are
     * @param next the number that the next change will have
     * @param undone in the order of their numbers
     */
    record Kept(@Nullable String feed, long next, List<KeptChange> undone) {}

    /** Who follows the changes. Its state is guarded by the lock of {@link Followed}. */
    static final class Reader {
        private final Followed followed;
        private final String name;
        private final List<LastingFeed.Leftover> left;
        private final int mostHanded;
        private boolean behind;

        private Reader(Followed followed, String name, List<LastingFeed.Leftover> left, int mostHanded) {
            this.followed = followed;
            this.name = name;
            this.left = left;
            this.mostHanded = mostHanded;
        }

        List<LastingFeed.Leftover> left() {
            return left;
        }

        List<KeptChange> take(int most) {
            return followed.take(this, most);
        }

        void done(long number) {
            followed.done(this, number);
        }

        boolean close() {
            return followed.close(this);
        }
    }
}
