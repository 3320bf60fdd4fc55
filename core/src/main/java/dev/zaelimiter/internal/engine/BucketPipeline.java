package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Environment;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.config.Levels;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/**
 * The one way from this process to one bucket, or to one shard of it. At most one write is under way; what comes
 * meanwhile waits and goes together in the next.
 *
 * <p>What can be asked of it from outside, by any thread. {@link Mailbox} sees to it that one thread at a time works it,
 * and {@link Work} decides what is next.
 */
final class BucketPipeline implements Origin {

    private final Engine engine;
    private final String entity;
    private final String resource;
    private final int shard;
    private final Key key;
    private final Work work;
    private final Outlook outlook;
    private final Turn turn = new Turn();
    private final Bindings bindings = new Bindings();
    private final Deadlines deadlines;
    private final Mailbox mailbox;

    BucketPipeline(Engine engine, String entity, String resource, int shard) {
        this.engine = engine;
        this.entity = entity;
        this.resource = resource;
        this.shard = shard;
        this.key = engine.keys().bucket(entity, resource, shard);
        this.work = new Work(engine, this, Levels.of(engine.keys(), entity, resource));
        this.outlook = new Outlook(engine, this, work);
        this.deadlines = new Deadlines(engine, this, work);
        this.mailbox = new Mailbox(engine, this, work, deadlines);
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

    /** What the last requests were in the engine's units, and where their limits stand. */
    Bindings bindings() {
        return bindings;
    }

    /** Queues a demand. Urgent is one whose caller is about to block. */
    void submit(Demand demand, boolean urgent, Outbox out) {
        if (engine.closed()) {
            demand.finish(new Demand.Outcome.Failed(new RepositoryClosedException()), out);
            return;
        }
        if (!mailbox.isGated() && mailbox.takeTurn()) {
            enqueue(demand);
            mailbox.workOff(out);
        } else {
            mailbox.post((w, o) -> enqueue(demand), urgent, out);
        }
    }

    /** Lets an acquire go the short way, if the pipeline is free. */
    ShortWay.Outcome shortWay(Takes takes, ShortWay.Caller caller) {
        if (engine.closed() || mailbox.isGated()) {
            return ShortWay.Outcome.CLOSED;
        }
        if (!mailbox.takeTurn()) {
            return ShortWay.Outcome.BUSY;
        }
        ShortWay.Outcome outcome = ShortWay.Outcome.CLOSED;
        try {
            outcome = work.shortWay.take(takes, caller);
        } finally {
            mailbox.endTurn(outcome == ShortWay.Outcome.SENT, caller::outbox);
        }
        return outcome;
    }

    private void enqueue(Demand demand) {
        work.waitlist.pending.add(demand);
        deadlines.expect(demand);
    }

    @Override
    public void adjust(Correction correction, Outbox out) {
        if (correction.size() == 0) {
            return;
        }
        // Counted until it is written or queued, so that a repository that closes meanwhile waits for it.
        engine.adjustmentQueued();
        try {
            if (!correctAtOnce(correction, out)) {
                queue(correction.toBeWritten(engine), out);
            }
        } finally {
            engine.adjustmentSettled();
        }
    }

    private boolean correctAtOnce(Correction correction, Outbox out) {
        if (!engine.hasShortWay() || engine.closed() || mailbox.isGated() || !mailbox.takeTurn()) {
            return false;
        }
        boolean sent = false;
        try {
            sent = work.shortCorrection.send(correction, out);
        } finally {
            mailbox.endTurn(sent, () -> out);
        }
        return sent;
    }

    private void queue(Correction.Halves halves, Outbox out) {
        mailbox.post(
                (w, o) -> {
                    w.debits.addAll(halves.debit());
                    w.creditQueued(halves.credit());
                },
                true,
                out);
    }

    @Override
    public void count(Correction correction, Outbox out) {
        Adjustment counted = new Adjustment();
        for (int k = 0; k < correction.size(); k++) {
            counted.add(correction.name(k), correction.milli(k));
        }
        engine.adjustmentQueued();
        counted.count(engine::adjustmentSettled, engine.environment().monotonicNanos());
        meter(counted, out);
    }

    /** Takes in what goes back, and did not fit in another shard. It is counted already. */
    void goesBack(Adjustment part, Outbox out) {
        mailbox.post((w, o) -> w.creditQueued(part), true, out);
    }

    /** Counts what another shard let through. */
    void meter(Adjustment taken, Outbox out) {
        mailbox.post((w, o) -> w.meter.addAll(taken), true, out);
    }

    /** Reads the bucket and tells what was seen. */
    void look(Look look, boolean urgent, Outbox out) {
        mailbox.post(
                (w, o) -> {
                    w.waitlist.looks.add(look);
                    deadlines.expect(look.deadlineNanos());
                },
                urgent,
                out);
    }

    /** Calls back when the bucket and its entity's lineage are known, reading them if need be. */
    void load(Look look, boolean urgent, Outbox out) {
        mailbox.post(
                (w, o) -> {
                    w.waitlist.loads.add(look);
                    deadlines.expect(look.deadlineNanos());
                },
                urgent,
                out);
    }

    /** Writes what waits for company, now. */
    void flush(Outbox out) {
        mailbox.post((w, o) -> w.flush(o), true, out);
    }

    /** What could not be written is lost. */
    void giveUp(Outbox out) {
        mailbox.post((w, o) -> w.giveUp(), true, out);
    }

    /** Forgets what is known of the entity: the record or the bucket was changed beside the pipeline. */
    void forgetImage(Outbox out) {
        mailbox.post((w, o) -> w.state.forget(), true, out);
    }

    /** Another shard of so many is short of writes: there are to be more. */
    void divide(long shards, Outbox out) {
        mailbox.post((w, o) -> w.division.wanted(shards), true, out);
    }

    /** Has what waits here by then go to other shards. */
    void avoid(Outbox out) {
        mailbox.post((w, o) -> w.division.avoid(o), true, out);
    }

    /** The bucket was read for the sake of another shard, from a moment of the monotonic clock on. */
    void saw(Item item, long beganNanos, Outbox out) {
        mailbox.post((w, o) -> w.saw(item, beganNanos), true, out);
    }

    /** Tokens were moved from or to the bucket beside the pipeline. */
    void outdate(Outbox out) {
        mailbox.post((w, o) -> w.state.outdate(), true, out);
    }

    /** Tokens were taken beside the pipeline: what goes back to them must not be cut by an image that still has them. */
    void overtake(Outbox out) {
        mailbox.post((w, o) -> w.state.forgetImage(), true, out);
    }

    /** Takes more than any one shard's share from several. Only of the first shard. */
    void spread(Part part, Outbox out) {
        mailbox.post(
                (w, o) -> {
                    w.spread.add(part);
                    deadlines.expect(part.deadlineNanos());
                },
                true,
                out);
    }

    /** Lets the held-back batch go. */
    void open(Outbox out) {
        mailbox.open(out);
    }

    /** Works the pipeline, or has it worked by the one who is at it. */
    void signal(Outbox out) {
        mailbox.signal(out);
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
        engine.later(() -> answered(entry), delayNanos);
    }

    /** Brings an answer of the store, or a timer's word. */
    void answered(Entry entry) {
        enter(out -> mailbox.post((w, o) -> entry.run(o), true, out));
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
        return mailbox.waiting();
    }
}
