package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one way from this process to one bucket, or to one shard of it. At most one write is under way; what comes
 * meanwhile waits and goes together in the next.
 *
 * <p>What can be asked of it from outside, by any thread. {@link Mailbox} sees to it that one thread at a time works
 * it, and {@link BucketWorker} decides what is next.
 */
public final class BucketPipeline implements Sibling {

    private final Engine engine;
    private final Registry siblings;
    private final Site site;
    private final String entity;
    private final String resource;
    private final int shard;
    private final Work work;
    private final BucketWorker worker;
    private final Lanes lanes;
    private final DeadlineTimer deadlineTimer;
    private final Mailbox mailbox;
    private final CorrectionIntake intake;
    /** Made for the first take from several shards. Belongs to the one who works the pipeline. */
    private @Nullable MultiShardTakes multiShard;

    /**
     * The pipeline of one shard.
     *
     * @param cold what was left of another one of this shard, to go on from; or null
     */
    public BucketPipeline(
            Engine engine, Registry siblings, String entity, String resource, int shard, @Nullable ColdBucket cold) {
        this.engine = engine;
        this.siblings = siblings;
        this.entity = entity;
        this.resource = resource;
        this.shard = shard;
        this.mailbox = new Mailbox(engine);
        this.site = new Site(engine, siblings, mailbox, entity, resource, shard);
        this.work = new Work(engine, site);
        this.deadlineTimer = new DeadlineTimer(engine, site);
        this.worker = new BucketWorker(engine, site, work, deadlineTimer);
        this.lanes = worker.lanes;
        this.intake = new CorrectionIntake(engine, mailbox, work, worker);
        mailbox.ownedBy(worker);
        if (cold != null) {
            worker.goOn(cold);
        }
    }

    /** Where all pipelines are found. Safe for use by many threads. */
    public interface Registry extends Siblings<BucketPipeline> {

        /**
         * What the pipeline of a first shard serves in addition to its own demands; made for the thread that works it.
         */
        public MultiShardTakes multiShardTakes(BucketPipeline home, MultiShardHost host);
    }

    public String entity() {
        return entity;
    }

    public String resource() {
        return resource;
    }

    /** Which shard of the bucket, 0 for the first or only one. */
    public int shard() {
        return shard;
    }

    /** The way to the first shard, which says how many there are. */
    public BucketPipeline home() {
        return sibling(0);
    }

    /** The way to another shard of the bucket. */
    public BucketPipeline sibling(int other) {
        return other == shard ? this : siblings.get(entity, resource, other);
    }

    /** All shards of the bucket, the first one first. */
    public List<BucketPipeline> all() {
        return siblings.all(entity, resource);
    }

    @Override
    public Key key() {
        return site.key();
    }

    /** What the last requests were in the engine's units, and where their limits stand. */
    public BindingCache bindings() {
        return work.bindings;
    }

    /** Queues a demand. Urgent is one whose caller is about to block. */
    public void submit(Demand demand, boolean urgent, Outbox out) {
        if (engine.closed()) {
            demand.finish(new Demand.Outcome.Failed(new RepositoryClosedException()), out);
            return;
        }
        if (!mailbox.isGated() && !mailbox.mayHaveCompany(out) && mailbox.takeTurn()) {
            try {
                enqueue(demand);
            } finally {
                mailbox.workOff(out);
            }
        } else {
            mailbox.postWithOthers(o -> enqueue(demand), urgent, out);
        }
    }

    /**
     * Lets an acquire go the short way, if the pipeline is free.
     *
     * @param tried the lane that would not decide it; null if there was none
     */
    public ShortWay.Outcome shortWay(TakeRequest take, @Nullable Lane tried, ShortWay.Caller caller) {
        if (engine.closed() || mailbox.isGated()) {
            return ShortWay.Outcome.CLOSED;
        }
        if (!mailbox.takeTurn()) {
            return ShortWay.Outcome.BUSY;
        }
        ShortWay.Outcome outcome = ShortWay.Outcome.CLOSED;
        try {
            outcome = lanes.isAnother(tried) ? ShortWay.Outcome.LANE : worker.take(take, caller);
        } catch (RuntimeException | Error thrown) {
            mailbox.faulted(thrown, caller.outbox());
            throw thrown;
        } finally {
            mailbox.endTurn(outcome == ShortWay.Outcome.SENT, caller::outbox);
        }
        return outcome;
    }

    /** Where a take may be decided without a turn; null if there is no such place now. Any thread may ask. */
    public @Nullable Lane lane() {
        return lanes.now();
    }

    /**
     * Puts it to rest, if nothing is under way: what is left is handed over before anybody can work it again. Whoever
     * does so afterwards has {@link Siblings#awoken} called first.
     *
     * @param keep takes what is left
     * @return false if something is under way
     */
    public boolean rest(Consumer<ColdBucket> keep) {
        if (mailbox.isGated() || !mailbox.takeTurn()) {
            return false;
        }
        Outbox out = Outbox.ofAnswer();
        try {
            return worker.rest(keep);
        } finally {
            mailbox.endTurn(false, () -> out);
            out.run(engine.environment());
        }
    }

    private void enqueue(Demand demand) {
        work.waitlist.pending.add(demand);
        deadlineTimer.expect(demand);
    }

    @Override
    public void adjust(Correction correction, Outbox out) {
        intake.adjust(correction, out);
    }

    @Override
    public void count(Correction correction, Outbox out) {
        intake.count(correction, out);
    }

    @Override
    public void goesBack(CorrectionSum part, Outbox out) {
        intake.goesBack(part, out);
    }

    @Override
    public void meter(CorrectionSum taken, Outbox out) {
        intake.meter(taken, out);
    }

    /** Reads the bucket and tells what was seen. */
    public void look(Waitlist.Look look, boolean urgent, Outbox out) {
        mailbox.post(
                o -> {
                    work.waitlist.looks.add(look);
                    deadlineTimer.expect(look.deadlineNanos());
                },
                urgent,
                out);
    }

    /** Calls back when the bucket and its entity's lineage are known, reading them if need be. */
    public void load(Waitlist.Look look, boolean urgent, Outbox out) {
        mailbox.post(
                o -> {
                    work.waitlist.loads.add(look);
                    deadlineTimer.expect(look.deadlineNanos());
                },
                urgent,
                out);
    }

    /** Writes what waits for company, now. */
    public void flush(Outbox out) {
        mailbox.post(o -> worker.flush(o), true, out);
    }

    /** What could not be written is lost. */
    public void giveUp(Outbox out) {
        mailbox.post(o -> worker.giveUp(), true, out);
    }

    /** Forgets what is known of the entity: the record or the bucket was changed by another part of this process. */
    public void forgetImage(Outbox out) {
        mailbox.post(o -> work.state.forget(), true, out);
    }

    @Override
    public void divide(long shards, Outbox out) {
        mailbox.post(o -> worker.division.wanted(shards, work.nowNanos()), true, out);
    }

    @Override
    public void avoid(Outbox out) {
        mailbox.post(o -> work.avoid(o), true, out);
    }

    @Override
    public void saw(Item item, long beganNanos, Outbox out) {
        mailbox.post(o -> worker.saw(item, beganNanos), true, out);
    }

    @Override
    public void outdate(Outbox out) {
        mailbox.post(o -> work.state.outdate(), true, out);
    }

    /**
     * Tokens were taken by a transaction outside this pipeline: a give-back must not be cut by an image that still
     * shows them.
     */
    public void overtake(Outbox out) {
        mailbox.post(o -> work.state.forgetImage(), true, out);
    }

    private MultiShardTakes multiShard() {
        MultiShardTakes known = multiShard;
        if (known == null) {
            known = siblings.multiShardTakes(this, new MultiShardHost(work, worker));
            multiShard = known;
            work.multiShard = known;
        }
        return known;
    }

    /** Takes more than any one shard's share from several. Only of the first shard. */
    public void takeFromSeveral(MultiShardDemand part, Outbox out) {
        mailbox.post(
                o -> {
                    multiShard().add(part);
                    deadlineTimer.expect(part.deadlineNanos());
                },
                true,
                out);
    }

    /** Has done what waits until the turn under way is over, before somebody goes by what is known of the bucket. */
    public void useKept(Outbox out) {
        mailbox.useKept(out);
    }

    /** Something was thrown by what was asked about the bucket; it is counted, and logged. */
    public void fault(Throwable thrown) {
        engine.telemetry().fault(thrown);
    }

    /** Works the pipeline, or has it worked by the one who is at it. */
    void signal(Outbox out) {
        mailbox.signal(out);
    }

    /** Something to do, which leaves to an outbox what is to be done after it. */
    public interface Entry {
        void run(Outbox out);
    }

    /** Enters from a timer, a task or an answer. */
    public void enter(Entry entry) {
        mailbox.enter(entry::run);
    }

    /** What can be said of the bucket without asking the one who works the pipeline. */
    @Override
    public Outlook outlook() {
        return worker.outlook;
    }

    /** How many demands waited when the pipeline was last worked. */
    int waiting() {
        return mailbox.waiting();
    }
}
