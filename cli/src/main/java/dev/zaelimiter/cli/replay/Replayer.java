package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Access;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says of each request what the engine says, on clocks that follow their times: one {@link Lane} for each group of
 * entities. In a large file the arithmetic of the engine goes on alone, if it has said of each of the first rows what
 * the engine, its {@link Witness}, says. What is due after the last request is left alone, since nothing depends on it
 * any more.
 *
 * <p>Not thread-safe.
 */
final class Replayer implements RowSink, AutoCloseable {

    /** More than an hour of a busy service. The engine takes some ten times as long as the arithmetic. */
    private static final int MOST_ROWS_OF_SMALL_FILE = 65_536;

    /** Fewer than make the JVM compile all of the engine at its best, which takes longer than some million rows. */
    private static final int WITNESSED_ROWS_OF_LARGE_FILE = 4_096;

    private final Supplier<RepositoryBuilder> stores;
    private final Policy policy;
    private final PolicyTally tally;
    private final boolean[] settled;
    private final long perOutputTokenNanos;
    private boolean begun;
    private boolean agreed = true;
    private boolean witnessed = true;
    private final @Nullable Lane[] lanes = new @Nullable Lane[RowBatch.GROUPS];

    /**
     * A replay in memory that has seen no row.
     *
     * @param policy the limits
     * @param columns what is taken of them
     * @param perOutputToken how long each token of an answer takes
     * @param balances whether to follow balances over time
     */
    Replayer(Policy policy, Columns columns, Duration perOutputToken, boolean balances) {
        this(EmbeddedRepository::builder, policy, columns, perOutputToken, balances);
    }

    /**
     * A replay that has seen no row.
     *
     * @param stores gives each group of entities an empty store of its own
     * @param policy the limits
     * @param columns what is taken of them
     * @param perOutputToken how long each token of an answer takes
     * @param balances whether to follow balances over time
     */
    Replayer(
            Supplier<RepositoryBuilder> stores,
            Policy policy,
            Columns columns,
            Duration perOutputToken,
            boolean balances) {
        this.stores = stores;
        this.policy = policy;
        this.tally = new PolicyTally(policy, columns.limits(), balances);
        this.settled = new boolean[columns.takes().size()];
        for (int i = 0; i < settled.length; i++) {
            settled[i] = columns.takes().get(i) instanceof Take.Estimated;
        }
        this.perOutputTokenNanos = perOutputToken.toNanos();
    }

    @Override
    public void check(String entity, String resource) throws BrokenRowException {
        RowNames.check(entity, resource);
        if (policy.access(entity, resource) == Access.ENABLED && policy.scope(entity, resource) == null) {
            throw new BrokenRowException(
                    "entity " + entity + " on resource",
                    resource,
                    "one that a limit holds for; " + policy.name() + " has none");
        }
    }

    @Override
    public void accept(RowBatch batch) {
        long firstMillis = batch.millis(0);
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.settleUntil(firstMillis);
            }
        }
        long lastMillis = batch.millis(batch.size() - 1);
        tally.begin(firstMillis, lastMillis);
        Gauges.@Nullable Bucket[] buckets = new Gauges.@Nullable Bucket[batch.places()];
        if (!begun && isOfLargeFile(batch)) {
            accept(batch, 0, WITNESSED_ROWS_OF_LARGE_FILE, buckets);
            if (agreed) {
                dismissWitnesses();
            }
            accept(batch, WITNESSED_ROWS_OF_LARGE_FILE, batch.size(), buckets);
        } else {
            accept(batch, 0, batch.size(), buckets);
        }
        begun = true;
        // Nothing comes after the batch's last row that could depend on what it leaves to be settled.
        Lane ofLastRow = lanes[batch.group(batch.size() - 1)];
        for (Lane lane : lanes) {
            if (lane != null && lane != ofLastRow) {
                lane.settleUntil(lastMillis);
            }
        }
    }

    /** A batch is passed on when it is full, or at the end. */
    private static boolean isOfLargeFile(RowBatch first) {
        return first.isFull() || first.size() > MOST_ROWS_OF_SMALL_FILE;
    }

    /** Decides some rows, group by group. */
    private void accept(RowBatch batch, int from, int to, Gauges.@Nullable Bucket[] buckets) {
        Row row = batch.newRow();
        for (int group = 0; group < RowBatch.GROUPS; group++) {
            for (int i = batch.start(group); i < batch.end(group); i++) {
                int index = batch.inGroup(i);
                if (index >= from && index < to) {
                    batch.read(index, row);
                    accept(batch, batch.place(index), row, lane(group, row.millis), buckets);
                }
            }
        }
    }

    private void accept(RowBatch batch, int place, Row row, Lane lane, Gauges.@Nullable Bucket[] buckets) {
        // Before the bucket is looked for: a new one would be full, and later than what is due.
        lane.settleUntil(row.millis);
        Gauges.Bucket bucket = buckets[place];
        if (bucket == null) {
            bucket = tally.bucket(batch.entity(place), batch.resource(place), row.millis);
            buckets[place] = bucket;
        }
        agreed &= lane.accept(row, bucket);
    }

    /** What came out so far. */
    Report report(Intake intake) {
        return tally.report(intake);
    }

    @Override
    public void close() {
        dismissWitnesses();
    }

    private void dismissWitnesses() {
        witnessed = false;
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.dismissWitness();
            }
        }
    }

    private Lane lane(int group, long nowMillis) {
        Lane lane = lanes[group];
        if (lane == null) {
            Witness witness = witnessed ? new Witness(stores.get(), policy, group, nowMillis) : null;
            lane = new Lane(witness, tally, settled, perOutputTokenNanos);
            lanes[group] = lane;
        }
        return lane;
    }
}
