package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsagePage;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.schema.UsageWriter;
import dev.zaelimiter.store.ItemStore;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Usage on real tables: pages and ranges at the ends of a year, and limits that are called as attributes and reserved
 * words are.
 */
@Tag("extended")
@Tag("back-end")
class UsageOnATableTest {

    private static final Instant NEW_YEAR = Instant.parse("2024-01-01T00:00:00Z");
    private static final int MOST_PAGES = 500;

    private final List<UsageRecord> truth = new ArrayList<>();

    private static LimitRepository open(Backend backend) {
        return Backend.builder(Backend.newTable(), backend.endpoint())
                .callTimeout(Duration.ofSeconds(20))
                .settings(settings -> settings.deadline(Duration.ofSeconds(60)))
                .open();
    }

    private void count(
            LimitRepository repository,
            String entity,
            UsageWindow window,
            Instant start,
            Map<String, LimitUsage> usage) {
        EngineRepository engine = (EngineRepository) repository;
        ItemStore store = engine.store();
        long at = start.toEpochMilli();
        store.write(UsageWriter.add(
                        new UsageWriter.Target(engine.engine().keys(), entity, "gpt-4", window, start),
                        usage,
                        1,
                        new UsageWriter.Span("s-1", BigInteger.ONE, BigInteger.ONE, at, at),
                        Instant.parse("2099-01-01T00:00:00Z").getEpochSecond()))
                .join();
        truth.add(new UsageRecord(entity, "gpt-4", window, start, usage, 1));
    }

    private static Map<String, LimitUsage> tokens(long tokens) {
        return Map.of("rpm", new LimitUsage(new UsageAmount(tokens, 0), UsageAmount.NONE, 0));
    }

    private static List<UsageRecord> walk(LimitRepository repository, UsageQuery query, int limit) {
        List<UsageRecord> all = new ArrayList<>();
        String after = null;
        int pages = 0;
        do {
            UsagePage page = repository.usage().read(query, limit, after);
            assertThat(page.records()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page.records());
            after = page.next().orElse(null);
            assertThat(++pages).isLessThan(MOST_PAGES);
        } while (after != null);
        return all;
    }

    private void assertRead(LimitRepository repository, UsageQuery query, Instant from, Instant until) {
        List<UsageRecord> expected = truth.stream()
                .filter(each -> each.window() == query.window())
                .filter(each -> query.entity().map(each.entity()::equals).orElse(true))
                .filter(each -> !each.start().isBefore(from) && each.start().isBefore(until))
                .toList();
        for (int limit : new int[] {1, 3, 1000}) {
            List<UsageRecord> read = walk(repository, query.from(from).until(until), limit);
            assertThat(read).as("%s by %s", query, limit).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(read.stream().map(UsageRecord::start)).isSortedAccordingTo(Comparator.reverseOrder());
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void read_aroundTheNewYear_isWhatBeganBetween(Backend backend) {
        try (LimitRepository repository = open(backend)) {
            for (int hour = -3; hour < 4; hour++) {
                count(repository, "a", UsageWindow.HOURLY, NEW_YEAR.plus(Duration.ofHours(hour)), tokens(hour + 10));
            }
            for (String entity : List.of("a", "b")) {
                count(repository, entity, UsageWindow.DAILY, NEW_YEAR.minus(Duration.ofDays(1)), tokens(7));
                count(repository, entity, UsageWindow.DAILY, NEW_YEAR, tokens(8));
                count(repository, entity, UsageWindow.MONTHLY, Instant.parse("2023-12-01T00:00:00Z"), tokens(20));
                count(repository, entity, UsageWindow.MONTHLY, NEW_YEAR, tokens(30));
            }
            for (UsageQuery owner : List.of(
                    UsageQuery.ofEntity("a").on("gpt-4"), UsageQuery.ofEntity("b"), UsageQuery.ofResource("gpt-4"))) {
                for (UsageWindow window : UsageWindow.values()) {
                    UsageQuery query = owner.window(window);
                    assertRead(repository, query, Instant.EPOCH, NEW_YEAR);
                    assertRead(repository, query, NEW_YEAR, NEW_YEAR.plus(Duration.ofHours(2)));
                    assertRead(repository, query, NEW_YEAR.plusMillis(1), NEW_YEAR.plus(Duration.ofDays(1)));
                    assertRead(repository, query, NEW_YEAR, NEW_YEAR);
                    assertRead(repository, query, Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Backend.class)
    void count_ofLimitsCalledAsAttributesAndReservedWords_isReadUnderTheirNames(Backend backend) {
        Map<String, LimitUsage> usage = new TreeMap<>();
        long number = 1;
        for (String name : List.of(
                "PK",
                "SK",
                "GSI1PK",
                "GSI2SK",
                "GSI4SK",
                "LSI1SK",
                "ttl",
                "entity_id",
                "resource",
                "window",
                "window_start",
                "total_events",
                "size",
                "SET",
                "ADD",
                "name",
                "a.b",
                "a-b",
                "m",
                "od",
                "bp")) {
            usage.put(name, new LimitUsage(new UsageAmount(number, 1), new UsageAmount(0, (int) number), number));
            number++;
        }
        try (LimitRepository repository = open(backend)) {
            for (UsageWindow window : UsageWindow.values()) {
                count(repository, "a", window, NEW_YEAR, usage);
            }
            for (UsageQuery query : List.of(UsageQuery.ofEntity("a"), UsageQuery.ofResource("gpt-4"))) {
                for (UsageWindow window : UsageWindow.values()) {
                    assertThat(walk(repository, query.window(window), 10))
                            .singleElement()
                            .extracting(UsageRecord::limits)
                            .isEqualTo(usage);
                }
            }
        }
    }
}
