package dev.zaelimiter.loadtest.internal.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** What a worker writes, interval by interval. */
final class WrittenWorker {

    private final Path folder;
    private final int number;

    WrittenWorker(Path run, int number) throws IOException {
        this.number = number;
        this.folder = Files.createDirectories(run.resolve("worker-" + number));
    }

    /** The times of an interval as the log has them. */
    static String times(long atMillis, long... micros) {
        Histogram histogram = Latencies.empty();
        for (long each : micros) {
            histogram.recordValue(each);
        }
        histogram.setTag("admitted");
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            new HistogramLogWriter(out)
                    .outputIntervalHistogram(atMillis / 1000.0, atMillis / 1000.0 + 1, histogram, 1000.0);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    static String counts(long atMillis, long millis, long admitted, String more) {
        return "{\"at_ms\":" + atMillis + ",\"millis\":" + millis + ",\"stage\":0,\"admitted\":" + admitted
                + ",\"refused\":0,\"degraded\":0,\"failed\":0,\"writes\":" + admitted + more + "}\n";
    }

    WrittenWorker append(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return this;
    }

    /** One interval in which each acquire took as many microseconds as there were. */
    WrittenWorker interval(long atMillis, long millis, int admitted) throws IOException {
        long[] micros = new long[admitted];
        java.util.Arrays.fill(micros, admitted);
        append("counts.jsonl", counts(atMillis, millis, admitted, ""));
        return append("latency.hlog", times(atMillis, micros));
    }

    WrittenWorker ended(String how, long startedMillis, long clockOffsetMillis) throws IOException {
        return append(
                "worker.json",
                "{\"format\":1,\"worker\":" + number + ",\"started_ms\":" + startedMillis + ",\"ended_ms\":"
                        + (startedMillis + 1) + ",\"clock_offset_ms\":" + clockOffsetMillis
                        + ",\"clock_bound_ms\":5,\"end\":\"" + how + "\",\"problem\":null}\n");
    }
}
