package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.Telemetry;
import dev.zaelimiter.internal.engine.pipeline.DebtQueue;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one flow takes, from the entity's bucket and, where it cascades, from the parent's; and how far it has got.
 * Child and parent may answer on different threads, hence the lock, {@code this}, which is held for a few instructions
 * and never while anything is called.
 */
final class Parts {

    // Changed under the lock; whoever only looks at one of them needs none.
    private volatile @Nullable Part child;
    private volatile @Nullable Part parent;

    /** A bucket that vanishes again and again as it is read must not send a request round for ever. */
    private static final int MOST_LOADS = 4;

    private int loads;
    private boolean parentReady;
    /** Whether the parent has been asked after the child, or needs not be. */
    private boolean parentAsked;

    private final Telemetry telemetry;

    Parts(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    /** What is to be done when one of the two has answered. */
    enum Next {
        NOTHING,
        ASK_THE_PARENT,
        ASK_THE_CHILD,
        CONCLUDE
    }

    synchronized void set(Part only) {
        child = only;
    }

    synchronized void set(Part ofChild, Part ofParent) {
        child = ofChild;
        parent = ofParent;
    }

    /** Both are asked at the same time. */
    synchronized void setTogether(Part ofChild, Part ofParent) {
        set(ofChild, ofParent);
        parentAsked = true;
    }

    /** The child is asked first, and the parent is known. */
    synchronized void setInTurn(Part ofChild, Part ofParent) {
        set(ofChild, ofParent);
        parentReady = true;
    }

    /** The parent would grant it, or can't tell: the child is asked, and then the parent, in earnest. */
    synchronized void probed(Part probe, Part ofParent) {
        replace(probe, ofParent);
        parentReady = true;
    }

    /** The parent is known by now. True if it is its turn. */
    synchronized boolean parentLoaded() {
        parentReady = true;
        boolean go = answered(child) && !parentAsked;
        parentAsked |= go;
        return go;
    }

    /** The bucket vanished as it was read. False if that has happened too often. */
    synchronized boolean mayLoadAgain() {
        return ++loads <= MOST_LOADS;
    }

    /** Another shard is asked instead. */
    synchronized void replace(Part part, Part next) {
        if (isChild(part)) {
            child = next;
        } else {
            parent = next;
        }
    }

    @Nullable
    Part child() {
        return child;
    }

    @Nullable
    Part parent() {
        return parent;
    }

    @SuppressWarnings("ReferenceEquality") // a part is an event, and equal to itself alone
    boolean isChild(Part part) {
        return part == child;
    }

    /** Notes an answer, and says what is next: of two that answer at the same time, only one concludes. */
    synchronized Next answered(Part part, Demand.Outcome outcome) {
        part.outcome = outcome;
        if (part.probe || allAnswered()) {
            return Next.CONCLUDE;
        }
        if (parentAsked || !parentReady || !isChild(part)) {
            return Next.NOTHING;
        }
        parentAsked = true;
        return Next.ASK_THE_PARENT;
    }

    /** Whether everybody has answered who is to be asked. */
    private boolean allAnswered() {
        return answered(child) && (parent == null || answered(parent));
    }

    private static boolean answered(@Nullable Part part) {
        return part != null && part.outcome != null;
    }

    /** The outcome of the whole: the worst of those who were asked. One of them was. */
    synchronized Demand.Outcome worst() {
        Demand.Outcome ofChild = child == null ? null : child.outcome;
        Demand.Outcome ofParent = parent == null ? null : parent.outcome;
        if (ofChild != null && ofParent != null) {
            return worse(ofChild, ofParent);
        }
        Demand.Outcome only = ofChild != null ? ofChild : ofParent;
        if (only == null) {
            throw new IllegalStateException("concluded before anybody answered");
        }
        return only;
    }

    /** The worse of two outcomes is that of the whole. */
    private static Demand.Outcome worse(Demand.Outcome a, Demand.Outcome b) {
        return rank(b) > rank(a) ? b : a;
    }

    private static int rank(Demand.Outcome outcome) {
        if (outcome instanceof Demand.Outcome.Granted) {
            return 0;
        } else if (outcome instanceof Demand.Outcome.Refused) {
            return 1;
        }
        return outcome instanceof Demand.Outcome.Unavailable ? 2 : 3;
    }

    /** How long until all of the debt has come back. */
    synchronized long waitMillis() {
        return Math.max(waitOf(child), waitOf(parent));
    }

    private static long waitOf(@Nullable Part part) {
        return part != null && part.outcome instanceof Demand.Outcome.Granted granted ? granted.waitMillis() : 0;
    }

    /** How long until all that a part owes has come back. */
    synchronized long waitMillis(Part part) {
        return waitOf(part);
    }

    /** The child's turn has come: its tokens are there, and its parent is asked for them, by another part. */
    synchronized void childsTurn(Part ofParent) {
        if (child != null) {
            child.outcome = Demand.Outcome.NOW;
        }
        parent = ofParent;
    }

    /** What the caller waits for to come back, of both buckets. */
    synchronized List<DebtQueue.Debt> debts() {
        return Stream.of(child, parent)
                .flatMap(part -> part == null || part.debt == null ? Stream.of() : Stream.of(part.debt))
                .toList();
    }

    /** What is granted from now on stays taken: its caller was let through. */
    synchronized void keepIfLate() {
        if (child != null) {
            child.keepIfLate = true;
        }
        if (parent != null) {
            parent.keepIfLate = true;
        }
    }

    /** Gives back what was granted, where not all was. */
    void undo(Outbox out) {
        Part first = child();
        Part second = parent();
        if (first != null) {
            undo(first, out);
        }
        if (second != null) {
            undo(second, out);
        }
    }

    /** Gives back what one bucket granted, once. */
    void undo(Part part, Outbox out) {
        boolean mine;
        synchronized (this) {
            mine = part.granted() && !part.undone;
            part.undone |= mine;
        }
        if (mine) {
            attempt(() -> part.giveBack(out));
        }
    }

    /** Whoever ends the acquire has its other bucket and its caller to see to: what is thrown is noted, and no more. */
    private void attempt(Runnable turn) {
        try {
            turn.run();
        } catch (RuntimeException | Error thrown) {
            telemetry.fault(thrown);
        }
    }

    /** Nobody waits any more: what is queued leaves the queue. */
    void withdraw() {
        Part first = child();
        Part second = parent();
        if (first != null) {
            attempt(first::withdraw);
        }
        if (second != null) {
            attempt(second::withdraw);
        }
    }
}
