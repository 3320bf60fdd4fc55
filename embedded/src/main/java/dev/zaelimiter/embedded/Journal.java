package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.internal.guard.OnceTask;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.internal.guard.SafeTimers;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: what becomes visible while one batch is being written goes into the next one together, whichever keys
 * it touches, and every answer waits until all that it may rest on is in the file. So nobody is ever told of something
 * that a kill could take back: not by the answer to a write, nor by a read, a refusal or the change feed.
 *
 * <p>Changes are staged in the order in which they become visible, under the locks of their keys. One task at a time,
 * on the environment's executor, writes them: the lock here is held only to hand them over.
 *
 * <p>When the file can't be written, the calls under way fail as uncertain, further ones are turned away untouched, and
 * what is staged is tried again every 100 ms until there is room.
 */
final class Journal implements ChangeSink {

    private static final SafeLog LOG = SafeLog.of(Journal.class);

    /** A batch ends after this many bytes: so much at most is lost by one damaged place. */
    private static final int LARGE = 512 * 1024;

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_END_NANOS = TimeUnit.SECONDS.toNanos(10);

    private enum Step {
        DONE,
        IDLE,
        FAILED
    }

    private final Environment environment;
    private final JournalFile file;
    private final Published told;
    private final BatchEncoder encoder = new BatchEncoder();
    private final Deque<Staged> backlog = new ArrayDeque<>();
    private final Due due;
    private final SafeTimers timers;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private List<Staged> staged = new ArrayList<>();
    private List<Waiter<?>> waiters = new ArrayList<>();
    private boolean running;
    private volatile boolean ended;
    private volatile boolean writing;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Thread drainer;

    Journal(Environment environment, JournalFile file, Published told) {
        this.environment = environment;
        this.file = file;
        this.told = told;
        this.due = new Due(environment);
        this.timers = new SafeTimers(environment);
    }

    @Override
    public void stage(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {
        add(new Staged.Single(key, before, after, expired));
    }

    @Override
    public void stage(List<Change> changes, String token, List<Write> writes) {
        add(new Staged.Transaction(changes, token, writes));
    }

    /** The feeds hear of a change when it is in the file. */
    @Override
    public void publish(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {}

    /** Has a batch written, and answers then. */
    <T extends @Nullable Object> CompletableFuture<T> note(T answer) {
        add(new Staged.Note());
        return answer(answer);
    }

    /** Stages what a closed account has left, unless that was done. Then nobody who goes on from it can be first. */
    void stageOnce(FileAccounts accounts, FileAccount account, Item left) {
        lock.lock();
        try {
            if (!account.isSettled()) {
                staged.add(new Staged.Left(accounts, account, left));
                accounts.staged(account);
            }
        } finally {
            lock.unlock();
        }
    }

    private void add(Staged change) {
        lock.lock();
        try {
            staged.add(change);
        } finally {
            lock.unlock();
        }
    }

    FileStoreStatistics statistics() {
        return file.statistics();
    }

    /** Fails while the file can't be written. */
    void requireWorking() {
        Throwable why = failure;
        if (why != null) {
            throw new StoreException.Unreachable("the file can't be written: " + why, why);
        }
    }

    /** Gives an answer as soon as all that has been staged up to now is in the file. Not to be called under a lock. */
    <T extends @Nullable Object> CompletableFuture<T> answer(T answer) {
        Waiter<T> waiter = new Waiter<>(answer);
        boolean start;
        lock.lock();
        try {
            if (ended) {
                return CompletableFuture.failedFuture(
                        new StoreException.Uncertain("the store was closed meanwhile", null));
            }
            if (staged.isEmpty() && !writing) {
                return CompletableFuture.completedFuture(answer);
            }
            waiters.add(waiter);
            start = !running;
            running = true;
        } finally {
            lock.unlock();
        }
        if (start) {
            startToWrite();
        }
        return waiter;
    }

    private void drain() {
        drainer = Thread.currentThread();
        Step step;
        do {
            step = step();
        } while (step == Step.DONE);
        if (step == Step.FAILED) {
            drainer = null;
            timers.execute(this::drain, RETRY_NANOS);
        }
    }

    /** Not to be called under a lock: if no thread can be had, this one writes. */
    private void startToWrite() {
        new OnceTask(this::drain).runBy(task -> environment.executor().execute(task));
    }

    private Step step() {
        try {
            return takeAndCommit();
        } catch (RuntimeException | Error fault) {
            // Memory that is used up, for example. What is not known to be in the file is written again.
            LOG.error("a fault in the store of {}", file.path(), fault);
            return Step.FAILED;
        }
    }

    private Step takeAndCommit() {
        List<Waiter<?>> taken;
        boolean over;
        lock.lock();
        try {
            boolean nothing =
                    staged.isEmpty() && waiters.isEmpty() && backlog.isEmpty() && due.isEmpty() && !file.hasWork();
            over = ended;
            if (!over && nothing) {
                drainer = null;
                running = false;
                idle.signalAll();
                return Step.IDLE;
            }
            if (!over) {
                writing = true;
                backlog.addAll(staged);
                staged.clear();
            }
            taken = waiters;
            waiters = new ArrayList<>();
        } finally {
            lock.unlock();
        }
        try {
            return over ? end(taken) : commit(taken);
        } catch (RuntimeException | Error fault) {
            taken.forEach(waiter -> waiter.fail(fault));
            throw fault;
        }
    }

    private Step commit(List<Waiter<?>> taken) {
        long begunNanos = environment.monotonicNanos();
        Throwable why = write();
        long commitNanos = environment.monotonicNanos() - begunNanos;
        if (why != null) {
            taken.forEach(waiter -> waiter.fail(why));
            // What they rest on was written before.
            due.all();
            return Step.FAILED;
        }
        due.add(taken);
        due.slice(commitNanos);
        if (ended) {
            // One of the callbacks has closed the store.
            due.all();
            return Step.IDLE;
        }
        file.work(encoder);
        return Step.DONE;
    }

    /** The store is closed early: calls whose answers are already in the file are still answered. */
    private Step end(List<Waiter<?>> taken) {
        due.all();
        taken.forEach(waiter -> waiter.fail(new IOException("the store was closed")));
        lock.lock();
        try {
            drainer = null;
            running = false;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
        return Step.IDLE;
    }

    /** Writes the backlog, in batches of a bounded size. What could not be written stays in it. */
    private @Nullable Throwable write() {
        try {
            while (!backlog.isEmpty()) {
                encoder.reset();
                file.begin(encoder);
                int count = 0;
                for (Staged next : backlog) {
                    next.encode(encoder, file);
                    count++;
                    if (encoder.length() >= LARGE) {
                        break;
                    }
                }
                if (!encoder.isEmpty()) {
                    file.stampTime(encoder);
                    file.append(encoder);
                }
                for (int i = 0; i < count; i++) {
                    backlog.remove().publish(told);
                }
            }
        } catch (InternalError e) {
            // Sums that were cut are told late, by whatever is done next.
            file.faulted(e);
            return e;
        } catch (IOException | RuntimeException e) {
            if (failure == null) {
                LOG.warn("{} can't be written; the store waits until it can: {}", file.path(), e.toString());
            }
            failure = e;
            return e;
        }
        if (failure != null) {
            LOG.info("{} can be written again", file.path());
            failure = null;
        }
        writing = false;
        return null;
    }

    /**
     * Writes what is left, if that is possible at all, and closes the file. From now on every answer is a failure.
     *
     * @return whether all is written
     */
    boolean end() {
        if (drainer == Thread.currentThread()) {
            // close() was called in a callback, that is, by the very task that it would wait for.
            while (step() == Step.DONE) {}
        }
        boolean start;
        lock.lock();
        try {
            start = !running && !staged.isEmpty();
            running |= start;
        } finally {
            lock.unlock();
        }
        if (start) {
            startToWrite();
        }
        boolean written = awaitIdle();
        file.close(written);
        return written;
    }

    private boolean awaitIdle() {
        boolean interrupted = false;
        long leftNanos = LONGEST_END_NANOS;
        lock.lock();
        try {
            while (running && failure == null && leftNanos > 0 && drainer != Thread.currentThread()) {
                long lookNanos = Math.min(leftNanos, RETRY_NANOS);
                try {
                    leftNanos -= lookNanos - Math.max(0, idle.awaitNanos(lookNanos));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            ended = true;
            waiters.forEach(waiter -> waiter.fail(new IOException("the store was closed")));
            waiters.clear();
            if (!staged.isEmpty() || !backlog.isEmpty()) {
                LOG.error("{} was closed before all was written: {}", file.path(), String.valueOf(failure));
            }
            return staged.isEmpty() && backlog.isEmpty();
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
