package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.store.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The dashboard for CloudWatch and the pages about it name what there is. */
@Tag("documents")
class MonitoringPageTest {

    private static final String TABLE = "TableName";

    /** As the services name them, with the dimensions that they have them by. */
    private static final Map<String, List<Set<String>>> METRICS = Map.ofEntries(
            Map.entry(
                    "AWS/DynamoDB ConsumedWriteCapacityUnits",
                    List.of(Set.of(TABLE), Set.of(TABLE, "GlobalSecondaryIndexName"))),
            Map.entry(
                    "AWS/DynamoDB ConsumedReadCapacityUnits",
                    List.of(Set.of(TABLE), Set.of(TABLE, "GlobalSecondaryIndexName"))),
            Map.entry("AWS/DynamoDB WriteThrottleEvents", List.of(Set.of(TABLE))),
            Map.entry("AWS/DynamoDB ReadThrottleEvents", List.of(Set.of(TABLE))),
            Map.entry("AWS/DynamoDB ThrottledRequests", List.of(Set.of(TABLE, "Operation"))),
            Map.entry("AWS/DynamoDB SuccessfulRequestLatency", List.of(Set.of(TABLE, "Operation"))),
            Map.entry("AWS/DynamoDB SystemErrors", List.of(Set.of(TABLE, "Operation"))),
            Map.entry("AWS/DynamoDB ConditionalCheckFailedRequests", List.of(Set.of(TABLE))),
            Map.entry("AWS/DynamoDB TransactionConflict", List.of(Set.of(TABLE))),
            Map.entry("AWS/DynamoDB TimeToLiveDeletedItemCount", List.of(Set.of(TABLE))),
            Map.entry("AWS/Lambda Errors", List.of(Set.of("FunctionName"))),
            Map.entry("AWS/Lambda Throttles", List.of(Set.of("FunctionName"))),
            Map.entry("AWS/Lambda Duration", List.of(Set.of("FunctionName"))),
            Map.entry("AWS/Lambda IteratorAge", List.of(Set.of("FunctionName"))),
            Map.entry("AWS/SQS ApproximateNumberOfMessagesVisible", List.of(Set.of("QueueName"))));

    private static final Pattern QUERY = Pattern.compile("`((?:stats|filter|fields) [^`]*)`");
    private static final Pattern CODE = Pattern.compile("`([A-Z][A-Za-z]+)`");

    private final Repository repository = Repository.here();

    private String page() {
        return repository.read(repository.root().resolve("docs/operator/monitoring.md"));
    }

    private JsonNode widgets() throws IOException {
        return new ObjectMapper()
                .readTree(repository.read(repository.root().resolve("docs/operator/cloudwatch-dashboard.json")))
                .get("widgets");
    }

    /**
     * The actions that some role needs, which are the operations that the limiter calls; transactions have none of
     * their own.
     */
    private Set<String> operations() {
        Set<String> operations = new TreeSet<>(Set.of("TransactWriteItems"));
        Matcher action = Pattern.compile("dynamodb:(\\w+)")
                .matcher(repository.read(repository.root().resolve("docs/operator/policies.md")));
        while (action.find()) {
            operations.add(action.group(1));
        }
        return operations;
    }

    @Test
    void dashboard_eachMetric_isOneThatThereIs() throws IOException {
        Set<String> indexes =
                Arrays.stream(Query.Index.values()).map(Enum::name).collect(Collectors.toSet());
        List<String> seen = new ArrayList<>();
        for (JsonNode widget : widgets()) {
            for (JsonNode metric : widget.path("properties").path("metrics")) {
                String name = metric.get(0).asText() + " " + metric.get(1).asText();
                Set<String> dimensions = new TreeSet<>();
                for (int i = 2; i + 1 < metric.size(); i += 2) {
                    String dimension = metric.get(i).asText();
                    String value = metric.get(i + 1).asText();
                    dimensions.add(dimension);
                    switch (dimension) {
                        case "Operation" -> assertThat(operations()).contains(value);
                        case "GlobalSecondaryIndexName" -> assertThat(indexes).contains(value);
                        case "FunctionName" -> assertThat(value).isEqualTo("TABLE-aggregator");
                        case "QueueName" -> assertThat(value).isEqualTo("TABLE-aggregator-dlq");
                        default -> assertThat(value).isEqualTo("TABLE");
                    }
                }
                assertThat(METRICS).as(name).containsKey(name);
                assertThat(METRICS.get(name)).as(name).contains(dimensions);
                seen.add(name);
            }
        }
        assertThat(seen).hasSizeGreaterThan(20);
        assertThat(METRICS.keySet()).as("all that are known are shown").isEqualTo(Set.copyOf(seen));
    }

    @Test
    void dashboard_widgets_lieBesideEachOther_inTheRegion() throws IOException {
        Set<String> places = new TreeSet<>();
        for (JsonNode widget : widgets()) {
            JsonNode properties = widget.get("properties");
            assertThat(properties.get("region").asText()).isEqualTo("REGION");
            assertThat(properties.get("title").asText()).isNotBlank();
            assertThat(widget.get("x").asInt() + widget.get("width").asInt()).isLessThanOrEqualTo(24);
            assertThat(places.add(widget.get("x") + "," + widget.get("y"))).isTrue();
        }
        assertThat(places).hasSizeGreaterThan(10);
    }

    /** What the dashboard asks of the log stands on the page too, where each field is compared with what is printed. */
    @Test
    void dashboard_eachQuery_isOneOfThePageOrAsksForTheSame() throws IOException {
        Set<String> fields = new TreeSet<>();
        Matcher query = QUERY.matcher(page());
        while (query.find()) {
            fields.addAll(LogQuery.fields(query.group(1)));
        }
        int queries = 0;
        for (JsonNode widget : widgets()) {
            if (widget.get("type").asText().equals("log")) {
                String text = widget.path("properties").path("query").asText();
                assertThat(text).startsWith("SOURCE '/aws/lambda/TABLE-aggregator' | ");
                assertThat(fields).containsAll(LogQuery.fields(text.substring(text.indexOf('|') + 1)));
                queries++;
            }
        }
        assertThat(queries).isPositive();
    }

    @Test
    void page_eachMetric_isOnTheDashboard() {
        Set<String> known =
                METRICS.keySet().stream().map(name -> name.split(" ")[1]).collect(Collectors.toSet());
        Set<String> named = new TreeSet<>();
        Matcher row = Pattern.compile("(?m)^\\| (`[^|]*) \\|").matcher(page());
        while (row.find()) {
            Matcher code = CODE.matcher(row.group(1));
            while (code.find()) {
                named.add(code.group(1));
            }
        }
        named.removeAll(operations());
        assertThat(named).isNotEmpty().isSubsetOf(known);
        assertThat(known).isEqualTo(named);
    }

    /** The queries of the function itself are looked at beside the function. */
    @Test
    void page_queriesOfAHost_askForWhatItPrints() {
        CommandLine run = new CommandLine(new ZaeLimiter())
                .getSubcommands()
                .get("aggregator")
                .getSubcommands()
                .get("run");
        Set<String> printed =
                Set.of(run.getCommand().getClass().getAnnotation(Manual.class).keys());
        String page = page();
        Matcher query = QUERY.matcher(page.substring(page.indexOf("An aggregator on a host")));
        int queries = 0;
        while (query.find()) {
            assertThat(printed).as(query.group(1)).containsAll(LogQuery.fields(query.group(1)));
            queries++;
        }
        assertThat(queries).isEqualTo(2);
    }

    /** The sums of the page on costs, from what was measured. */
    @Test
    void costs_areWhatTheMeasuredUnitsComeTo() {
        Map<String, double[]> measured = Pattern.compile(
                        "(?m)^\\| ([^|]+) \\| \\d+ \\| \\d+ \\| (\\d+) \\| (\\d+) \\| [\\d.]+ \\|$")
                .matcher(repository.read(repository.root().resolve("docs/operator/dynamodb.md")))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row ->
                        new double[] {Double.parseDouble(row.group(2)), Double.parseDouble(row.group(3))}));
        Matcher row = Pattern.compile(
                        "(?m)^\\| [^|]+ \\| (\\d+) \\| ([^|]+) \\| ([\\d.]+)% \\| ([\\d.]+) \\| ([\\d.]+) \\| ([\\d.]+) \\|$")
                .matcher(repository.read(repository.root().resolve("docs/operator/cost-and-regions.md")));
        int rows = 0;
        while (row.find()) {
            double millions = Integer.parseInt(row.group(1)) * 30 * 86_400 / 1e6;
            double first = Double.parseDouble(row.group(3)) / 100;
            double[] usual = measured.get(row.group(2));
            double[] firstUse = measured.get(
                    row.group(2).startsWith("cascade") ? "cascade, first use of both" : "first use of a bucket");
            double writes = millions * ((1 - first) * usual[0] + first * firstUse[0]);
            double reads = millions * ((1 - first) * usual[1] + first * firstUse[1]);
            assertThat(List.of(row.group(4), row.group(5), row.group(6)))
                    .containsExactly(rounded(writes, 1), rounded(reads, 1), rounded(writes * 0.625 + reads * 0.125, 2));
            rows++;
        }
        assertThat(rows).isEqualTo(5);
    }

    private static String rounded(double number, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }

    @Test
    void fields_ofAQuery_areFoundWithoutWordsAndNewNames() {
        assertThat(LogQuery.fields(
                        "filter late > 0 and ispresent(x.reason) | stats sum(a_b) as c, count(*) as n by bin(5m)"
                                + " | sort @timestamp desc | limit 50"))
                .containsExactlyInAnyOrder("late", "x", "a_b");
    }
}
