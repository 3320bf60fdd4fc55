package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Stream records and usage items as the original has them. Each test names where ours differs on purpose. */
class UsageVectorsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:34:56Z");
    private static final String ENTITY = "user-1";
    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryStore store = new InMemoryStore(clock);

    @Test
    void usage_ofAcquiresAndAnAdjust_isTheirsAndTheFirstTake() {
        // Theirs leaves out what made the bucket: 1 and 500.
        List<Item> usage = process("item-033", 5);
        assertThat(usage).hasSize(2);
        expect(usage, "item-033", Map.of("rpm", 1L, "tpm", 500L), 2);
    }

    @Test
    void usage_ofANetCredit_isTheirsAndTheFirstTake() {
        expect(process("item-034", 3), "item-034", Map.of("rpm", 1L, "tpm", 500L), 2);
    }

    @Test
    void usage_ofADrainedBucket_isTheirsAndTheFirstTake() {
        expect(process("item-035", 2), "item-035", Map.of("rpm", 1L), 1);
    }

    @Test
    void usage_thatTheOriginalWrote_isRead() {
        for (Item item : theirs("item-033")) {
            store.write(Write.put(WriteShape.put(null), named(item))).join();
        }
        try (var repository = RepositoryBuilder.on(store)
                .environment(clock)
                .namespace("theirs")
                .build()) {
            // Items lie under the id of the namespace, which each of the original's has made itself.
            String id =
                    store.get(Key.of("_/SYSTEM#", "#NAMESPACE#theirs")).join().text("namespace_id");
            for (Item item : theirs("item-033")) {
                store.write(Write.put(WriteShape.put(null), in(id, named(item))))
                        .join();
            }
            List<UsageRecord> daily = repository
                    .usage()
                    .read(UsageQuery.ofEntity(ENTITY).on("gpt-4").window(UsageWindow.DAILY), 10, null)
                    .records();
            assertThat(daily).hasSize(1);
            assertThat(daily.get(0).consumed("rpm")).isEqualTo(new UsageAmount(3, 0));
            assertThat(daily.get(0).consumed("tpm")).isEqualTo(new UsageAmount(1250, 0));
            assertThat(daily.get(0).events()).isEqualTo(7);
            assertThat(repository
                            .usage()
                            .read(UsageQuery.ofResource("gpt-4"), 10, null)
                            .records())
                    .extracting(UsageRecord::start)
                    .containsExactly(Instant.parse("2026-03-01T12:00:00Z"));
        }
    }

    private List<Item> process(String story, int records) {
        List<ChangeRecord> changes = new ArrayList<>();
        for (JsonNode each : last(story).get("stream_records")) {
            Item keys = item(each.get("Keys"));
            changes.add(new ChangeRecord(
                    keys.key(),
                    image(each.get("OldImage")),
                    image(each.get("NewImage")),
                    false,
                    BigInteger.valueOf(changes.size() + 1),
                    NOON.toEpochMilli()));
        }
        assertThat(changes).hasSize(records);
        BatchOutcome outcome = Aggregator.builder(store, clock)
                .build()
                .process(new StreamBatch("shardId-1", changes))
                .join();
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.deadLetters()).isZero();
        assertThat(outcome.usageWrites()).isEqualTo(2);
        return store.query(Query.of(Query.Index.TABLE, "<ns>/ENTITY#" + ENTITY))
                .join()
                .items();
    }

    /** Each attribute of theirs is there, with the same value, but for the first take. */
    private static void expect(List<Item> usage, String story, Map<String, Long> firstTake, long events) {
        for (Item their : theirs(story)) {
            Map<String, AttributeValue> expected = new TreeMap<>(named(their).attributes());
            firstTake.forEach((limit, amount) ->
                    expected.merge(limit, AttributeValue.of(amount), (a, b) -> AttributeValue.of(whole(a) + whole(b))));
            expected.merge("total_events", AttributeValue.of(events), (a, b) -> AttributeValue.of(whole(a) + whole(b)));
            Item ours = usage.stream()
                    .filter(item -> item.text("window").equals(their.text("window")))
                    .findFirst()
                    .orElseThrow();
            Map<String, AttributeValue> found = new TreeMap<>(ours.attributes());
            found.keySet().removeIf(name -> name.startsWith("@"));
            // What begins at one instant has one key there: a day here has its length behind it.
            if (their.text("window").equals("daily")) {
                found.put("SK", AttributeValue.of(ours.text("SK").replace("#daily", "")));
            }
            assertThat(whole(found.remove("ttl"))).isGreaterThan(NOON.getEpochSecond());
            expected.remove("ttl");
            assertThat(found).isEqualTo(expected);
        }
    }

    private static long whole(AttributeValue value) {
        return ((AttributeValue.Whole) value).value();
    }

    private static List<Item> theirs(String story) {
        return StreamSupport.stream(last(story).get("items").spliterator(), false)
                .map(each -> item(each.get("item")))
                .filter(item -> item.key().sk().startsWith("#USAGE#"))
                .toList();
    }

    /** With the masked times of a window that holds the test's noon. */
    private static Item named(Item item) {
        String start = UsageWindow.of(item.text("window")).start(NOON).toString();
        Item.Builder named =
                Item.builder(Key.of(item.key().pk(), item.key().sk().replace("<ts>", start)));
        item.attributes().forEach((name, value) -> {
            if (!name.equals("PK") && !name.equals("SK")) {
                named.put(
                        name,
                        value instanceof AttributeValue.Text text
                                ? AttributeValue.of(text.value().replace("<ts>", start))
                                : value);
            }
        });
        return named.put("ttl", NOON.getEpochSecond() + 90 * 86_400).build();
    }

    private static Item in(String namespace, Item item) {
        Item.Builder moved = Item.builder(
                Key.of(item.key().pk().replace("<ns>", namespace), item.key().sk()));
        item.attributes().forEach((name, value) -> {
            if (!name.equals("PK") && !name.equals("SK")) {
                moved.put(
                        name,
                        value instanceof AttributeValue.Text text
                                ? AttributeValue.of(text.value().replace("<ns>", namespace))
                                : value);
            }
        });
        return moved.build();
    }

    private static JsonNode last(String story) {
        JsonNode found = null;
        for (JsonNode each : Story.read("items").get("cases")) {
            if (each.get("id").asText().equals(story)) {
                for (JsonNode step : each.get("steps")) {
                    found = step.has("stream_records") ? step : found;
                }
            }
        }
        return java.util.Objects.requireNonNull(found, story);
    }

    private static Item image(JsonNode node) {
        return node == null || node.isNull() ? null : item(node);
    }

    private static Item item(JsonNode node) {
        Map<String, AttributeValue> attributes = new TreeMap<>();
        node.properties().forEach(each -> attributes.put(each.getKey(), value(each.getValue())));
        return Item.of(attributes);
    }

    private static AttributeValue value(JsonNode node) {
        if (node.has("N")) {
            String number = node.get("N").asText();
            return number.equals("<ts>")
                    ? AttributeValue.of(NOON.toEpochMilli())
                    : AttributeValue.of(Long.parseLong(number));
        }
        return node.has("S")
                ? AttributeValue.of(node.get("S").asText())
                : AttributeValue.of(node.get("BOOL").asBoolean());
    }
}
