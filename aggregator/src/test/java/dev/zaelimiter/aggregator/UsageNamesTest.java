package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.internal.schema.UsageWriter;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.WriteResult;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A limit may be called as any attribute is, also as those that every usage item has: it is counted all the same, and
 * the item stays what it is. The names are taken from items as they are written, so that a new attribute is tested,
 * too.
 */
class UsageNamesTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final LimitUsage ALL = new LimitUsage(new UsageAmount(7, 5), new UsageAmount(3, 4), 2);

    private final ItemStore store = new InMemoryStore(new ManualClock(START));

    private static UsageWriter.Target target(UsageWindow window) {
        return new UsageWriter.Target(Rig.KEYS, "user-1", "gpt-4", window, START);
    }

    private static WriteResult add(ItemStore store, UsageWindow window, Map<String, LimitUsage> usage, long number) {
        UsageWriter.Span span = new UsageWriter.Span(
                "s-1",
                BigInteger.valueOf(number),
                BigInteger.valueOf(number),
                START.toEpochMilli(),
                START.toEpochMilli());
        long ttl = START.getEpochSecond() + 1_000_000;
        return store.write(UsageWriter.add(target(window), usage, 1, span, ttl)).join();
    }

    private static boolean mayBeALimit(String name) {
        try {
            Limit.perMinute(name, 1);
            return true;
        } catch (InvalidInputException e) {
            return false;
        }
    }

    /** All attributes that items of any kind have here, as far as a limit may be called so. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>();
        InMemoryStore scratch = new InMemoryStore(new ManualClock(START));
        add(scratch, UsageWindow.HOURLY, Map.of("rpm", ALL), 1);
        names.addAll(Objects.requireNonNull(scratch.get(key(UsageWindow.HOURLY)).join())
                .attributes()
                .keySet());
        names.addAll(Samples.bucket(1, 1).build().attributes().keySet());
        names.addAll(Samples.audit("ns1", "e", "id", "time").attributes().keySet());
        for (Query.Index index : Query.Index.values()) {
            names.add(index.partitionAttribute());
            names.add(index.sortAttribute());
        }
        names.addAll(List.of("LSI1SK", "LSI5SK", "m", "od", "bp", "bpm", "hourly", "daily", "counter", "SET", "size"));
        names.removeIf(name -> !mayBeALimit(name));
        assertThat(names)
                .contains(
                        "entity_id", "resource", "window", "window_start", "total_events", "ttl", "GSI2PK", "PK", "SK");
        return names;
    }

    private static dev.zaelimiter.store.Key key(UsageWindow window) {
        return UsageItems.key(Rig.KEYS, "user-1", "gpt-4", window, START);
    }

    private UsageRecord read(UsageWindow window) {
        Item item = Objects.requireNonNull(store.get(key(window)).join());
        assertThat(item.text("entity_id")).isEqualTo("user-1");
        assertThat(item.text("resource")).isEqualTo("gpt-4");
        assertThat(item.text("window")).isEqualTo(window.text());
        assertThat(item.text("GSI2SK")).isEqualTo("USAGE#" + START + "#user-1");
        assertThat(item.whole(Item.TTL, 0)).isEqualTo(START.getEpochSecond() + 1_000_000);
        return Objects.requireNonNull(UsageItems.decode(item));
    }

    @ParameterizedTest
    @MethodSource("names")
    void count_ofALimitCalledAsAnAttribute_isReadUnderItsName(String name) {
        for (UsageWindow window : UsageWindow.values()) {
            assertThat(add(store, window, Map.of(name, ALL), 1)).isInstanceOf(WriteResult.Written.class);
            assertThat(add(store, window, Map.of(name, ALL), 2)).isInstanceOf(WriteResult.Written.class);
            UsageRecord record = read(window);
            assertThat(record.limits()).containsExactly(Map.entry(name, ALL.plus(ALL)));
            assertThat(record.events()).isEqualTo(2);
        }
    }

    @Test
    void count_ofAllOfThemInOneItem_keepsThemApart() {
        Map<String, LimitUsage> usage = new TreeMap<>();
        long number = 1;
        for (String name : names()) {
            usage.put(name, new LimitUsage(new UsageAmount(number, 1), new UsageAmount(0, (int) number), number));
            number++;
        }
        add(store, UsageWindow.DAILY, usage, 1);

        assertThat(read(UsageWindow.DAILY).limits()).isEqualTo(usage);
    }

    /** The marks of stream shards begin with a sign that no limit's name may begin with. */
    @Test
    void names_thatWouldBeReadAsSomethingElse_areNoLimits() {
        for (String name : List.of("@s-1", "@@from", "#rpm", "rpm#m", "rpm#bp", "rpm#od", "wcu", "")) {
            assertThat(mayBeALimit(name)).as(name).isFalse();
        }
    }
}
