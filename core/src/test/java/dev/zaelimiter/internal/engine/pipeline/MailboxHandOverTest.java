package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More always comes than one call works for others: it is handed on to another thread, if there is one. */
class MailboxHandOverTest extends OnMailboxes {

    private static final int MANY = 600;
    private static final int MOST_ROUNDS = 300;
    private static final int FLOODED = 3;
    private static final int FEW = 20;

    /** To all of them more comes than one call works for others: the child, and those that its turn brings. */
    private List<Pipeline> flooded() {
        List<Pipeline> all = new ArrayList<>(List.of(child));
        for (int i = 0; i < FLOODED; i++) {
            all.add(new Pipeline("bucket" + i));
        }
        all.forEach(each -> each.meanwhile = () -> {
            if (each.steps < MANY) {
                each.post(Outbox.ofCall());
            }
        });
        return all;
    }

    private static void flood(List<Pipeline> all) {
        all.get(0)
                .mailbox
                .post(
                        out -> {
                            all.forEach(each -> each.postWithOthers(out));
                        },
                        true,
                        Outbox.ofCall());
    }

    private static void assertWorkedToTheEnd(List<Pipeline> all) {
        assertThat(all).allSatisfy(each -> assertThat(each.steps).isEqualTo(MANY));
        all.forEach(each -> each.post(Outbox.ofCall()));
        assertThat(all)
                .as("who comes afterwards finds nobody at work")
                .allSatisfy(each -> assertThat(each.steps).isEqualTo(MANY + 1));
    }

    @Test
    void workOff_moreAlwaysComesToSeveral_theyAreHandedOnAsOneTask() {
        List<Pipeline> all = flooded();
        flood(all);
        assertThat(all.stream().mapToInt(each -> each.steps).sum()).isLessThan(MOST_ROUNDS + FEW * FLOODED);
        for (int tasks = 0; !otherThreads.isEmpty() && tasks < MANY; tasks++) {
            assertThat(otherThreads).hasSize(1);
            otherThreads.remove().run();
        }
        assertWorkedToTheEnd(all);
    }

    /** Others keep coming to both, and each turn of the one brings something to the other. */
    @Test
    void use_turnsBringOnOneAnotherWithoutEnd_areHandedOn() {
        inTurn(out -> bringOn(parent, child, out));
        assertThat(done.size()).isBetween(MOST_ROUNDS / 2, MOST_ROUNDS);
        assertThat(otherThreads).hasSize(1);
    }

    private void bringOn(Pipeline one, Pipeline other, Outbox out) {
        one.mailbox.postWithOthers(
                o -> {
                    done.add(one.name);
                    bringOn(other, one, o);
                },
                true,
                out);
    }

    @Test
    void workOff_noOtherThreadCanBeHadForSeveral_goesOnToTheEnd() {
        executor = task -> {
            throw new RejectedExecutionException("no");
        };
        List<Pipeline> all = flooded();
        flood(all);
        assertWorkedToTheEnd(all);
    }

    @Test
    void workOff_otherThreadIsRefusedAfterItHasRun_worksOnce() {
        executor = task -> {
            task.run();
            throw new RejectedExecutionException("too late");
        };
        List<Pipeline> all = flooded();
        flood(all);
        assertWorkedToTheEnd(all);
    }

    @Test
    void workOff_otherThreadForSeveralIsRefusedAndBeginsLater_worksOnce() {
        executor = task -> {
            otherThreads.add(task);
            throw new OutOfMemoryError("no thread, and the task is kept");
        };
        List<Pipeline> all = flooded();
        flood(all);
        otherThreads.forEach(Runnable::run);
        assertWorkedToTheEnd(all);
    }

    @Test
    void workOff_noOtherThreadCanBeHad_whatWasKeptComesBeforeWhoIsBusy() {
        executor = task -> {
            throw new RejectedExecutionException("no");
        };
        child.meanwhile = () -> {
            if (child.steps < MANY) {
                child.post(Outbox.ofCall());
            }
        };
        inTurn(out -> {
            child.pending.add("word");
            parent.postWithOthers(out);
        });
        assertThat(child.steps).isEqualTo(MANY);
        assertThat(done.indexOf("parent 1")).isBetween(0, MOST_ROUNDS);
    }

    @Test
    void workOff_moreAlwaysComes_isHandedOn() {
        parent.meanwhile = () -> parent.post(Outbox.ofCall());
        parent.post(Outbox.ofCall());
        assertThat(parent.steps).isLessThan(MOST_ROUNDS);
        assertThat(otherThreads).hasSize(1);
        int before = parent.steps;
        otherThreads.remove().run();
        assertThat(parent.steps).isBetween(before + 1, before + MOST_ROUNDS);
    }

    @Test
    void workOff_severalPipelinesInOneCall_areHandedOnTogether() {
        Outbox call = Outbox.ofCall();
        child.meanwhile = () -> child.post(Outbox.ofCall());
        parent.meanwhile = () -> parent.post(Outbox.ofCall());
        child.post(call);
        parent.post(call);
        assertThat(child.steps + parent.steps).isLessThan(MOST_ROUNDS);
        assertThat(otherThreads).hasSize(2);
    }

    @Test
    void workOff_noOtherThreadCanBeHad_goesOnToTheEnd() {
        executor = task -> {
            throw new RejectedExecutionException("no");
        };
        isWorkedToTheEnd();
    }

    @Test
    @Timeout(60)
    void workOff_otherThreadIsRefusedAndHasBegun_isAloneAtWork() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        List<Thread> started = new ArrayList<>();
        Thread first = Thread.currentThread();
        executor = task -> {
            Thread other = new Thread(task);
            started.add(other);
            other.start();
            await(begun);
            throw new RejectedExecutionException("too late");
        };
        parent.meanwhile = () -> {
            if (Thread.currentThread() == first) {
                parent.post(Outbox.ofCall());
            } else {
                begun.countDown();
                await(goOn);
            }
        };
        parent.post(Outbox.ofCall());
        int before = parent.steps;
        parent.post(Outbox.ofCall());
        assertThat(parent.steps).isEqualTo(before);
        goOn.countDown();
        started.get(0).join();
        assertThat(started).hasSize(1);
        assertThat(parent.steps).isEqualTo(before + 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void workOff_otherThreadIsRefusedAndBeginsLater_worksOnce() {
        executor = task -> {
            otherThreads.add(task);
            throw new OutOfMemoryError("no thread, and the task is kept");
        };
        isWorkedToTheEnd();
    }

    private void isWorkedToTheEnd() {
        parent.meanwhile = () -> {
            if (parent.steps < MANY) {
                parent.post(Outbox.ofCall());
            }
        };
        parent.post(Outbox.ofCall());
        otherThreads.forEach(Runnable::run);
        assertThat(parent.steps).isEqualTo(MANY);
        parent.post(Outbox.ofCall());
        assertThat(parent.steps).as("who comes afterwards finds nobody at work").isEqualTo(MANY + 1);
    }
}
