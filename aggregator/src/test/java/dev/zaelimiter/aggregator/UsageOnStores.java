package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsagePage;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.UsageWriter;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Query;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Usage of known owners in a store in memory, in a file, and where an index knows no more than keys. */
abstract class UsageOnStores {

    static final Instant NEW_YEAR = Instant.parse("2024-01-01T00:00:00Z");
    private static final int MOST_PAGES = 5000;

    /** Where it is read from. */
    enum Where {
        MEMORY,
        FILE,
        INDEX_OF_KEYS
    }

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock(Instant.parse("2024-06-01T00:00:00Z"));
    final List<UsageRecord> truth = new ArrayList<>();
    ItemStore store = new InMemoryStore(clock);
    LimitRepository repository;
    Keys keys;

    void open(Where where) {
        store = switch (where) {
            case MEMORY -> store;
            case FILE -> FileStore.open(folder.resolve("limits.db"), Durability.PROCESS_CRASH, clock);
            case INDEX_OF_KEYS -> new PartitionedStore(store);
        };
        repository = RepositoryBuilder.on(store).environment(clock).build();
        keys = new Keys(store.query(Query.of(Query.Index.TABLE, "_/SYSTEM#")).join().items().stream()
                .map(item -> item.text("namespace_id"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow());
    }

    @AfterEach
    void close() {
        repository.close();
        store.close();
    }

    void count(String entity, String resource, UsageWindow window, Instant start, long tokens) {
        LimitUsage usage = new LimitUsage(new UsageAmount(tokens, 0), UsageAmount.NONE, 0);
        UsageWriter.Span span =
                new UsageWriter.Span("s-1", BigInteger.ONE, BigInteger.ONE, start.toEpochMilli(), start.toEpochMilli());
        store.write(UsageWriter.add(
                        new UsageWriter.Target(keys, entity, resource, window, start),
                        Map.of("rpm", usage),
                        1,
                        span,
                        Instant.parse("2099-01-01T00:00:00Z").getEpochSecond()))
                .join();
        truth.add(new UsageRecord(entity, resource, window, start, Map.of("rpm", usage), 1));
    }

    /** All pages, one after another. */
    List<UsageRecord> walk(UsageQuery query, int limit) {
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

    List<UsageRecord> expected(UsageQuery query) {
        return truth.stream()
                .filter(each -> each.window() == query.window())
                .filter(each -> query.entity().map(each.entity()::equals).orElse(true))
                .filter(each -> query.resource().map(each.resource()::equals).orElse(true))
                .filter(each -> query.from()
                        .map(from -> each.start().compareTo(from) >= 0)
                        .orElse(true))
                .filter(each -> query.until()
                        .map(until -> each.start().compareTo(until) < 0)
                        .orElse(true))
                .toList();
    }

    void assertRead(UsageQuery query) {
        List<UsageRecord> expected = expected(query);
        for (int limit : new int[] {1, 2, 3, 7, 1000}) {
            List<UsageRecord> read = walk(query, limit);
            assertThat(read)
                    .as("%s from %s until %s by %s", query, query.from(), query.until(), limit)
                    .containsExactlyInAnyOrderElementsOf(expected);
            for (String resource :
                    new TreeSet<>(read.stream().map(UsageRecord::resource).toList())) {
                assertThat(read.stream()
                                .filter(each -> each.resource().equals(resource))
                                .map(UsageRecord::start))
                        .isSortedAccordingTo(Comparator.reverseOrder());
            }
        }
        UsageSummary summary = repository.usage().summary(query);
        assertThat(summary.records()).isEqualTo(expected.size());
        long tokens = expected.stream()
                .mapToLong(each -> each.consumed("rpm").tokens())
                .sum();
        assertThat(summary.limits().values().stream()
                        .mapToLong(total -> total.usage().consumed().tokens())
                        .sum())
                .isEqualTo(tokens);
    }

    /**
     * Some hours, days and months around new year, leap day and the end of April, of several owners with similar names.
     */
    void fill() {
        for (String around : List.of("2023-12-31T22:00:00Z", "2024-02-28T23:00:00Z", "2024-04-30T23:00:00Z")) {
            for (int hour = 0; hour < 26; hour += 3) {
                count("a", "gpt-4", UsageWindow.HOURLY, Instant.parse(around).plus(Duration.ofHours(hour)), hour + 1);
            }
            count("a", "gpt-4", UsageWindow.HOURLY, Instant.parse(around).plus(Duration.ofHours(1)), 5);
            count("a", "gpt-4", UsageWindow.HOURLY, Instant.parse(around).plus(Duration.ofHours(2)), 6);
        }
        for (String month :
                List.of("2023-12-01", "2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01")) {
            Instant start = Instant.parse(month + "T00:00:00Z");
            count("a", "gpt-4", UsageWindow.MONTHLY, start, 100);
            count("b", "gpt-4", UsageWindow.MONTHLY, start, 50);
            count("a", "gpt-4", UsageWindow.DAILY, start, 10);
            count("a", "gpt-4/x", UsageWindow.DAILY, start, 3);
            count("a", "gpt", UsageWindow.DAILY, start, 2);
            count("a:b@c", "gpt-4", UsageWindow.DAILY, start, 7);
        }
        count("a", "gpt-4", UsageWindow.DAILY, Instant.parse("2023-12-31T00:00:00Z"), 20);
        count("a", "gpt-4", UsageWindow.DAILY, Instant.parse("2024-02-29T00:00:00Z"), 30);
    }
}
