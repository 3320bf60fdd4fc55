package dev.zaelimiter.dashboard;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.Usage;
import dev.zaelimiter.UsagePage;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was consumed in the last windows, and by whom, up to a number of records. For one call. */
final class UsageLookup {

    private static final int PAGE = 500;
    private static final int SHOWN = 10;
    private static final int HOURS = 48;
    private static final int DAYS = 30;
    private static final int MONTHS = 12;

    private final UsageWindow window;
    private final Map<String, LimitSums> limits = new TreeMap<>();
    private final List<Instant> starts = new ArrayList<>();
    private long records;
    private boolean more;

    private UsageLookup(UsageWindow window, Instant now) {
        this.window = window;
        Instant start = window.start(now);
        int windows = switch (window) {
            case HOURLY -> HOURS;
            case DAILY -> DAYS;
            case MONTHLY -> MONTHS;
        };
        for (int i = 0; i < windows; i++) {
            starts.add(0, start);
            start = window.start(start.minusSeconds(1));
        }
    }

    /** One limit: by window, and by entity. */
    private static final class LimitSums {

        private final Map<Instant, LimitUsage> byWindow = new HashMap<>();
        private final Map<String, LimitUsage> byEntity = new HashMap<>();
        private LimitUsage total = LimitUsage.NONE;

        void add(UsageRecord record, LimitUsage usage) {
            byWindow.merge(record.start(), usage, LimitUsage::plus);
            byEntity.merge(record.entity(), usage, LimitUsage::plus);
            total = total.plus(usage);
        }
    }

    /**
     * Reads.
     *
     * @param usage of the namespace
     * @param queries who and on what; what one does not need of its share of the records is for those after it
     * @param window how long each window is
     * @param now when it is
     * @param most how many records are read at most
     */
    static Reading.Seen read(Usage usage, List<UsageQuery> queries, UsageWindow window, Instant now, int most) {
        UsageLookup lookup = new UsageLookup(window, now);
        for (int i = 0; i < queries.size(); i++) {
            long share = Math.max(1, (most - lookup.records) / (queries.size() - i));
            UsageQuery query =
                    queries.get(i).window(window).from(lookup.starts.get(0)).until(window.end(now));
            lookup.readAll(usage, query, share);
        }
        return Reading.Seen.of(lookup.shown(), BucketUnits.of(lookup.records));
    }

    private void readAll(Usage usage, UsageQuery query, long most) {
        String token = null;
        long end = records + most;
        do {
            UsagePage page = usage.read(query, (int) Math.min(PAGE, end - records), token);
            page.records().forEach(this::add);
            token = page.next().orElse(null);
        } while (token != null && records < end);
        more |= token != null;
    }

    private void add(UsageRecord record) {
        records++;
        record.limits()
                .forEach((name, used) ->
                        limits.computeIfAbsent(name, absent -> new LimitSums()).add(record, used));
    }

    private Map<String, @Nullable Object> shown() {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        limits.forEach((name, sums) -> all.add(shown(name, sums)));
        return Json.map(
                "window",
                window.text(),
                "starts",
                starts.stream().map(Instant::toEpochMilli).toList(),
                "end",
                window.end(starts.get(starts.size() - 1)).toEpochMilli(),
                "records",
                records,
                "more",
                more,
                "limits",
                all);
    }

    private Map<String, @Nullable Object> shown(String name, LimitSums sums) {
        List<Map.Entry<String, LimitUsage>> entities = new ArrayList<>(sums.byEntity.entrySet());
        entities.sort(Comparator.comparing(
                        (Map.Entry<String, LimitUsage> each) -> each.getValue().consumed())
                .reversed()
                .thenComparing(Map.Entry::getKey));
        return Json.map(
                "name",
                Json.name(name),
                "total",
                shown(sums.total),
                "windows",
                starts.stream()
                        .map(start -> shown(sums.byWindow.getOrDefault(start, LimitUsage.NONE)))
                        .toList(),
                "entities",
                entities.size(),
                "top",
                entities.stream()
                        .limit(SHOWN)
                        .map(each -> {
                            Map<String, @Nullable Object> one = shown(each.getValue());
                            one.put("entity", Json.name(each.getKey()));
                            return one;
                        })
                        .toList());
    }

    private static Map<String, @Nullable Object> shown(LimitUsage usage) {
        return Json.map(
                "consumed",
                usage.consumed().doubleValue(),
                "bypassed",
                usage.bypassed().doubleValue(),
                "overdrawn",
                usage.overdrawn());
    }
}
