package dev.zaelimiter.cli.replay;

import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says of each request what the engine would say, on clocks that follow their times: one {@link Lane} for each group of
 * entities. The arithmetic of the engine decides, and the engine as a whole, a {@link Witness}, has to say the same: of all
 * rows of a file that is not large, of the first ones of any other. What is due after the last request is left alone,
 * since nothing depends on it any more.
 *
 * <p>Not thread-safe.
 */
final class Replayer implements RowSink, AutoCloseable {

    /** More than an hour of a busy service; the witness takes some ten times as long as the arithmetic. */
    private static final int MOST_ROWS_OF_SMALL_FILE = 65_536;

    /** Fewer than make the JVM compile all of the engine at its best, which takes longer than some million rows. */
    private static final int WITNESSED_ROWS_OF_LARGE_FILE = 4_096;

    private final Supplier<RepositoryBuilder> stores;
    private final Policy policy;
    private final Tally tally;
    private final boolean[] settled;
    private final long perOutputTokenNanos;
    private long rowsBefore;
    private long witnessedRows;
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
        this.tally = new Tally(policy, columns.limits(), balances);
        this.settled = new boolean[columns.takes().size()];
        for (int i = 0; i < settled.length; i++) {
            settled[i] = columns.takes().get(i) instanceof Take.Estimated;
        }
        this.perOutputTokenNanos = perOutputToken.toNanos();
    }

    @Override
    public void check(String entity, String resource) throws BrokenRowException {
        if (policy.scope(entity, resource) == null) {
            throw new BrokenRowException(
                    "entity " + entity + " on resource",
                    resource,
                    "one that a limit holds for; " + policy.name() + " has none");
        }
        RequestMaker.check(entity, resource);
    }

    @Override
    public void accept(RowBatch batch) {
        if (rowsBefore == 0) {
            // A batch is passed on when it is full, or at the end.
            witnessedRows = batch.size() > MOST_ROWS_OF_SMALL_FILE ? WITNESSED_ROWS_OF_LARGE_FILE : Long.MAX_VALUE;
        }
        long lastMillis = batch.millis(batch.size() - 1);
        tally.begin(batch.millis(0), lastMillis);
        Row row = batch.newRow();
        Gauges.@Nullable Bucket[] buckets = new Gauges.@Nullable Bucket[batch.places()];
        for (int group = 0; group < RowBatch.GROUPS; group++) {
            int index = -1;
            for (int i = batch.start(group); i < batch.end(group); i++) {
                index = batch.inGroup(i);
                batch.read(index, row);
                int place = batch.place(index);
                Gauges.Bucket bucket = buckets[place];
                if (bucket == null) {
                    bucket = tally.bucket(batch.entity(place), batch.resource(place), row.millis);
                    buckets[place] = bucket;
                }
                lane(group, index, row.millis).accept(row, bucket);
            }
            Lane lane = lanes[group];
            // Nothing comes after the batch's last row that could depend on what it leaves to be settled.
            if (lane != null && index < batch.size() - 1) {
                lane.settleUntil(lastMillis);
            }
        }
        rowsBefore += batch.size();
    }

    /** What came out so far. */
    Report report(Intake intake) {
        return tally.report(intake);
    }

    @Override
    public void close() {
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.close();
            }
        }
    }

    private Lane lane(int group, int index, long nowMillis) {
        boolean witnessed = rowsBefore + index < witnessedRows;
        Lane lane = lanes[group];
        if (lane == null) {
            lane = new Lane(
                    witnessed ? new Witness(stores.get(), policy, group, nowMillis) : null,
                    tally,
                    settled,
                    perOutputTokenNanos);
            lanes[group] = lane;
        } else if (!witnessed) {
            lane.dismissWitness();
        }
        return lane;
    }
}
