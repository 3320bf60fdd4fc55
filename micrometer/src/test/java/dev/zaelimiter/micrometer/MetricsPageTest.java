package dev.zaelimiter.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on metrics lists each meter, with its type, unit, tags and the values of these. */
class MetricsPageTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(zae\\.limiter[a-z.]*)` \\| (\\w+) \\| (\\w*) ?\\| (.*?) ?\\| .*\\|$");
    private static final Pattern TAG = Pattern.compile("`(\\w+)`(?: \\(([^)]*)\\))?");
    private static final Map<Meter.Type, String> TYPES = Map.of(
            Meter.Type.COUNTER, "counter",
            Meter.Type.TIMER, "timer",
            Meter.Type.GAUGE, "gauge",
            Meter.Type.DISTRIBUTION_SUMMARY, "summary");

    private static Map<String, String> listed() throws Exception {
        Map<String, String> listed = new TreeMap<>();
        String page = Files.readString(Path.of("../docs/operator/metrics.md"));
        for (Matcher row = ROW.matcher(page); row.find(); ) {
            Set<String> tags = new TreeSet<>();
            TAG.matcher(row.group(4)).results().forEach(tag -> tags.add(tag.group(1)));
            listed.put(row.group(1), row.group(2) + " " + row.group(3) + " " + tags);
        }
        return listed;
    }

    @Test
    void page_listsEachMeter() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        LimiterMetrics metrics =
                LimiterMetrics.builder().byResource().entities(List.of("key-1")).build();
        Map<String, String> registered = new TreeMap<>();
        try (Traffic traffic = new Traffic(metrics)) {
            metrics.bindTo(registry, traffic.repository);
            traffic.everything();
            traffic.repository.rateLimiter().tryAcquire(AcquireRequest.of("key-1", "gpt-4", "rpm", 1));
            for (Meter meter : registry.getMeters()) {
                Set<String> tags = new TreeSet<>();
                meter.getId().getTags().stream().map(Tag::getKey).forEach(tags::add);
                String unit = meter.getId().getBaseUnit();
                registered.put(
                        meter.getId().getName(),
                        TYPES.get(meter.getId().getType()) + " " + (unit == null ? "" : unit) + " " + tags);
            }
        }

        assertThat(listed()).hasSizeGreaterThan(20).isEqualTo(registered);
    }

    @Test
    void page_listsEachValueOfATag() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        LimiterMetrics metrics = LimiterMetrics.builder().build();
        String page = Files.readString(Path.of("../docs/operator/metrics.md"));
        try (Traffic traffic = new Traffic(metrics)) {
            metrics.bindTo(registry, traffic.repository);
            traffic.everything();
            for (Matcher row = ROW.matcher(page); row.find(); ) {
                for (Matcher tag = TAG.matcher(row.group(4)); tag.find(); ) {
                    if (tag.group(2) != null) {
                        Set<String> values = new TreeSet<>();
                        for (Meter meter : registry.find(row.group(1)).meters()) {
                            values.add(meter.getId().getTag(tag.group(1)));
                        }
                        assertThat(Set.of(tag.group(2).split(", ")))
                                .as(row.group(1))
                                .containsAll(values);
                    }
                }
            }
        }
    }
}
