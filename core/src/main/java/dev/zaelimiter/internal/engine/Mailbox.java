package dev.zaelimiter.internal.engine;

import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whoever brings a message works the pipeline, unless somebody does already: then that one takes the message too, so
 * there is no lock to wait for, and no thread of its own. Everything but the inbox belongs to the one who works it.
 */
final class Mailbox {

    /** After so many rounds in a row the work is handed on, so that a caller gets away with its own answer. */
    private static final int MAX_ROUNDS = 256;

    private final Engine engine;
    private final AtomicInteger messages = new AtomicInteger();
    private final ConcurrentLinkedQueue<Message> inbox = new ConcurrentLinkedQueue<>();
    private volatile int waiting;
    private volatile @Nullable Gate gate;
    private boolean resting;
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

        /** One step. False if there is nothing to do, or something has to be waited for. */
        boolean advance(Outbox out);

        /** Something was thrown on the way: nobody who waits must be forgotten. */
        void fault(Throwable fault, Outbox out);

        /** Whether nothing is under way. */
        boolean idle();

        /** Whether nothing is under way, and nobody waits for anything. */
        boolean nothingToDo();

        /** The next batch is held back for those who are being called back. */
        void heldBack();

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

    /** Enters from a timer, a task or an answer. */
    void enter(Message entry) {
        Outbox out = Outbox.ofAnswer();
        entry.deliver(out);
        out.run(engine.environment());
    }

    /** Wakes the pipeline after a time. */
    void wake(long delayNanos, Message entry) {
        engine.later(() -> answered(entry), delayNanos);
    }

    /** Brings an answer of the store, or a timer's word. */
    void answered(Message entry) {
        enter(out -> post(entry, true, out));
    }

    /** Whether the next batch is held back. */
    boolean isGated() {
        return gate != null;
    }

    /** Whether the work was handed on. For the one whose turn it is. */
    boolean isResting() {
        return resting;
    }

    /** How many demands waited when the pipeline was last worked. */
    int waiting() {
        return waiting;
    }

    /** Whether the caller is now the one who works the pipeline, since nobody else did; {@link #endTurn} must follow. */
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
        Gate held = gate;
        if (held != null && !urgent && held.holds()) {
            inbox.add(message);
            if (gate != held) {
                // It was opened meanwhile, by somebody who did not see this message.
                signal(out);
            }
            return;
        }
        ungate();
        inbox.add(message);
        signal(out);
    }

    /** Lets the held-back batch go. */
    void open(Outbox out) {
        ungate();
        signal(out);
    }

    private void ungate() {
        Gate held = gate;
        gate = null;
        if (held != null) {
            held.opened();
        }
    }

    /** Works the pipeline, or has it worked by the one who is at it. */
    void signal(Outbox out) {
        if (messages.getAndIncrement() == 0) {
            workOff(out);
        }
    }

    /** Works until nothing is left. For the one whose turn it is, in place of {@link #endTurn}. */
    void workOff(Outbox out) {
        int seen = 1;
        while (true) {
            try {
                work(out);
            } catch (RuntimeException | Error fault) {
                owner().fault(fault, out);
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
        takeIn(out);
        holdBackFor(out);
        int rounds = 0;
        while (!resting && gate == null && owner().advance(out)) {
            takeIn(out);
            holdBackFor(out);
            if (++rounds == MAX_ROUNDS) {
                rest();
            }
        }
        waiting = owner().letGo();
    }

    private void takeIn(Outbox out) {
        for (Message message = inbox.poll(); message != null; message = inbox.poll()) {
            message.deliver(out);
        }
    }

    private void rest() {
        resting = true;
        engine.environment()
                .executor()
                .execute(() -> enter(out -> {
                    resting = false;
                    signal(out);
                }));
    }

    /** Several callers are about to be called back on this thread: the next batch waits for those who return at once. */
    private void holdBackFor(Outbox out) {
        if (out.size() > 1 && !out.synchronous() && owner().idle()) {
            Gate closed = new Gate(out);
            gate = closed;
            owner().heldBack();
            out.holdBack(this::open);
            closed.timer(engine.later(() -> enter(this::open), Outbox.GATE_NANOS));
        }
    }
}
