package dev.zaelimiter.benchmarks;

import dev.zaelimiter.benchmarks.files.FilesBench;
import dev.zaelimiter.benchmarks.scale.ScaleBench;
import dev.zaelimiter.benchmarks.spring.SpringBench;
import dev.zaelimiter.benchmarks.sweep.SweepBench;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Finds a benchmark by its name and runs it. */
public final class Bench {

    private interface Benchmark {
        Result run(String[] arguments) throws Exception;
    }

    private static final Map<String, Benchmark> BENCHMARKS = new TreeMap<>(Map.ofEntries(
            named("aggregate", AggregateBench::run),
            named("cost", CostBench::run),
            named("embedded", EmbeddedBench::run),
            named("file-store", FileStoreBench::run),
            named("files", Bench::files),
            named("heap", HeapBench::run),
            named("hot-key", HotKeyBench::run),
            named("overhead", OverheadBench::run),
            named("peer", PeerBench::run),
            named("replay", ReplayBench::run),
            named("scale", Bench::scale),
            named("sweep", Bench::sweep)));

    static {
        BENCHMARKS.put("loadtest", LoadTestBench::run);
        BENCHMARKS.put("poller-lag", PollerLagBench::run);
        BENCHMARKS.put("spring", Bench::spring);
    }

    private Bench() {}

    private static Map.Entry<String, Benchmark> named(String name, Benchmark benchmark) {
        return Map.entry(name, benchmark);
    }

    private static Result files(String[] arguments) throws Exception {
        Result result = new Result();
        new TreeMap<>(FilesBench.run(arguments.length == 0 ? 3 : Long.parseLong(arguments[0]))).forEach(result::put);
        return result;
    }

    private static Result spring(String[] arguments) throws Exception {
        Result result = new Result();
        SpringBench.run(arguments).forEach(result::put);
        return result;
    }

    private static Result scale(String[] arguments) throws InterruptedException {
        Result result = new Result();
        ScaleBench.run(arguments).forEach(result::put);
        return result;
    }

    private static Result sweep(String[] arguments) throws Exception {
        double[] figures = SweepBench.run(arguments);
        return new Result().put("runs", figures[0]).put("over_admitted", figures[1]);
    }

    /**
     * Runs a benchmark; its last line is {@code RESULT} and a JSON object.
     *
     * @param args its name, then its own arguments
     * @throws Exception if it fails
     */
    public static void main(String[] args) throws Exception {
        Benchmark benchmark = args.length == 0 ? null : BENCHMARKS.get(args[0]);
        if (benchmark == null) {
            System.err.println("usage: bench NAME, where NAME is one of " + BENCHMARKS.keySet());
            System.exit(2);
            return;
        }
        Result result = benchmark.run(Arrays.copyOfRange(args, 1, args.length));
        System.out.println("RESULT " + result.json());
        System.exit(0);
    }
}
