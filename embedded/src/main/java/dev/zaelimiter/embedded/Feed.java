package dev.zaelimiter.embedded;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** One reader's changes, in memory. A reader that falls behind loses them all and is told so on every later poll. */
final class Feed implements ChangeFeed {

    /** The most changes that wait for the reader. */
    static final int CAPACITY = 100_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<ChangeRecord> waiting = new ArrayDeque<>();
    private final Consumer<Feed> atClose;
    private boolean behind;
    private boolean closed;

    Feed(Consumer<Feed> atClose) {
        this.atClose = atClose;
    }

    void offer(ChangeRecord change) {
        lock.lock();
        try {
            if (closed || behind) {
                return;
            }
            if (waiting.size() == CAPACITY) {
                behind = true;
                waiting.clear();
                return;
            }
            waiting.add(change);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public CompletableFuture<List<ChangeRecord>> poll(int most) {
        if (most < 1) {
            return CompletableFuture.failedFuture(Errors.misuse("a poll of " + most + " changes"));
        }
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.failedFuture(Errors.misuse("the feed is closed"));
            }
            if (behind) {
                return CompletableFuture.failedFuture(
                        Errors.misuse("the reader fell more than " + CAPACITY + " changes behind"));
            }
            List<ChangeRecord> next = new ArrayList<>(Math.min(most, waiting.size()));
            while (next.size() < most && !waiting.isEmpty()) {
                next.add(waiting.remove());
            }
            return CompletableFuture.completedFuture(next);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
        } finally {
            lock.unlock();
        }
        atClose.accept(this);
    }
}
