package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import org.junit.jupiter.api.Test;

/** When that is done which comes from within a turn. */
class MailboxTest extends OnMailboxes {

    private static final int MANY = 600;

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
}
