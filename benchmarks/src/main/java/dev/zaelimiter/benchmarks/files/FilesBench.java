package dev.zaelimiter.benchmarks.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What lies under the file form of the store, compared with what could: commits of one row and of 1,024, how far the
 * file grows, and what becomes of a file in which one byte was changed. Behind the decision about the file of the
 * store.
 */
public final class FilesBench {

    private static final int ROWS = 10_000;
    private static final int MANY = 1_024;
    private static final int FLIPS = 100;
    private static final int VALUE = 250;

    private final long nanos;
    private final Path directory;
    private final Random random = new Random(1);

    private FilesBench(long nanos, Path directory) {
        this.nanos = nanos;
        this.directory = directory;
    }

    /**
     * Measures and prints a table.
     *
     * @param seconds of each measurement
     * @return figures by name
     * @throws Exception if something fails
     */
    public static Map<String, Double> run(long seconds) throws Exception {
        Path directory = Files.createTempDirectory("zae-limiter-bench");
        try {
            return new FilesBench(TimeUnit.SECONDS.toNanos(seconds), directory).measure();
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private Map<String, Double> measure() throws Exception {
        Map<String, Double> figures = new HashMap<>();
        System.out.printf(
                "%-16s %12s %12s %8s %10s %9s %9s %9s%n",
                "", "commits/s", "rows/s", "growth", "read ms", "noticed", "harmless", "unnoticed");
        for (Candidate candidate :
                List.of(new OurFile(), new MvStoreFile(), new SqliteFile("WAL"), new SqliteFile("TRUNCATE"))) {
            String name = candidate.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
            Path file = directory.resolve(name);
            double single;
            double many;
            long before;
            try (Candidate.Open open = candidate.open(file)) {
                for (int i = 0; i < ROWS; i += MANY) {
                    open.commit(rows(i, Math.min(MANY, ROWS - i)));
                }
                before = sizeOf(name);
                rate(open, MANY);
                many = rate(open, MANY) * MANY;
                rate(open, 1);
                single = rate(open, 1);
            }
            double growth = (double) sizeOf(name) / before;
            long started = System.nanoTime();
            Map<String, String> whole = candidate.read(file);
            double readMillis = (System.nanoTime() - started) / 1e6;
            if (whole.size() != ROWS) {
                throw new IllegalStateException(candidate.name() + " has " + whole.size() + " rows");
            }
            int[] outcomes = damage(candidate, file, whole);
            System.out.printf(
                    "%-16s %,12.0f %,12.0f %8.1f %10.0f %9d %9d %9d%n",
                    candidate.name(), single, many, growth, readMillis, outcomes[0], outcomes[1], outcomes[2]);
            figures.put(name + "_commits_per_s", single);
            figures.put(name + "_rows_per_s", many);
            figures.put(name + "_noticed", (double) outcomes[0]);
            figures.put(name + "_unnoticed", (double) outcomes[2]);
        }
        return figures;
    }

    private Map<String, String> rows(int first, int count) {
        Map<String, String> rows = new HashMap<>();
        for (int i = 0; i < count; i++) {
            StringBuilder value = new StringBuilder();
            while (value.length() < VALUE) {
                value.append(random.nextLong());
            }
            rows.put("row-" + (first + i), value.toString());
        }
        return rows;
    }

    /** Commits per second, of rows that are spread over all. */
    private double rate(Candidate.Open open, int count) throws Exception {
        List<Map<String, String>> prepared =
                Stream.generate(() -> spread(count)).limit(50).toList();
        long started = System.nanoTime();
        int commits = 0;
        while (System.nanoTime() - started < nanos) {
            open.commit(prepared.get(commits % prepared.size()));
            commits++;
        }
        return commits / ((System.nanoTime() - started) / 1e9);
    }

    private Map<String, String> spread(int count) {
        Map<String, String> rows = new HashMap<>();
        while (rows.size() < count) {
            rows.putAll(rows(random.nextInt(ROWS), 1));
        }
        return rows;
    }

    private long sizeOf(String name) throws IOException {
        long size = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path path : files.filter(each -> each.getFileName().toString().startsWith(name))
                    .toList()) {
                size += Files.size(path);
            }
        }
        return size;
    }

    /**
     * One byte changed at each of many places: noticed; not noticed, but all rows are right; not noticed, and wrong.
     */
    private int[] damage(Candidate candidate, Path file, Map<String, String> whole) throws IOException {
        byte[] original = Files.readAllBytes(file);
        int[] outcomes = new int[3];
        for (int i = 0; i < FLIPS; i++) {
            byte[] bytes = original.clone();
            bytes[(int) ((long) (bytes.length - 1) * i / (FLIPS - 1))] ^= 0x15;
            Path damaged = directory.resolve("damaged-" + i);
            Files.write(damaged, bytes);
            try {
                outcomes[candidate.read(damaged).equals(whole) ? 1 : 2]++;
            } catch (Exception e) {
                // However a reader says that the file is damaged, it has noticed.
                outcomes[0]++;
            }
            Files.delete(damaged);
        }
        return outcomes;
    }
}
