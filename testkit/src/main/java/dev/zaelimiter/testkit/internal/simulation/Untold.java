package dev.zaelimiter.testkit.internal.simulation;

import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What went back and was cut, and whether its client was told. */
final class Untold {

    private final Oracle oracle;
    private final Map<String, Cut> cuts = new TreeMap<>();

    Untold(Oracle oracle) {
        this.oracle = oracle;
    }

    private static final class Cut {
        private final String client;
        private BigInteger milli = BigInteger.ZERO;
        private String first = "";

        private Cut(String client) {
            this.client = client;
        }
    }

    private Cut of(String client, String bucket, String limit) {
        return cuts.computeIfAbsent(client + " " + bucket + " " + limit, key -> new Cut(client));
    }

    void cut(String client, String bucket, String limit, BigInteger milli, String how) {
        oracle.note(() -> "  cut: " + how);
        Cut cut = of(client, bucket, limit);
        cut.milli = cut.milli.add(milli);
        cut.first = cut.first.isEmpty() ? how : cut.first;
    }

    /** A client hears that tokens were not given back. */
    void told(String client, String bucket, String limit, long tokens) {
        Cut cut = of(client, bucket, limit);
        cut.milli = cut.milli.subtract(BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(1000)));
    }

    /** In the end each of these clients has been told. */
    void check(Set<String> clients) {
        cuts.forEach((id, cut) -> {
            if (clients.contains(cut.client) && cut.milli.signum() > 0) {
                oracle.violated("cut", cut.milli + " millitokens were cut for " + id + " and never told: " + cut.first);
            }
        });
    }
}
