package dev.zaelimiter.aggregator;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Runs tasks, a number of them at once. Each task sees to its own failures; one that fails all the same keeps none of
 * the others from running.
 */
final class InFlight {

    private final List<? extends Supplier<? extends CompletableFuture<?>>> tasks;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private InFlight(List<? extends Supplier<? extends CompletableFuture<?>>> tasks) {
        this.tasks = tasks;
        this.left = new AtomicInteger(tasks.size());
    }

    /** Runs them all; done when the last one has ended, however. */
    static CompletableFuture<Void> run(List<? extends Supplier<? extends CompletableFuture<?>>> tasks, int atOnce) {
        InFlight run = new InFlight(tasks);
        if (tasks.isEmpty()) {
            run.done.complete(null);
        }
        for (int i = 0; i < Math.min(atOnce, tasks.size()); i++) {
            run.work();
        }
        return run.done;
    }

    /** Starts tasks until one is under way that does not end at once. */
    private void work() {
        boolean goesOn = true;
        while (goesOn) {
            int i = next.getAndIncrement();
            goesOn = i < tasks.size() && start(tasks.get(i));
        }
    }

    /** Starts a task; true if it has ended already. */
    private boolean start(Supplier<? extends CompletableFuture<?>> task) {
        CompletableFuture<?> running;
        try {
            running = task.get();
        } catch (RuntimeException | Error e) {
            running = CompletableFuture.failedFuture(e);
        }
        // Two look at the end of it: who starts it, and who ends it. The second one goes on.
        AtomicInteger looks = new AtomicInteger();
        Futures.whenDone(running, (value, failure) -> {
            if (left.decrementAndGet() == 0) {
                done.complete(null);
            }
            if (looks.getAndIncrement() == 1) {
                work();
            }
        });
        return looks.getAndIncrement() == 1;
    }
}
