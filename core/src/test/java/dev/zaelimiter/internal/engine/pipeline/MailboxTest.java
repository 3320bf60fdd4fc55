package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MailboxTest {

    private static final int MANY = 600;
    private static final int MOST_ROUNDS = 300;
    private static final int FLOODED = 3;
    private static final int FEW = 20;

    private final Queue<Runnable> otherThreads = new ArrayDeque<>();
    private Executor executor = otherThreads::add;
    private final Engine engine = EngineFixture.engine(new EmptyStore(), new Machine());
    private final List<String> done = new ArrayList<>();
    private final Pipeline child = new Pipeline("child");
    private final Pipeline parent = new Pipeline("parent");

    /** Time that stands, and threads of the test's own. */
    private final class Machine extends ForwardingEnvironment {
        Machine() {
            super(new ManualClock());
        }

        @Override
        public Executor executor() {
            return task -> executor.execute(task);
        }
    }

    /** Takes in words, and writes down in one step all that it has taken in. */
    private final class Pipeline implements Mailbox.Owner {
        private final String name;
        private final Mailbox mailbox = new Mailbox(engine);
        private final List<String> pending = new ArrayList<>();
        private int steps;
        private Runnable meanwhile = () -> {};

        Pipeline(String name) {
            this.name = name;
            mailbox.ownedBy(this);
        }

        void post(Outbox out) {
            mailbox.post(o -> pending.add("word"), true, out);
        }

        void postWithOthers(Outbox out) {
            mailbox.postWithOthers(o -> pending.add("word"), true, out);
        }

        @Override
        public void begin() {}

        @Override
        public Step advance(Outbox out) {
            if (pending.isEmpty()) {
                return Step.REST;
            }
            steps++;
            done.add(name + " " + pending.size());
            pending.clear();
            meanwhile.run();
            return Step.SEND;
        }

        @Override
        public void fault(Throwable fault, Outbox out) {
            throw new IllegalStateException(fault);
        }

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public boolean nothingToDo() {
            return pending.isEmpty();
        }

        @Override
        public void heldBack() {}

        @Override
        public long nowNanos() {
            return engine.environment().monotonicNanos();
        }

        @Override
        public int letGo() {
            return 0;
        }
    }

    /** What comes to the parent from within a turn of the child. */
    private void inTurn(Mailbox.Message message) {
        child.mailbox.post(message, true, Outbox.ofCall());
    }

    @Test
    void postWithOthers_fromWithinATurn_leavesWithAllThatTheTurnBrings() {
        inTurn(out -> {
            for (int i = 0; i < MANY; i++) {
                parent.postWithOthers(out);
                assertThat(done).isEmpty();
            }
        });
        assertThat(done).containsExactly("parent " + MANY);
    }

    @Test
    void postWithOthers_withNoTurnUnderWay_isDoneNow() {
        parent.postWithOthers(Outbox.ofCall());
        assertThat(done).containsExactly("parent 1");
    }

    @Test
    void postWithOthers_anotherComesMeanwhile_isInFrontOfHim() {
        inTurn(out -> {
            parent.postWithOthers(out);
            Outbox another = Outbox.ofCall();
            parent.mailbox.post(o -> done.add("sees " + parent.pending), true, another);
        });
        assertThat(done).containsExactly("sees [word]", "parent 1");
    }

    @Test
    void post_inTheSameTurn_isDoneNowAfterWhatWasBrought() {
        inTurn(out -> {
            parent.postWithOthers(out);
            parent.post(out);
            assertThat(done).containsExactly("parent 2");
            parent.postWithOthers(out);
        });
        assertThat(done).containsExactly("parent 2", "parent 1");
    }

    @Test
    void useKept_inTheSameTurn_isDoneOnce() {
        inTurn(out -> {
            parent.postWithOthers(out);
            parent.mailbox.useKept(out);
            assertThat(done).containsExactly("parent 1");
            parent.mailbox.useKept(out);
        });
        assertThat(done).containsExactly("parent 1");
    }

    @Test
    void postWithOthers_broughtOnByWhatWasKept_waitsUntilThatIsDone() {
        child.mailbox.post(
                out -> {
                    parent.mailbox.postWithOthers(
                            o -> {
                                child.postWithOthers(o);
                                child.postWithOthers(o);
                                parent.pending.add("word");
                            },
                            true,
                            out);
                    done.add("child's turn");
                },
                true,
                Outbox.ofCall());
        assertThat(done).containsExactly("child's turn", "parent 1", "child 2");
    }

    @Test
    void use_whatWasBroughtThrows_othersAreDone() {
        Pipeline broken = new Pipeline("broken");
        inTurn(out -> {
            broken.mailbox.postWithOthers(
                    o -> {
                        throw new IllegalArgumentException("broken");
                    },
                    true,
                    out);
            parent.postWithOthers(out);
        });
        assertThat(done).containsExactly("parent 1");
    }

    /** Whoever else was decided on the way waits to be called back. */
    @Test
    void enter_whatIsEnteredThrows_othersAreCalledBack() {
        parent.mailbox.enter(out -> {
            out.defer(() -> done.add("called back"));
            throw new IllegalArgumentException("broken");
        });
        assertThat(done).containsExactly("called back");
        assertThat(engine.statistics(0, 0).faults()).isEqualTo(1);
    }

    @Test
    void use_moreThanOneCallsRounds_allAreDoneBeforeTheThreadLeaves() {
        inTurn(out -> {
            for (int i = 0; i < MANY; i++) {
                new Pipeline("bucket" + i).postWithOthers(out);
            }
        });
        assertThat(otherThreads).isEmpty();
        assertThat(done).hasSize(MANY);
    }

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
