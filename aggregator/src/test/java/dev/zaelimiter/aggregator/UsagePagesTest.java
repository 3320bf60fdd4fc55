package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.InvalidInputException;
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
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.internal.schema.UsageWriter;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Usage is read in pages of any size, over any range, from stores in memory and in a file, and where an index knows no more than keys. */
class UsagePagesTest {

    private static final Instant NEW_YEAR = Instant.parse("2024-01-01T00:00:00Z");
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
    private final List<UsageRecord> truth = new ArrayList<>();
    private ItemStore store = new InMemoryStore(clock);
    private LimitRepository repository;
    private Keys keys;

    private void open(Where where) {
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

    private void count(String entity, String resource, UsageWindow window, Instant start, long tokens) {
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
    private List<UsageRecord> walk(UsageQuery query, int limit) {
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

    private List<UsageRecord> expected(UsageQuery query) {
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

    private void assertRead(UsageQuery query) {
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

    /** Some hours, days and months around new year, leap day and the end of April, of several owners with similar names. */
    private void fill() {
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

    private static List<UsageQuery> owners() {
        return List.of(
                UsageQuery.ofEntity("a"),
                UsageQuery.ofEntity("a").on("gpt-4"),
                UsageQuery.ofEntity("a").on("gpt"),
                UsageQuery.ofEntity("a:b@c").on("gpt-4"),
                UsageQuery.ofEntity("nobody"),
                UsageQuery.ofEntity("a").on("nothing"),
                UsageQuery.ofResource("gpt-4"),
                UsageQuery.ofResource("gpt-4/x"),
                UsageQuery.ofResource("nothing"));
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_withoutARange_isAllOfThatLength(Where where) {
        open(where);
        fill();
        for (UsageQuery owner : owners()) {
            for (UsageWindow window : UsageWindow.values()) {
                assertRead(owner.window(window));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_ofAnyRange_includesItsBeginAndNotItsEnd(Where where) {
        open(where);
        fill();
        SplittableRandom random = new SplittableRandom(where.name().length());
        List<Instant> ends = new ArrayList<>(List.of(
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.parse("+10000-01-01T00:00:00Z"),
                Instant.parse("2024-02-29T00:00:00.500Z")));
        for (UsageRecord each : truth) {
            ends.add(each.start());
            ends.add(each.start().minusMillis(1));
            ends.add(each.start().plusNanos(1));
            ends.add(each.end());
        }
        for (int i = 0; i < 60; i++) {
            UsageQuery query = owners().get(random.nextInt(owners().size()))
                    .window(List.of(UsageWindow.values()).get(random.nextInt(3)));
            Instant from = ends.get(random.nextInt(ends.size()));
            Instant until = ends.get(random.nextInt(ends.size()));
            assertRead(
                    switch (random.nextInt(4)) {
                        case 0 -> query.from(from);
                        case 1 -> query.until(until);
                        default -> query.from(from).until(until);
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_ofOneWindow_isFromItsBeginUntilItsEnd(Where where) {
        open(where);
        fill();
        for (UsageRecord each : List.copyOf(truth)) {
            UsageQuery query =
                    UsageQuery.ofEntity(each.entity()).on(each.resource()).window(each.window());
            assertThat(walk(query.from(each.start()).until(each.end()), 1)).containsExactly(each);
            assertThat(walk(query.from(each.start()).until(each.start()), 1)).isEmpty();
            assertThat(walk(query.from(each.end()).until(each.start()), 1)).isEmpty();
        }
    }

    /** Between a few months lie a thousand hours: a page may be empty, but the walk ends and misses none. */
    @ParameterizedTest
    @EnumSource(Where.class)
    void read_fewAmongMany_findsThemInBoundedPages(Where where) {
        open(where);
        for (int hour = 0; hour < 1500; hour++) {
            count("a", "gpt-4", UsageWindow.HOURLY, NEW_YEAR.plus(Duration.ofHours(hour)), 1);
        }
        for (String month : List.of("2024-01-01", "2024-02-01", "2024-03-01")) {
            count("a", "gpt-4", UsageWindow.MONTHLY, Instant.parse(month + "T00:00:00Z"), 700);
        }
        UsageQuery monthly = UsageQuery.ofEntity("a").on("gpt-4").window(UsageWindow.MONTHLY);
        assertThat(walk(monthly, 1)).containsExactlyElementsOf(reversed(expected(monthly)));
        assertThat(walk(monthly, 1000)).hasSize(3);
        UsageQuery hourly = UsageQuery.ofResource("gpt-4").from(NEW_YEAR.plus(Duration.ofHours(400)));
        assertThat(walk(hourly, 1000)).hasSize(1100);
        assertThat(repository.usage().summary(hourly).windows()).isEqualTo(1100);
    }

    private static List<UsageRecord> reversed(List<UsageRecord> records) {
        List<UsageRecord> reversed = new ArrayList<>(records);
        java.util.Collections.reverse(reversed);
        return reversed;
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_besideDamagedItems_isTheOthers(Where where) {
        open(where);
        count("a", "gpt-4", UsageWindow.HOURLY, NEW_YEAR, 4);
        Item damaged = Item.builder(
                        UsageItems.key(keys, "a", "gpt-4", UsageWindow.HOURLY, NEW_YEAR.plus(Duration.ofHours(1))))
                .put("GSI2PK", keys.namespace() + "/RESOURCE#gpt-4")
                .put("GSI2SK", "USAGE#2024-01-01T01:00:00Z#a")
                .put("window", "weekly")
                .put("window_start", "yesterday")
                .build();
        store.write(Write.put(WriteShape.put((Condition) null), damaged)).join();
        assertRead(UsageQuery.ofEntity("a").on("gpt-4"));
        assertRead(UsageQuery.ofResource("gpt-4"));
        assertRead(UsageQuery.ofEntity("a"));
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_ofALimitOutOfRange_isRefused(Where where) {
        open(where);
        for (int limit : new int[] {0, -1, 1001, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() -> repository.usage().read(UsageQuery.ofEntity("a"), limit, null))
                    .withMessageContaining("limit")
                    .withMessageContaining("1 to 1000");
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_afterATokenOfAnotherQuery_isRefused(Where where) {
        open(where);
        fill();
        String token = repository
                .usage()
                .read(UsageQuery.ofEntity("a").on("gpt-4"), 1, null)
                .next()
                .orElseThrow();
        for (String wrong : List.of("", "garbage")) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() ->
                            repository.usage().read(UsageQuery.ofEntity("a").on("gpt-4"), 1, wrong));
        }
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> repository.usage().read(UsageQuery.ofResource("gpt-4"), 1, token));
    }
}
