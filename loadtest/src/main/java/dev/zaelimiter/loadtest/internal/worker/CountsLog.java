package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.loadtest.internal.plan.Json;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Writes what a worker has seen since the last time, as counts and as histograms. For one thread. */
final class CountsLog implements Closeable {

    static final String COUNTS = "counts.jsonl";
    static final String LATENCY = "latency.hlog";

    /** The tag of round trips to the store. */
    static final String STORE = "store";

    private static final double MICROS_PER_MILLI = 1000;

    private final Tally tally;
    private final BufferedWriter counts;
    private final PrintStream latency;
    private final HistogramLogWriter log;
    private final Cpu cpu = new Cpu();
    private Tally.Sums before;
    private long beforeMillis;

    CountsLog(Path folder, Tally tally, long nowMillis) throws IOException {
        this.tally = tally;
        this.before = tally.sums();
        tally.store().reset();
        this.beforeMillis = nowMillis;
        this.counts = Files.newBufferedWriter(folder.resolve(COUNTS));
        this.latency = new PrintStream(Files.newOutputStream(folder.resolve(LATENCY)), false, StandardCharsets.UTF_8);
        this.log = new HistogramLogWriter(latency);
        log.outputLogFormatVersion();
        log.outputStartTime(nowMillis);
        log.setBaseTime(nowMillis);
        log.outputLegend();
    }

    /** Writes the interval that ends now. */
    void write(long nowMillis, int stage) throws IOException {
        Tally.Sums now = tally.sums();
        long millis = Math.max(1, nowMillis - beforeMillis);
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("at_ms", beforeMillis);
        line.put("millis", millis);
        line.put("stage", stage);
        for (Outcome outcome : Outcome.ALL) {
            line.put(outcome.label(), now.outcomes()[outcome.place()] - before.outcomes()[outcome.place()]);
        }
        line.put("throttled", now.throttled() - before.throttled());
        line.put("writes", now.writes() - before.writes());
        line.put("write_units", now.writeUnits() < 0 ? -1.0 : now.writeUnits() - Math.max(0, before.writeUnits()));
        line.put("late", now.late() - before.late());
        line.put("missed", now.missed() - before.missed());
        line.put("splits", now.splits() - before.splits());
        line.put("merges", now.merges() - before.merges());
        line.put("cpu", cpu.since(millis));
        line.put("machine_cpu", cpu.machine());
        counts.write(Json.text(line));
        counts.write('\n');
        counts.flush();
        for (Outcome outcome : Outcome.ALL) {
            histogram(tally.latency(outcome), outcome.label(), nowMillis);
        }
        histogram(tally.store(), STORE, nowMillis);
        latency.flush();
        if (latency.checkError()) {
            throw new IOException("the log of latencies can't be written");
        }
        before = now;
        beforeMillis = nowMillis;
    }

    private void histogram(Recorder recorder, String tag, long nowMillis) {
        Histogram interval = recorder.getIntervalHistogram();
        if (interval.getTotalCount() > 0) {
            interval.setTag(tag);
            interval.setStartTimeStamp(beforeMillis);
            interval.setEndTimeStamp(nowMillis);
            log.outputIntervalHistogram(beforeMillis / 1000.0, nowMillis / 1000.0, interval, MICROS_PER_MILLI);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            counts.close();
        } finally {
            latency.close();
        }
    }
}
