package dev.zaelimiter.cli.admin.aggregator;

import dev.zaelimiter.aggregator.AggregatorListener;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.PollerStatus;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.cli.admin.output.Output;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what an aggregator does. Figures count from the start; the largest batch and the lag, from one look to the
 * next.
 */
final class Metrics implements AggregatorListener {

    private long batches;
    private long records;
    private long counted;
    private long usageWrites;
    private long duplicates;
    private long late;
    private long refills;
    private long divisions;
    private long archived;
    private long putAside;
    private long deadLetters;
    private long failures;
    private long gaps;
    private int largestBatch;
    private long lagMillis;

    @Override
    public synchronized void batch(StreamBatch batch, BatchOutcome outcome) {
        batches++;
        records += outcome.records();
        counted += outcome.counted();
        usageWrites += outcome.usageWrites();
        duplicates += outcome.duplicates();
        late += outcome.late();
        refills += outcome.refills();
        divisions += outcome.divisions();
        archived += outcome.archived();
        putAside += outcome.putAside();
        deadLetters += outcome.deadLetters();
        failures += outcome.failures().size();
        largestBatch = Math.max(largestBatch, outcome.records());
        lagMillis = Math.max(lagMillis, outcome.lagMillis());
    }

    @Override
    public synchronized void gap(String streamShard) {
        gaps++;
    }

    /** How many batches there were. */
    synchronized long batches() {
        return batches;
    }

    /**
     * All figures, under their names. The largest batch and the lag begin anew.
     *
     * @param now when
     * @param poller how the poller stands; null where there is none
     */
    synchronized Map<String, @Nullable Object> look(Instant now, @Nullable PollerStatus poller) {
        Map<String, @Nullable Object> fields =
                Output.fields("time", now.truncatedTo(ChronoUnit.SECONDS).toString());
        fields.putAll(ofShards(poller));
        fields.putAll(ofBatches(poller == null ? 0 : poller.failures()));
        fields.putAll(ofReads(poller));
        largestBatch = 0;
        lagMillis = 0;
        return fields;
    }

    private static Map<String, @Nullable Object> ofShards(@Nullable PollerStatus poller) {
        return Output.fields(
                "shards",
                poller == null ? null : poller.shards(),
                "foreign_shards",
                poller == null ? null : poller.foreign(),
                "waiting_shards",
                poller == null ? null : poller.waiting());
    }

    private Map<String, @Nullable Object> ofBatches(long failedReads) {
        return Output.fields(
                "batches",
                batches,
                "largest_batch",
                largestBatch,
                "records",
                records,
                "counted",
                counted,
                "lag_milliseconds",
                lagMillis,
                "usage_writes",
                usageWrites,
                "duplicates",
                duplicates,
                "late",
                late,
                "refills",
                refills,
                "divisions",
                divisions,
                "archived",
                archived,
                "put_aside",
                putAside,
                "dead_letters",
                deadLetters,
                "failures",
                failures + failedReads,
                "gaps",
                gaps);
    }

    private static Map<String, @Nullable Object> ofReads(@Nullable PollerStatus poller) {
        return Output.fields(
                "reads",
                poller == null ? null : poller.reads(),
                "empty_reads",
                poller == null ? null : poller.emptyReads());
    }

    /** For people: what is not there, and what never happened, is left out. */
    static String line(Map<String, @Nullable Object> fields) {
        StringBuilder line = new StringBuilder(String.valueOf(fields.get("time")));
        line.append("  lag ").append(fields.get("lag_milliseconds")).append(" ms");
        fields.forEach((name, value) -> {
            boolean shown = value != null && !name.equals("time") && !name.equals("lag_milliseconds");
            if (shown && !(value instanceof Number number && number.longValue() == 0)) {
                line.append("  ").append(name.replace('_', ' ')).append(' ').append(value);
            }
        });
        return line.toString();
    }
}
