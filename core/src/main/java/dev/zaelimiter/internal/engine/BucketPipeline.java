package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.config.Levels;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The one way from this process to one bucket, or to one shard of it. At most one write is under way; what comes meanwhile waits and goes
 * together in the next.
 *
 * <p>Whoever brings a message works the pipeline, unless somebody does already: then that one takes the message too, so
 * there is no lock to wait for, and no thread of its own. Everything but the inbox belongs to the one who works it.
 * {@link Work} decides what is next; this class is the mail and the manners.
 */
final class BucketPipeline implements Origin {

    /** After so many rounds in a row the work is handed on, so that a caller gets away with its own answer. */
    private static final int MAX_ROUNDS = 256;

    private final Engine engine;
    private final String entity;
    private final String resource;
    private final int shard;
    private final Key key;
    private final AtomicInteger messages = new AtomicInteger();
    private final ConcurrentLinkedQueue<Message> inbox = new ConcurrentLinkedQueue<>();
    private final Work work;
    private final Outlook outlook;
    private final Turn turn = new Turn();
    private volatile int waiting;
    private volatile @Nullable Prepared prepared;
    private volatile @Nullable Gate gate;
    private @Nullable Binding binding;
    private Environment.@Nullable Timer deadlineTimer;
    private long armedForNanos;
    private boolean resting;

    BucketPipeline(Engine engine, String entity, String resource, int shard) {
        this.engine = engine;
        this.entity = entity;
        this.resource = resource;
        this.shard = shard;
        this.key = engine.keys().bucket(entity, resource, shard);
        this.work = new Work(engine, this, Levels.of(engine.keys(), entity, resource));
        this.outlook = new Outlook(engine, this, work);
    }

    /** A request in the engine's units: the last one, since an application that cares for speed uses one over and over. */
    private record Prepared(AcquireRequest request, Takes takes) {}

    /** Where the limits of the last takes stand in a layout. */
    private record Binding(Takes takes, BucketLayout layout, int[] bound) {}

    /** What can be asked of the one who works the pipeline. */
    private interface Message {
        void deliver(Work work, Outbox out);
    }

    /** Somebody who waits to see the bucket. */
    interface Look {
        long deadlineNanos();

        /** Called once, by the one who works the pipeline; must not block. */
        void looked(BucketState state, @Nullable Throwable failure, Outbox out);
    }

    String entity() {
        return entity;
    }

    String resource() {
        return resource;
    }

    /** Which shard of the bucket, 0 for the first or only one. */
    int shard() {
        return shard;
    }

    /** The way to the first shard, which says how many there are. */
    BucketPipeline home() {
        return shard == 0 ? this : engine.pipeline(entity, resource);
    }

    Key key() {
        return key;
    }

    @SuppressWarnings("ReferenceEquality") // the very same request, not an equal one
    Takes takes(AcquireRequest request) {
        Prepared last = prepared;
        if (last == null || last.request != request) {
            last = new Prepared(request, Takes.of(request));
            prepared = last;
        }
        return last.takes;
    }

    @SuppressWarnings("ReferenceEquality") // the very same, not an equal one
    int @Nullable [] knownBinding(Takes takes, BucketLayout layout) {
        Binding last = binding;
        return last != null
                        && last.layout == layout
                        && (last.takes == takes || Arrays.equals(last.takes.names(), takes.names()))
                ? last.bound
                : null;
    }

    void bound(Takes takes, BucketLayout layout, int[] bound) {
        binding = new Binding(takes, layout, bound);
    }

    /** Queues a demand. Urgent is one whose caller is about to block. */
    void submit(Demand demand, boolean urgent, Outbox out) {
        if (engine.closed()) {
            demand.finish(new Demand.Outcome.Failed(new RepositoryClosedException()), out);
            return;
        }
        if (gate == null && messages.compareAndSet(0, 1)) {
            enqueue(demand);
            workOff(out);
        } else {
            post((w, o) -> enqueue(demand), urgent, out);
        }
    }

    /** Lets an acquire go the short way, if the pipeline is free. */
    ShortWay.Outcome shortWay(Takes takes, ShortWay.Caller caller) {
        if (engine.closed() || gate != null) {
            return ShortWay.Outcome.CLOSED;
        }
        if (!messages.compareAndSet(0, 1)) {
            return ShortWay.Outcome.BUSY;
        }
        ShortWay.Outcome outcome = ShortWay.Outcome.CLOSED;
        try {
            if (!resting) {
                outcome = work.shortWay.take(takes, caller);
            }
        } finally {
            if (!messages.compareAndSet(1, 0)) {
                workOff(caller.outbox());
            } else if (outcome == ShortWay.Outcome.SENT && !work.quiet()) {
                signal(caller.outbox());
            }
        }
        return outcome;
    }

    private void enqueue(Demand demand) {
        work.waitlist.pending.add(demand);
        if (deadlineTimer != null) {
            expectDeadline(demand.deadlineNanos());
        }
    }

    /** What a grant gives back helps those who wait behind it. */
    @Override
    public void adjust(List<String> names, List<Long> milli, long place, Outbox out) {
        engine.adjustmentQueued();
        Adjustment debit = new Adjustment();
        Adjustment credit = new Adjustment();
        for (int i = 0; i < names.size(); i++) {
            long amount = milli.get(i);
            if (amount > 0) {
                debit.add(names.get(i), amount);
            } else if (amount < 0) {
                credit.add(names.get(i), -amount);
            }
        }
        AtomicInteger parts = new AtomicInteger(1);
        Runnable settled = () -> {
            if (parts.decrementAndGet() == 0) {
                engine.adjustmentSettled();
            }
        };
        if (!debit.amounts().isEmpty()) {
            parts.incrementAndGet();
            debit.count(settled, engine.environment().monotonicNanos());
        }
        if (!credit.amounts().isEmpty()) {
            parts.incrementAndGet();
            credit.count(settled, engine.environment().monotonicNanos());
            credit.grantedAt(place);
        }
        settled.run();
        post(
                (w, o) -> {
                    w.debits.addAll(debit);
                    w.creditQueued(credit);
                },
                true,
                out);
    }

    /** Counts what another shard let through. */
    void meter(Adjustment taken, Outbox out) {
        post((w, o) -> w.meter.addAll(taken), true, out);
    }

    /** Reads the bucket and tells what was seen. */
    void look(Look look, boolean urgent, Outbox out) {
        post(
                (w, o) -> {
                    w.waitlist.looks.add(look);
                    expectDeadline(look.deadlineNanos());
                },
                urgent,
                out);
    }

    /** Calls back when the bucket and its entity's lineage are known, reading them if need be. */
    void load(Look look, boolean urgent, Outbox out) {
        post(
                (w, o) -> {
                    w.waitlist.loads.add(look);
                    expectDeadline(look.deadlineNanos());
                },
                urgent,
                out);
    }

    /** Writes what waits for company, now. */
    void flush(Outbox out) {
        post((w, o) -> w.flush(o), true, out);
    }

    /** What could not be written is lost. */
    void giveUp(Outbox out) {
        post((w, o) -> w.giveUp(), true, out);
    }

    /** Forgets what is known of the entity: the record or the bucket was changed beside the pipeline. */
    void forgetImage(Outbox out) {
        post((w, o) -> w.state.forget(), true, out);
    }

    /** Another shard of so many is short of writes: there are to be more. */
    void divide(long shards, Outbox out) {
        post((w, o) -> w.division.wanted(shards), true, out);
    }

    /** The bucket was read for the sake of another shard. */
    void saw(Item item, Outbox out) {
        post((w, o) -> w.saw(item), true, out);
    }

    /** The bucket was written beside the pipeline. */
    void stale(Outbox out) {
        post((w, o) -> w.state.outdate(), true, out);
    }

    /** Takes more than any one shard's share from several. Only of the first shard. */
    void spread(Part part, Outbox out) {
        post(
                (w, o) -> {
                    w.spread.add(part);
                    expectDeadline(part.deadlineNanos());
                },
                true,
                out);
    }

    private void post(Message message, boolean urgent, Outbox out) {
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

    private void workOff(Outbox out) {
        int seen = 1;
        while (true) {
            try {
                work(out);
            } catch (RuntimeException | Error fault) {
                work.fault(fault, out);
            }
            seen = messages.addAndGet(-seen);
            if (seen == 0) {
                return;
            }
        }
    }

    private void work(Outbox out) {
        takeIn(out);
        holdBackFor(out);
        int rounds = 0;
        while (!resting && gate == null && work.advance(out)) {
            takeIn(out);
            holdBackFor(out);
            if (++rounds == MAX_ROUNDS) {
                rest();
            }
        }
        waiting = work.waitlist.pending.size();
        watchDeadlines();
    }

    private void takeIn(Outbox out) {
        for (Message message = inbox.poll(); message != null; message = inbox.poll()) {
            message.deliver(work, out);
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
        if (out.size() > 1 && !out.synchronous() && work.idle()) {
            Gate closed = new Gate(out);
            gate = closed;
            work.expectNobody();
            out.holdBack(this);
            closed.timer(engine.later(() -> enter(this::open), Outbox.GATE_NANOS));
        }
    }

    /** A newcomer may wait less long than those before it: a request whose child took most of its time, say. */
    private void expectDeadline(long deadlineNanos) {
        Environment.Timer timer = deadlineTimer;
        if (timer != null && deadlineNanos - armedForNanos < 0) {
            timer.cancel();
            deadlineTimer = null;
        }
    }

    /** One timer per pipeline, armed only while somebody waits, for the first of them. */
    private void watchDeadlines() {
        if (deadlineTimer != null) {
            return;
        }
        long deadline = work.earliestDeadline();
        if (deadline != Long.MAX_VALUE) {
            armedForNanos = deadline;
            long delay = deadline - engine.environment().monotonicNanos();
            deadlineTimer = engine.later(
                    () -> enter(out -> post(
                            (w, o) -> {
                                deadlineTimer = null;
                                w.expire(o);
                            },
                            true,
                            out)),
                    delay);
        }
    }

    /** Something to do with a fresh outbox. */
    interface Entry {
        void run(Outbox out);
    }

    /** Enters from a timer, a task or an answer. */
    void enter(Entry entry) {
        Outbox out = Outbox.ofAnswer();
        entry.run(out);
        out.run(engine.environment());
    }

    /** Wakes the pipeline after a time. */
    void wake(long delayNanos, Entry entry) {
        engine.later(() -> enter(out -> post((w, o) -> entry.run(o), true, out)), delayNanos);
    }

    /** Brings an answer of the store. */
    void answered(Entry entry) {
        enter(out -> post((w, o) -> entry.run(o), true, out));
    }

    Environment environment() {
        return engine.environment();
    }

    void skipped(String limit) {
        engine.skipped(entity, resource, limit);
    }

    /** Whose turn it is, of the shards of which this is the first. */
    Turn turn() {
        return turn;
    }

    /** What can be said of the bucket without asking the one who works the pipeline. */
    Outlook outlook() {
        return outlook;
    }

    /** How many demands waited when the pipeline was last worked. */
    int waiting() {
        return waiting;
    }
}
