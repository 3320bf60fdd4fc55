package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.kernel.Rounds;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that brings a message works the pipeline, unless another thread does already: then that one takes the
 * message too. So there is no lock to wait for, and no thread of its own. Everything but the inbox belongs to the
 * thread that works it.
 *
 * <p>What is brought from within the turn of another pipeline may have company: then this one's turn is taken, and kept
 * until that one is over. It is in the inbox from the beginning, so that nothing that comes later is decided before it.
 */
final class Mailbox implements Outbox.KeptTurn {

    /** So many messages are taken in one round: while more come than that, the work goes on all the same. */
    private static final int MAX_MESSAGES = 1024;

    private final Engine engine;
    private final AtomicInteger messages = new AtomicInteger();
    private final ConcurrentLinkedQueue<Message> inbox = new ConcurrentLinkedQueue<>();
    private volatile int waiting;
    /** Those among which it was worked last, and how many of them were its own. */
    private @Nullable Rounds rounds;

    private int ownRounds;

    private volatile @Nullable CallbackHold gate;
    private @Nullable Owner owner;

    Mailbox(Engine engine) {
        this.engine = engine;
    }

    /** What is to be done by the one who works the pipeline; must not block. */
    interface Message {
        void deliver(Outbox out);
    }

    /** Who works what comes in; called by one thread at a time. */
    interface Owner {

        /** Somebody begins to work the pipeline: nobody else decides anything from now on. */
        void begin();

        /** Carries out the next step, and tells which it was. */
        Step advance(Outbox out);

        /** Something was thrown on the way: nobody who waits must be forgotten. */
        void fault(Throwable fault, Outbox out);

        /** Whether nothing is under way. */
        boolean idle();

        /** Whether nothing is under way, and nobody waits for anything. */
        boolean nothingToDo();

        /** The next batch is held back for those who are being called back. */
        void heldBack();

        /** The monotonic clock as it was last read. */
        long nowNanos();

        /** There is nothing more to be done for now. Tells how many demands wait, none of them without a deadline. */
        int letGo();
    }

    /** Who works what comes in. To be said once, before anything does. */
    void ownedBy(Owner one) {
        owner = one;
    }

    private Owner owner() {
        return Objects.requireNonNull(owner, "owner");
    }

    /** Enters from a timer, a task or an answer. Whatever that throws, others may be waiting to be called back. */
    void enter(Message entry) {
        Outbox out = Outbox.ofAnswer();
        try {
            entry.deliver(out);
        } catch (RuntimeException | Error thrown) {
            // A timer or an answer has brought it: nobody else would hear.
            engine.telemetry().fault(thrown);
        } finally {
            out.run(engine.environment());
        }
    }

    /** Brings an answer of the store, or a timer's word. */
    void answered(Message entry) {
        enter(out -> post(entry, true, out));
    }

    /** Whether the next batch is held back. */
    boolean isGated() {
        return gate != null;
    }

    /** How many demands waited when the pipeline was last worked. */
    int waiting() {
        return waiting;
    }

    /**
     * Whether the caller is now the one who works the pipeline, since nobody else did; {@link #endTurn} must follow.
     */
    boolean takeTurn() {
        // Looked at first: an exchange in vain would take the cache line from the one who works.
        return messages.get() == 0 && messages.compareAndSet(0, 1);
    }

    /** Lets the pipeline go, or works off what came meanwhile. */
    void endTurn(boolean sent, Supplier<Outbox> out) {
        if (!messages.compareAndSet(1, 0)) {
            workOff(out.get());
        } else if (sent && !owner().nothingToDo()) {
            signal(out.get());
        }
    }

    /** Brings a message. Urgent is one that no callback under way is worth waiting for. */
    void post(Message message, boolean urgent, Outbox out) {
        if (add(message, urgent)) {
            signal(out);
        }
    }

    /** Brings a message that may be one of hundreds; what comes of them need not be seen before the turn is over. */
    void postWithOthers(Message message, boolean urgent, Outbox out) {
        if (!add(message, urgent)) {
            return;
        }
        if (!mayHaveCompany(out)) {
            signal(out);
        } else if (messages.getAndIncrement() == 0) {
            out.keep(this);
        }
    }

    /**
     * Whether what is brought now may be one of hundreds, each of which would leave alone. Where answers take time the
     * first is under way until the last has come.
     */
    boolean mayHaveCompany(Outbox out) {
        return engine.hasShortWay() && out.inTurn();
    }

    /** False if whoever opens the gate will see it. */
    private boolean add(Message message, boolean urgent) {
        CallbackHold held = gate;
        if (held != null && !urgent && held.holds()) {
            inbox.add(message);
            // Else it was opened meanwhile, by somebody who did not see this message.
            return gate != held;
        }
        ungate();
        inbox.add(message);
        return true;
    }

    /** Lets the held-back batch go. */
    void open(Outbox out) {
        ungate();
        signal(out);
    }

    private void ungate() {
        CallbackHold held = gate;
        gate = null;
        if (held != null) {
            held.opened();
        }
    }

    /** Works the pipeline, or has it worked by the one who is at it. */
    void signal(Outbox out) {
        // What comes of this message may be looked at before the turn is over.
        if (messages.getAndIncrement() == 0 || out.keepNoLonger(this)) {
            workOff(out);
        }
    }

    /** Uses a turn that is kept, before what is known of the bucket is looked at. */
    void useKept(Outbox out) {
        if (out.keepNoLonger(this)) {
            use(out);
        }
    }

    @Override
    public void use(Outbox out) {
        try {
            workOff(out);
        } catch (RuntimeException | Error fault) {
            // Whoever's turn it was has nothing to do with it, and others are kept as well.
            engine.telemetry().fault(fault);
        }
    }

    /**
     * Works until nothing is left, or long enough: then another thread goes on. For the one whose turn it is, in place
     * of {@link #endTurn}.
     */
    void workOff(Outbox out) {
        out.beginTurn();
        try {
            workRounds(out);
        } finally {
            out.endTurn(engine.environment());
        }
    }

    private void workRounds(Outbox out) {
        if (rounds != out.rounds()) {
            rounds = out.rounds();
            ownRounds = 0;
        }
        int seen = 1;
        while (true) {
            try {
                work(out);
            } catch (RuntimeException | Error fault) {
                faulted(fault, out);
            }
            if (enough(out)) {
                // One stands for the turn, as in the beginning.
                messages.addAndGet(1 - seen);
                out.leave(this);
                return;
            }
            seen = messages.addAndGet(-seen);
            if (seen == 0 && !inbox.isEmpty()) {
                // A message that threw has kept those behind it from being delivered.
                seen = messages.incrementAndGet() == 1 ? 1 : 0;
            }
            if (seen == 0) {
                return;
            }
        }
    }

    private void work(Outbox out) {
        owner().begin();
        nextRound(out);
        while (gate == null && !enough(out) && !owner().advance(out).isLast()) {
            nextRound(out);
        }
        waiting = owner().letGo();
    }

    /** Something was thrown in the turn that is under way. */
    void faulted(Throwable fault, Outbox out) {
        try {
            owner().fault(fault, out);
        } catch (RuntimeException | Error another) {
            // The turn goes on all the same: never let go, it would be the last one.
            engine.telemetry().fault(another);
        }
    }

    private void nextRound(Outbox out) {
        ownRounds++;
        if (out.rounds().next()) {
            out.rounds().read(engine.environment().monotonicNanos());
        }
        takeIn(out);
        holdBackFor(out);
    }

    /** Whether it is another's turn. The clock was read by the work itself, not long ago. */
    private boolean enough(Outbox out) {
        return out.rounds().enough(ownRounds, owner().nowNanos());
    }

    private void takeIn(Outbox out) {
        Message message = inbox.poll();
        for (int taken = 1; message != null; taken++) {
            message.deliver(out);
            message = taken < MAX_MESSAGES ? inbox.poll() : null;
        }
    }

    /**
     * Several callers are about to be called back on this thread: the next batch waits for those that acquire again
     * straight away.
     */
    private void holdBackFor(Outbox out) {
        if (out.size() > 1 && !out.synchronous() && !out.usesKept() && owner().idle()) {
            CallbackHold closed = new CallbackHold(out);
            gate = closed;
            owner().heldBack();
            out.holdBack(this::open);
            closed.timer(engine.later(() -> enter(this::open), Outbox.GATE_NANOS));
        }
    }
}
