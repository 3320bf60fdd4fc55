package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.benchmarks.BenchTables;
import dev.zaelimiter.benchmarks.Peer;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What becomes of tokens and callers when something goes wrong: answers are lost, several processes share one limit, a
 * bucket was at rest, callers go away. Each scenario begins with a full bucket; afterwards the table is asked what is
 * gone from it.
 */
final class Faults {

    static final List<String> SCENARIOS = List.of("lost", "processes", "idle", "cancelled");

    static final double LOST = 0.05;
    static final double LATE = 0.02;
    static final int LATE_MILLIS = 600;
    static final int CALLERS = 32;
    static final int IDLE_TOKENS = 100;

    private final Extent extent;
    private final Attempts attempts;

    Faults(Extent extent, Attempts attempts) {
        this.extent = extent;
        this.attempts = attempts;
    }

    Map<String, Object> measure() {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (String scenario : SCENARIOS) {
            Map<String, Object> row = new LinkedHashMap<>();
            figures.put(scenario, row);
            String part = "faults, " + scenario;
            attempts.put(row, part, Contender.OURS, () -> relayed(scenario, this::ours));
            attempts.put(row, part, Contender.PYTHON, () -> relayed(scenario, this::python));
            if (!scenario.equals("idle")) {
                attempts.put(row, part, Contender.BARE, () -> relayed(scenario, this::bare));
            }
            if (scenario.equals("processes")) {
                attempts.put(row, part, Contender.BUCKET4J, () -> new LocalFaults(tokens(scenario)).bucket4j());
                attempts.put(row, part, Contender.RESILIENCE4J, () -> new LocalFaults(tokens(scenario)).resilience4j());
            }
        }
        return figures;
    }

    private int tokens(String scenario) {
        return scenario.equals("idle") ? IDLE_TOKENS : extent.tokens();
    }

    private interface Run {
        Map<String, Object> on(URI relay, String scenario, int tokens) throws Exception;
    }

    private Map<String, Object> relayed(String scenario, Run run) throws Exception {
        try (FaultyRelay relay = new FaultyRelay(BenchTables.ENDPOINT, LOST, LATE, LATE_MILLIS)) {
            URI endpoint = scenario.equals("lost") ? relay.endpoint() : BenchTables.ENDPOINT;
            return run.on(endpoint, scenario, tokens(scenario));
        }
    }

    private Map<String, Object> ours(URI endpoint, String scenario, int tokens) throws Exception {
        String table = BenchTables.ours();
        try (LimitRepository setup = BenchTables.builder(table).connect()) {
            OurFaults faults = new OurFaults(table, endpoint, tokens);
            return judged(faults.run(setup, scenario), tokens, scenario, tokens - inBuckets(table));
        }
    }

    private Map<String, Object> bare(URI endpoint, String scenario, int tokens) throws Exception {
        return judgedBare(new BareFaults(endpoint, tokens).run(scenario), tokens, scenario);
    }

    private Map<String, Object> judgedBare(Map<String, Object> told, int tokens, String scenario) {
        long taken = tokens - (long) number(told, "left");
        return judged(told, tokens, scenario, taken);
    }

    private static double number(Map<String, Object> told, String name) {
        return ((Number) Objects.requireNonNull(told.get(name), name)).doubleValue();
    }

    private Map<String, Object> python(URI endpoint, String scenario, int tokens) throws Exception {
        String table = "peer-" + UUID.randomUUID();
        Map<String, List<Double>> said = Peer.run(
                "faults.py",
                BenchTables.ENDPOINT.toString(),
                endpoint.toString(),
                table,
                scenario,
                Integer.toString(tokens),
                Integer.toString(CALLERS));
        Map<String, Object> told = new LinkedHashMap<>();
        said.forEach((name, values) -> told.put(name, values.get(0)));
        return judged(told, tokens, scenario, tokens - inBuckets(table));
    }

    /**
     * Compares what callers were told with what is gone from the bucket.
     *
     * @param told granted, and so on
     * @param tokens of the full bucket
     * @param taken what is gone
     */
    private static Map<String, Object> judged(Map<String, Object> told, int tokens, String scenario, long taken) {
        double granted = number(told, "granted");
        double allowed = tokens;
        if (scenario.equals("idle")) {
            allowed += OurFaults.IDLE_REFILL * number(told, "seconds");
        }
        told.put("allowed", allowed);
        told.put("over_admitted", Math.max(0, granted - allowed));
        if (!scenario.equals("idle")) {
            told.put("lost_tokens", Math.max(0, taken - granted));
        }
        return told;
    }

    /** What all buckets of a table hold, in whole tokens; both systems keep it in the same attribute. */
    private static long inBuckets(String table) {
        try (DynamoDbAsyncClient client = BenchTables.client(null)) {
            long milli = 0;
            for (Map<String, AttributeValue> item : client.scan(
                            scan -> scan.tableName(table).consistentRead(true))
                    .join()
                    .items()) {
                AttributeValue balance = item.get("b_rpm_tk");
                milli += balance == null ? 0 : Long.parseLong(balance.n());
            }
            return milli / 1000;
        }
    }
}
