package dev.zaelimiter.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the paths of the Python zae-limiter cost, compared with ours: on a table of ours, and on one as it makes it. */
final class PeerCost {

    private static final int CALLS = 0;
    private static final int ROUNDS = 1;
    private static final int WRITE_UNITS = 2;

    private PeerCost() {}

    static Map<String, Map<String, List<Double>>> measure(Result result, int seconds)
            throws IOException, InterruptedException {
        String endpoint = BenchTables.ENDPOINT.toString();
        Map<String, List<Double>> onOurs = Peer.run("cost.py", endpoint, Integer.toString(seconds), BenchTables.ours());
        Map<String, List<Double>> onItsOwn = Peer.run("cost.py", endpoint, Integer.toString(seconds));
        print("Python, table of ours", onOurs);
        print("Python, its own table", onItsOwn);
        result.put("peer_warm_wcu", of(onOurs, "warm", WRITE_UNITS));
        result.put("peer_warm_wcu_original_table", of(onItsOwn, "warm", WRITE_UNITS));
        result.put("peer_adjust_wcu", of(onOurs, "adjust", WRITE_UNITS));
        for (String path : List.of("cold", "refill", "cascade_cold", "cascade_warm")) {
            result.put("peer_" + path + "_round_trips", of(onOurs, path, ROUNDS));
        }
        result.put("peer_repeated_refusal_calls", of(onOurs, "repeated_refusal", CALLS));
        result.put("peer_shared_full_wcu", of(onItsOwn, "shared_full", WRITE_UNITS));
        return Map.of("python", onItsOwn, "python_our_table", onOurs);
    }

    private static double of(Map<String, List<Double>> paths, String path, int figure) {
        return Objects.requireNonNull(paths.get(path), path).get(figure);
    }

    private static void print(String title, Map<String, List<Double>> paths) {
        System.out.printf("%n%-24s %6s %6s %12s %11s%n", title, "calls", "rounds", "write units", "read units");
        paths.forEach((name, figures) -> System.out.printf(
                "  %-22s %6.1f %6.1f %12.1f %11.1f%n",
                name, figures.get(CALLS), figures.get(ROUNDS), figures.get(WRITE_UNITS), figures.get(3)));
    }
}
