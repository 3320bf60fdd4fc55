package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.benchmarks.BenchTables;
import dev.zaelimiter.benchmarks.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Programs of their own, one for each measurement: how long until the first grant, and what a key keeps on the heap.
 */
final class Programs {

    private static final int PYTHON_KEYS = 8;
    private static final long PATIENCE_SECONDS = 280;

    private final Extent extent;
    private final Attempts attempts;

    Programs(Extent extent, Attempts attempts) {
        this.extent = extent;
        this.attempts = attempts;
    }

    /** Milliseconds from the start of the program to its first grant, of each start. */
    Map<String, Object> cold() {
        return ofEach("cold start", contender -> {
            List<Double> millis = new ArrayList<>();
            String table = table(contender);
            for (int i = 0; i < extent.starts(); i++) {
                millis.add(run(contender, table, 1).get("granted"));
            }
            return millis;
        });
    }

    /** Bytes of a key that was asked for once. */
    Map<String, Object> heap() {
        return ofEach("heap", contender -> {
            int keys = contender == Contender.PYTHON
                    ? Math.max(2, extent.keysOnTable() / PYTHON_KEYS)
                    : contender.onTable() ? extent.keysOnTable() : extent.keys();
            return Objects.requireNonNull(run(contender, table(contender), keys).get("bytes"), "bytes");
        });
    }

    private interface Figure {
        Object of(Contender contender) throws Exception;
    }

    private Map<String, Object> ofEach(String part, Figure figure) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (Contender contender : Contender.values()) {
            if (contender != Contender.BARE || part.equals("cold start")) {
                attempts.put(figures, part, contender, () -> figure.of(contender));
            }
        }
        return figures;
    }

    private static String table(Contender contender) throws IOException, InterruptedException {
        if (contender == Contender.PYTHON) {
            String table = "peer-" + UUID.randomUUID();
            run(contender, table, 0);
            return table;
        }
        if (contender == Contender.BARE) {
            String table = BareBucket.newTable();
            try (DynamoDbAsyncClient client = BenchTables.client(null)) {
                new BareBucket(table, client).fillEndlessly("first");
            }
            return table;
        }
        return contender.onTable() ? Workload.endlessTable() : "-";
    }

    private static List<String> command(Contender contender, String table, String keys) {
        if (contender == Contender.PYTHON) {
            return List.of(Peer.python().toString(), "-", BenchTables.ENDPOINT.toString(), table, keys);
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                contender.word(),
                table,
                keys);
    }

    /** The lines that it printed; that of the grant has the milliseconds since the start in place of what it says. */
    private static Map<String, Double> run(Contender contender, String table, int keys)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command(contender, table, Integer.toString(keys)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        CompletableFuture<Process> watch = process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Process> ended = watch.whenComplete((done, tooLate) -> process.destroyForcibly());
        try (OutputStream in = process.getOutputStream()) {
            if (contender == Contender.PYTHON) {
                try (InputStream script =
                        Objects.requireNonNull(Programs.class.getResourceAsStream("/peer/heap.py"), "heap.py")) {
                    script.transferTo(in);
                }
            }
        }
        Map<String, Double> lines = new LinkedHashMap<>();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String[] words = line.split(" ");
                lines.put(
                        words[0],
                        words[0].equals("granted") ? (System.nanoTime() - start) / 1e6 : Double.parseDouble(words[1]));
            }
        }
        int code = process.waitFor();
        if (code != 0 || ended.isCompletedExceptionally()) {
            throw new IllegalStateException(contender.title() + " ended with " + code);
        }
        return lines;
    }
}
