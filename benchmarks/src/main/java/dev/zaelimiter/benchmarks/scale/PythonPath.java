package dev.zaelimiter.benchmarks.scale;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A model of the path that the Python system takes: one write for each acquire, on a shard drawn at random; each write
 * costs a unit in the table and another in the index of its resource, which holds whole items and is one partition. A
 * client doubles the shards when a shard's {@code wcu} has run out. A throttled call is tried again by the SDK, up to
 * ten times, after 50 ms and twice as long each time. Nothing else takes time, and the limit never binds: it is as good
 * as it can be.
 */
final class PythonPath {

    private static final int MOST_SHARDS = 32;
    private static final int MOST_ATTEMPTS = 10;
    private static final long BACKOFF_NANOS = 50_000_000;
    private static final String INDEX = "index";

    private final VirtualTime timeline = new VirtualTime();
    private final TablePartitions partitions = new TablePartitions();
    private final Load load;
    private final Measured measured;
    private final SplittableRandom random;
    private final double[] wcu = new double[MOST_SHARDS];
    private final long[] filledNanos = new long[MOST_SHARDS];
    private int shards = 1;

    PythonPath(Load load) {
        this.load = load;
        this.measured = new Measured(load.seconds());
        this.random = new SplittableRandom(load.seed());
        Arrays.fill(wcu, TablePartitions.UNITS_PER_SECOND);
    }

    Measured run() {
        for (int p = 0; p < load.processes(); p++) {
            double each = (double) load.perSecond() / load.processes();
            new RandomArrivals(timeline, random.split(), each, () -> send(timeline.nowNanos(), 1)).start();
        }
        timeline.runUntil(load.warmUpSeconds() * 1_000_000_000L);
        double units = partitions.units();
        long calls = partitions.calls();
        long throttled = partitions.throttled();
        timeline.runUntil(load.seconds() * 1_000_000_000L);
        measured.units = partitions.units() - units;
        measured.calls = partitions.calls() - calls;
        measured.throttled = partitions.throttled() - throttled;
        measured.shards = shards;
        return measured;
    }

    private void send(long askedNanos, int attempt) {
        timeline.after(ModelledTable.ANSWER_NANOS / 2, () -> land(askedNanos, attempt));
    }

    private void land(long askedNanos, int attempt) {
        int shard = random.nextInt(shards);
        if (!partitions.charge(Map.of("shard " + shard, 1, INDEX, 1), timeline.nowNanos())) {
            if (attempt < MOST_ATTEMPTS) {
                long wait = BACKOFF_NANOS << (attempt - 1);
                timeline.after(ModelledTable.ANSWER_NANOS / 2 + wait, () -> send(askedNanos, attempt + 1));
            } else {
                measured.failed++;
            }
            return;
        }
        if (!hasWriteUnit(shard)) {
            shards = Math.min(MOST_SHARDS, 2 * shards);
            timeline.after(ModelledTable.ANSWER_NANOS / 2, () -> send(askedNanos, attempt));
            return;
        }
        timeline.after(ModelledTable.ANSWER_NANOS / 2, () -> {
            boolean counts = timeline.nowNanos() > load.warmUpSeconds() * 1_000_000_000L;
            measured.admitted(askedNanos, timeline.nowNanos(), counts);
        });
    }

    private boolean hasWriteUnit(int shard) {
        double gained = (timeline.nowNanos() - filledNanos[shard]) / 1e9 * TablePartitions.UNITS_PER_SECOND;
        wcu[shard] = Math.min(TablePartitions.UNITS_PER_SECOND, wcu[shard] + gained);
        filledNanos[shard] = timeline.nowNanos();
        if (wcu[shard] < 1) {
            return false;
        }
        wcu[shard]--;
        return true;
    }
}
