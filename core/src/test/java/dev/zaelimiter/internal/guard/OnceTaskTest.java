package dev.zaelimiter.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class OnceTaskTest {

    private final Deque<Runnable> kept = new ArrayDeque<>();
    private int runs;

    private OnceTask task() {
        return new OnceTask(() -> runs++);
    }

    private static Executor thenThrows(Executor first) {
        return task -> {
            first.execute(task);
            throw new RejectedExecutionException("full");
        };
    }

    @Test
    void runBy_executorTakesIt_runsItThere() {
        task().runBy(kept::add);
        assertThat(runs).isZero();
        kept.remove().run();
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void runBy_executorRefuses_runsItHere() {
        task().runBy(thenThrows(task -> {}));
        assertThat(runs).isEqualTo(1);
        task().runBy(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        assertThat(runs).isEqualTo(2);
    }

    @Test
    void runBy_executorRunsItAndThrows_runsItOnce() {
        task().runBy(thenThrows(Runnable::run));
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void runBy_executorKeepsItAndThrows_runsItOnce() {
        task().runBy(thenThrows(kept::add));
        kept.remove().run();
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void takenBy_executorRefuses_tellsSoAndLeavesItToBeRun() {
        OnceTask task = task();
        assertThat(task.takenBy(thenThrows(each -> {}))).isFalse();
        assertThat(runs).isZero();
        assertThat(task.takenBy(thenThrows(Runnable::run))).isTrue();
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void cancel_beforeItBegins_neverRuns() {
        OnceTask task = task();
        assertThat(task.cancel()).isTrue();
        task.run();
        assertThat(runs).isZero();
    }

    @Test
    void cancel_afterItBegan_tellsSo() {
        OnceTask task = task();
        task.run();
        assertThat(task.cancel()).isFalse();
    }
}
