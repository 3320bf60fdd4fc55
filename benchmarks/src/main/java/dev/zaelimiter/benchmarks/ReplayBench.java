package dev.zaelimiter.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.zaelimiter.cli.ZaeLimiter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine;

/**
 * How many rows does a second of CPU replay, with a heap of 256 MB? Generated rows of 10,000 entities: those of a
 * language model with two limits, of which one is settled; and plain ones with one limit. The CPU time is that of the
 * whole process, with start-up, compiler and collector. Targets: 300,000 and 800,000.
 */
final class ReplayBench {

    private static final int ENTITIES = 10_000;
    private static final String HEAP = "-Xmx256m";

    private ReplayBench() {}

    /** Files of 10 million rows, or as many as the first argument says. */
    static Result run(String[] arguments) throws IOException, InterruptedException {
        long rows = arguments.length == 0 ? 10_000_000 : Long.parseLong(arguments[0]);
        double[] llm = measure(rows, true, "--limit", "rpm=20/min", "--limit", "tpm=30000/min");
        double[] one = measure(rows, false, "--limit", "rpm=12/min:20");
        Result result = new Result()
                .put("rows_per_cpu_s_llm", llm[0])
                .put("rows_per_cpu_s_one_limit", one[0])
                .put("heap_mb", Math.max(llm[1], one[1]));
        System.out.printf("%-34s %,14.0f rows a CPU second (target 300,000)%n", "two limits, one is settled", llm[0]);
        System.out.printf("%-34s %,14.0f rows a CPU second (target 800,000)%n", "one limit", one[0]);
        System.out.printf("%-34s %14.0f MB at most%n", "heap", result.get("heap_mb"));
        return result;
    }

    private static double[] measure(long rows, boolean llm, String... limits) throws IOException, InterruptedException {
        System.out.printf("generating and replaying %,d rows ...%n", rows);
        Path trace = Files.createTempFile("replay-bench", ".csv");
        Path output = Files.createTempFile("replay-bench", ".out");
        try {
            generate(trace, rows, llm);
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    HEAP,
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ReplayBench.class.getName(),
                    "replay",
                    trace.toString(),
                    "--json"));
            command.addAll(Arrays.asList(limits));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (process.waitFor() != 0) {
                throw new IOException("the replay failed");
            }
            String[] figures = Files.readString(output).strip().split(" ");
            return new double[] {rows / Double.parseDouble(figures[0]), Double.parseDouble(figures[1])};
        } finally {
            Files.delete(trace);
            Files.delete(output);
        }
    }

    private static void generate(Path file, long rows, boolean llm) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            out.write(llm ? "timestamp,api_key,prompt_tokens,completion_tokens\n" : "timestamp,api_key\n");
            StringBuilder row = new StringBuilder();
            long millis = 1_700_000_000_000L;
            for (long i = 0; i < rows; i++) {
                millis += random.nextInt(3);
                row.setLength(0);
                row.append(millis).append(",key-").append(random.nextInt(ENTITIES));
                if (llm) {
                    row.append(',').append(random.nextInt(10, 3_000));
                    row.append(',').append(random.nextInt(1, 500));
                }
                out.append(row.append('\n'));
            }
        }
    }

    /**
     * The process that is measured: prints its CPU seconds and the most heap it used, in MB.
     *
     * @param args the command line of {@code zae-limiter}
     */
    public static void main(String[] args) {
        StringWriter out = new StringWriter();
        int exitCode =
                new CommandLine(new ZaeLimiter()).setOut(new PrintWriter(out)).execute(args);
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        double heap = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            heap += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
        }
        System.out.println(system.getProcessCpuTime() / 1e9 + " " + heap / (1 << 20));
        System.exit(exitCode);
    }
}
