package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.loadtest.internal.plan.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that begins the steps of its users: as fast as they end, or at their times. It never waits for an answer:
 * a step that is not over at once hands its user back later.
 *
 * <p>With a rate, a step is due when the rate says so, whether or not a user is free then, and its first acquire is
 * timed from that moment: a limiter that stalls can't make the load, and so its own figures, look smaller.
 */
final class Driver implements Runnable {

    private static final long LONGEST_PARK_NANOS = 20_000_000;
    private static final long AFTER_FAILURE_NANOS = 10_000_000;
    private static final long DRAIN_NANOS = 15_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Playing playing;
    private final StageClock clock;
    private final AtomicBoolean stopped;
    private final List<ActiveUser> users = new ArrayList<>();
    private final ArrayDeque<ActiveUser> free = new ArrayDeque<>();
    private final ArrayDeque<ActiveUser> resting = new ArrayDeque<>();
    private final Queue<ActiveUser> back = new ConcurrentLinkedQueue<>();
    private final double place;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile Thread thread = Thread.currentThread();
    private int active;
    private int stage = -1;
    private double nanosBetween;
    /** When the first step of the stage is due. */
    private long firstDueNanos;

    private long begun;

    /**
     * A driver of some users.
     *
     * @param clock with this driver's share of each stage
     * @param firstNumber of its first user
     * @param step from one number to the next: how many drivers there are in all workers together
     */
    Driver(Playing playing, StageClock clock, AtomicBoolean stopped, int firstNumber, int step) {
        this.place = (double) firstNumber / step;
        this.playing = playing;
        this.clock = clock;
        this.stopped = stopped;
        int most = clock.stages().stream().mapToInt(Stage::users).max().orElse(0);
        for (int i = 0; i < most; i++) {
            users.add(new ActiveUser(playing, firstNumber + i * step));
        }
        resting.addAll(users);
    }

    /** Completes when all of its users have ended; never fails. */
    CompletableFuture<Void> end() {
        return end;
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            play();
            drain();
        } catch (RuntimeException | Error e) {
            playing.tally().problem(e);
        } finally {
            users.forEach(ActiveUser::closeAll);
            end.complete(null);
        }
    }

    private void play() {
        long endNanos = clock.endNanos();
        while (!stopped.get()) {
            long now = now();
            if (now - endNanos >= 0) {
                leave(endNanos);
                return;
            }
            enter(clock.at(now));
            takeBack();
            if (free.isEmpty()) {
                park(LONGEST_PARK_NANOS);
            } else if (nanosBetween == 0) {
                begin(now);
            } else if (now - dueNanos() >= 0) {
                begin(dueNanos());
                begun++;
            } else {
                park(Math.min(LONGEST_PARK_NANOS, dueNanos() - now));
            }
        }
        leave(now());
    }

    /** When the next step is due: counted from the first, so that no rounding adds up however long it lasts. */
    private long dueNanos() {
        return firstDueNanos + (long) (begun * nanosBetween);
    }

    /** Steps of the stage that were due by then and did not begin, for want of a user: nobody would hear of them. */
    private void leave(long now) {
        if (nanosBetween > 0 && now - firstDueNanos > 0) {
            playing.tally().missed(Math.max(0, (long) Math.ceil((now - firstDueNanos) / nanosBetween) - begun));
        }
        nanosBetween = 0;
    }

    private void enter(int now) {
        if (now == stage || now >= clock.stages().size()) {
            return;
        }
        leave(clock.beginNanos(now));
        stage = now;
        Stage entered = clock.stages().get(now);
        active = entered.users();
        boolean paced = entered.perSecond() > 0 && active > 0;
        nanosBetween = paced ? NANOS_PER_SECOND / entered.perSecond() : 0;
        // Drivers begin at different parts of the interval, so that together they are even.
        firstDueNanos = Math.max(clock.beginNanos(now), now()) + (long) (nanosBetween * place);
        begun = 0;
        resting.addAll(free);
        free.clear();
        int under = users.size() - resting.size();
        while (under + free.size() < active && !resting.isEmpty()) {
            free.add(resting.poll());
        }
    }

    private void takeBack() {
        for (ActiveUser user = back.poll(); user != null; user = back.poll()) {
            // A stage with fewer users has begun meanwhile.
            int busy = users.size() - resting.size() - free.size() - 1;
            (busy + free.size() < active ? free : resting).addLast(user);
        }
    }

    private void begin(long due) {
        ActiveUser user = free.removeFirst();
        if (nanosBetween > 0) {
            playing.tally().begun(now() - due);
        }
        CompletableFuture<?> step = user.step(nanosBetween > 0 ? due : 0);
        if (step.isDone() && !user.failed()) {
            free.addLast(user);
        } else {
            CompletableFuture<?> unused = step.whenComplete((value, failure) -> giveBack(user));
        }
    }

    private void giveBack(ActiveUser user) {
        if (user.failed()) {
            CompletableFuture<?> unused =
                    playing.pauses().of(AFTER_FAILURE_NANOS).whenComplete((value, failure) -> comeBack(user));
        } else {
            comeBack(user);
        }
    }

    private void comeBack(ActiveUser user) {
        back.add(user);
        wake();
    }

    /** Waits for what is under way, for as long as the limiter itself would, and some more. */
    private void drain() {
        long until = now() + DRAIN_NANOS;
        resting.addAll(free);
        free.clear();
        active = 0;
        takeBack();
        while (resting.size() < users.size() && until - now() > 0) {
            park(LONGEST_PARK_NANOS);
            takeBack();
        }
        int open = users.size() - resting.size();
        if (open > 0) {
            playing.tally()
                    .problem(new IllegalStateException(
                            open + " steps were not over " + DRAIN_NANOS / 1_000_000_000 + " s after the end"));
        }
    }

    private void park(long nanos) {
        if (back.isEmpty()) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private long now() {
        return playing.environment().monotonicNanos();
    }
}
