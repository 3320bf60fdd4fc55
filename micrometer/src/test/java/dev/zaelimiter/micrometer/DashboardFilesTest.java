package dev.zaelimiter.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the dashboard and the alert rules ask for is in a scrape, by name, label and value of a label. */
class DashboardFilesTest {

    private static final Pattern METRIC = Pattern.compile("(zae_limiter_[a-z_]+)(\\{([^}]*)\\})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
    private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\) ?\\(([^\\[]*)");
    private static String scrape = "";

    @BeforeAll
    static void scrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        LimiterMetrics metrics = LimiterMetrics.builder().build();
        try (Traffic traffic = new Traffic(metrics)) {
            metrics.bindTo(registry, traffic.repository);
            traffic.everything();
            scrape = registry.scrape();
        }
    }

    private static InputStream file(String name) {
        return Objects.requireNonNull(LimiterMetrics.class.getResourceAsStream(name), name);
    }

    private static List<String> missing(String expression) {
        List<String> missing = new ArrayList<>();
        for (Matcher metric = METRIC.matcher(expression); metric.find(); ) {
            String name = metric.group(1);
            List<String> series = scrape.lines()
                    .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                    .toList();
            if (series.isEmpty()) {
                missing.add(name);
            }
            if (metric.group(3) != null) {
                for (Matcher label = LABEL.matcher(metric.group(3)); label.find(); ) {
                    if (series.stream().noneMatch(line -> line.contains(label.group()))) {
                        missing.add(name + " with " + label.group());
                    }
                }
            }
        }
        for (Matcher grouped = GROUPED.matcher(expression); grouped.find(); ) {
            Matcher metric = METRIC.matcher(grouped.group(2));
            assertThat(metric.find()).as(expression).isTrue();
            for (String label : grouped.group(1).split(", *")) {
                if (scrape.lines()
                        .noneMatch(line -> line.startsWith(metric.group(1) + "{") && line.contains(label + "=\""))) {
                    missing.add(metric.group(1) + " by " + label);
                }
            }
        }
        return missing;
    }

    private static Set<String> named(List<String> expressions) {
        Set<String> named = new TreeSet<>();
        expressions.forEach(
                expression -> METRIC.matcher(expression).results().forEach(found -> named.add(found.group(1))));
        return named;
    }

    private static List<String> ofDashboard() throws Exception {
        JsonNode dashboard = new ObjectMapper().readTree(file("grafana-dashboard.json"));
        List<String> expressions = new ArrayList<>();
        dashboard.findValues("expr").forEach(expr -> expressions.add(expr.asText()));
        return expressions;
    }

    private static List<Map<?, ?>> alerts() throws Exception {
        String yaml = new String(file("prometheus-alerts.yml").readAllBytes(), StandardCharsets.UTF_8);
        Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
        List<Map<?, ?>> rules = new ArrayList<>();
        for (Object group : (List<?>) file.get("groups")) {
            for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
                rules.add((Map<?, ?>) rule);
            }
        }
        return rules;
    }

    @Test
    void dashboard_asksForWhatIsScraped() throws Exception {
        List<String> expressions = ofDashboard();

        assertThat(expressions)
                .hasSizeGreaterThan(20)
                .allSatisfy(each -> assertThat(missing(each)).isEmpty());
    }

    @Test
    void dashboard_showsEachMeterThatIsAlwaysThere() throws Exception {
        Set<String> scraped = new TreeSet<>();
        scrape.lines()
                .filter(line -> line.startsWith("# TYPE zae_limiter_") && !line.endsWith("_max gauge"))
                .forEach(line -> scraped.add(line.split(" ")[2]));
        List<String> expressions = ofDashboard();

        assertThat(scraped).hasSizeGreaterThan(15);
        assertThat(scraped).allMatch(name -> named(expressions).stream().anyMatch(shown -> shown.startsWith(name)));
    }

    @Test
    void alerts_askForWhatIsScraped_andSayWhatToDo() throws Exception {
        List<Map<?, ?>> alerts = alerts();

        assertThat(alerts).hasSizeGreaterThan(5).allSatisfy(rule -> {
            assertThat(missing(String.valueOf(rule.get("expr")))).isEmpty();
            assertThat(named(List.of(String.valueOf(rule.get("expr"))))).isNotEmpty();
            assertThat((Map<?, ?>) rule.get("annotations")).hasSize(2);
        });
    }

    @Test
    void check_findsWhatIsNotThere() {
        assertThat(missing("rate(zae_limiter_nothing_total[5m])")).containsExactly("zae_limiter_nothing_total");
        assertThat(missing("zae_limiter_requests_total{outcome=\"lost\"}")).hasSize(1);
        assertThat(missing("sum by (entity) (rate(zae_limiter_requests_total[5m]))"))
                .hasSize(1);
    }
}
