package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A report for whoever watches a run: as {@link ReportJson}, with the last seconds alone, since it is sent again and
 * again. What was read once is not read again: who watches takes nothing from the workers beside. For one thread at a
 * time.
 */
public final class LiveReport {

    private static final int SECONDS = 600;

    private final RunReading reading;

    /**
     * Of a run that may not have begun.
     *
     * @param folder of the run
     */
    public LiveReport(Path folder) {
        this.reading = new RunReading(folder);
    }

    /**
     * What is there now.
     *
     * @return an object of JSON
     */
    public String text() {
        Map<String, @Nullable Object> map = ReportJson.map(Report.of(reading.now(false), SECONDS));
        if (map.get("seconds") instanceof List<?> all && all.size() > SECONDS) {
            map.put("seconds", List.copyOf(all.subList(all.size() - SECONDS, all.size())));
        }
        return Json.text(map);
    }
}
