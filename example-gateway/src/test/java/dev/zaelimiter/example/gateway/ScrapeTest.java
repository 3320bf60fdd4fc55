package dev.zaelimiter.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.micrometer.LimiterMetrics;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Prometheus gets from a running application is what the dashboard and the alerts ask for. */
class ScrapeTest {

    private static final Pattern NAME = Pattern.compile("zae_limiter_[a-z_]+");

    private static Set<String> asked(String file) throws Exception {
        try (InputStream in = Objects.requireNonNull(LimiterMetrics.class.getResourceAsStream(file), file)) {
            Set<String> names = new TreeSet<>();
            NAME.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .map(MatchResult::group)
                    .forEach(names::add);
            return names;
        }
    }

    @Test
    void scrape_ofAGatewayInUse_hasWhatDashboardAndAlertsAskFor() throws Exception {
        // By the day: a minute's tokens would come back while a busy machine answers.
        try (RunningGateway gateway = RunningGateway.start("--zae.limiter.limits.resources.chat.rpm=10/d")) {
            assertThat(gateway.ask("sk-demo-ada", "Tell me a story.", false).statusCode())
                    .isEqualTo(200);
            for (int i = 0; i < 20; i++) {
                gateway.ask("sk-demo-ada", "Tell me a story.", true);
            }
            List<String> scrape =
                    gateway.get("/actuator/prometheus").body().lines().toList();
            Set<String> scraped = new TreeSet<>();
            scrape.stream()
                    .filter(line -> line.startsWith("zae_limiter_"))
                    .forEach(line -> scraped.add(line.replaceFirst("[{ ].*", "")));

            assertThat(asked("grafana-dashboard.json")).hasSizeGreaterThan(20).allMatch(scraped::contains);
            assertThat(asked("prometheus-alerts.yml")).hasSizeGreaterThan(5).allMatch(scraped::contains);
            assertThat(scrape)
                    .anyMatch(line -> line.startsWith("zae_limiter_requests_total")
                            && line.contains("outcome=\"refused\"")
                            && !line.endsWith(" 0.0"));
        }
    }
}
