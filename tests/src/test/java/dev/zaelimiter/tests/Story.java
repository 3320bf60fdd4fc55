package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One recorded story, told again by our engine on a store of its own: after each call the items that it touched are
 * read raw and compared, attribute by attribute, with those that the original left.
 *
 * <p>Left out everywhere: what ours adds ({@code wid}, {@code b_*_rm}, {@code gone}, {@code ctl}, {@code before},
 * {@code seal}). Nobody is the principal of an audit record, unless the story is told with {@link #principals}.
 */
final class Story implements AutoCloseable {

    final ManualClock clock = new ManualClock();
    final InMemoryStore store = new InMemoryStore(clock);
    final LimitRepository repository;

    private static final String ULID = "[0-9A-HJKMNP-TV-Z]{26}";
    private static final Map<String, String> FORMS = Map.of(
            "<ts>",
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ",
            "<inc>",
            "[0-9a-f]{16}",
            "<ulid>",
            ULID,
            "#AUDIT#<ulid>",
            "#AUDIT#" + ULID);

    private final JsonNode steps;
    private String namespace;
    private int next;
    private boolean principals;

    Story(String id) {
        this.steps = find(id).get("steps");
        this.repository = open(builder -> {});
        Item record = store.get(Key.of("_/SYSTEM#", "#NAMESPACE#default")).join();
        this.namespace = Objects.requireNonNull(
                Objects.requireNonNull(record, "no namespace record").text("namespace_id"));
    }

    /** What to change in an expected item before it is compared: every deliberate difference, said in the test. */
    @FunctionalInterface
    interface Difference {
        void apply(Map<String, AttributeValue> expected);
    }

    /** Another process on the same table. */
    LimitRepository open(Consumer<RepositoryBuilder> settings) {
        RepositoryBuilder builder = RepositoryBuilder.on(store).environment(clock);
        settings.accept(builder);
        return builder.build();
    }

    /** The next call, and then the items that the original left after it. */
    Story step(Consumer<LimitRepository> call, Difference... differences) {
        call.accept(repository);
        return expect(differences);
    }

    /** Compares with what the next recorded call left. */
    Story expect(Difference... differences) {
        JsonNode step = steps.get(next++);
        for (JsonNode each : step.path("items")) {
            Map<String, AttributeValue> expected = expected(each);
            Key key = Key.of(text(expected, Item.PK), text(expected, Item.SK));
            if (!principals) {
                expected.computeIfPresent("principal", (name, value) -> AttributeValue.Null.NULL);
            }
            expected.computeIfPresent("details", (name, value) -> byName(value));
            for (Difference difference : differences) {
                difference.apply(expected);
            }
            Item actual = key.pk().contains("/AUDIT#")
                    ? latestRecord(key.pk())
                    : store.get(key).join();
            assertThat(actual).as("%s after %s", key, step.get("call")).isNotNull();
            Map<String, AttributeValue> ours = own(actual);
            mask(expected, ours);
            assertThat(ours).as("%s after %s", key, step.get("call")).isEqualTo(expected);
        }
        return this;
    }

    /** Ours records limits in the order of their names, theirs in that of the call. */
    private static AttributeValue byName(AttributeValue details) {
        Map<String, AttributeValue> values = new TreeMap<>(((AttributeValue.Mapping) details).values());
        values.computeIfPresent(
                "limits",
                (name, limits) -> new AttributeValue.Sequence(((AttributeValue.Sequence) limits)
                        .values().stream()
                                .sorted(Comparator.comparing(Story::name))
                                .toList()));
        return new AttributeValue.Mapping(values);
    }

    private static String name(AttributeValue limit) {
        return limit instanceof AttributeValue.Mapping map
                ? ((AttributeValue.Text) Objects.requireNonNull(map.values().get("name"))).value()
                : ((AttributeValue.Text) limit).value();
    }

    private @Nullable Item latestRecord(String pk) {
        List<Item> records = store.query(
                        Query.of(Query.Index.TABLE, pk).descending().limit(1))
                .join()
                .items();
        return records.isEmpty() ? null : records.get(0);
    }

    /** Compares the principals of audit records, too. */
    Story principals() {
        principals = true;
        return this;
    }

    /** Reads {@code <ns>} in what is expected as another namespace. */
    Story as(String otherNamespace) {
        namespace = otherNamespace;
        return this;
    }

    /** Passes over recorded calls that have no counterpart yet. */
    Story skip(int count) {
        next += count;
        return this;
    }

    Story nothingLeft() {
        assertThat(next).as("every recorded call is looked at").isEqualTo(steps.size());
        return this;
    }

    /** The keys of everything in the namespace, for what a call must not have written. */
    Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        store.query(Query.of(Query.Index.GSI4, namespace))
                .join()
                .items()
                .forEach(item -> keys.add(item.key().toString().replace(namespace, "<ns>")));
        return keys;
    }

    Item item(String pk, String sk) {
        return Objects.requireNonNull(store.get(Key.of(namespace + pk, sk)).join(), pk + " " + sk);
    }

    boolean has(String pk, String sk) {
        return store.get(Key.of(namespace + pk, sk)).join() != null;
    }

    static AcquireRequest request(String entity, Object... limitsAndAmounts) {
        AcquireRequest.Builder request = AcquireRequest.entity(entity).resource("gpt-4");
        for (int i = 0; i < limitsAndAmounts.length; i += 2) {
            request.take((String) limitsAndAmounts[i], ((Number) limitsAndAmounts[i + 1]).longValue());
        }
        return request.build();
    }

    /** An acquire whose lease is kept as it is. */
    static Consumer<LimitRepository> acquire(String entity, Object... limitsAndAmounts) {
        return repository -> repository
                .rateLimiter()
                .acquire(request(entity, limitsAndAmounts))
                .keep();
    }

    private static Map<String, AttributeValue> own(Item item) {
        Map<String, AttributeValue> attributes = new TreeMap<>(item.attributes());
        attributes
                .keySet()
                .removeIf(
                        name -> List.of("wid", "gone", "ctl", "before", "seal").contains(name)
                                || (name.startsWith("b_") && name.endsWith("_rm")));
        return attributes;
    }

    /** Text that differs between runs is checked for its form alone. */
    private static void mask(Map<String, AttributeValue> expected, Map<String, AttributeValue> ours) {
        expected.replaceAll((name, value) -> {
            String form = value instanceof AttributeValue.Text masked ? FORMS.get(masked.value()) : null;
            AttributeValue mine = ours.get(name);
            boolean fits = form != null
                    && mine instanceof AttributeValue.Text text
                    && text.value().matches(form);
            return fits ? mine : value;
        });
    }

    private Map<String, AttributeValue> expected(JsonNode each) {
        Map<String, AttributeValue> item = new TreeMap<>();
        for (Map.Entry<String, JsonNode> attribute : each.get("item").properties()) {
            JsonNode mask = each.path("timestamps").get(attribute.getKey());
            item.put(attribute.getKey(), mask == null ? value(attribute.getValue(), namespace) : time(mask));
        }
        return item;
    }

    private AttributeValue time(JsonNode mask) {
        long now = clock.wallMillis();
        long offset = mask.get("offset_from_now").asLong();
        return AttributeValue.of(mask.get("unit").asText().equals("ms") ? now + offset : now / 1000 + offset);
    }

    static AttributeValue value(JsonNode typed, String namespace) {
        Map.Entry<String, JsonNode> only = typed.properties().iterator().next();
        JsonNode value = only.getValue();
        return switch (only.getKey()) {
            case "S" -> AttributeValue.of(value.asText().replace("<ns>", namespace));
            case "N" -> AttributeValue.of(Long.parseLong(value.asText()));
            case "BOOL" -> AttributeValue.of(value.asBoolean());
            case "NULL" -> AttributeValue.Null.NULL;
            case "SS" -> {
                TreeSet<String> texts = new TreeSet<>();
                value.forEach(text -> texts.add(text.asText()));
                yield new AttributeValue.TextSet(texts);
            }
            case "M" -> {
                Map<String, AttributeValue> map = new LinkedHashMap<>();
                value.properties().forEach(entry -> map.put(entry.getKey(), value(entry.getValue(), namespace)));
                yield new AttributeValue.Mapping(map);
            }
            case "L" -> {
                List<AttributeValue> list = new ArrayList<>();
                value.forEach(element -> list.add(value(element, namespace)));
                yield new AttributeValue.Sequence(list);
            }
            default -> throw new AssertionError(only.getKey());
        };
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return ((AttributeValue.Text) Objects.requireNonNull(item.get(name))).value();
    }

    static JsonNode read(String file) {
        String resource = "/vectors/" + file + ".json";
        try (InputStream in = Objects.requireNonNull(Story.class.getResourceAsStream(resource), resource)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode find(String id) {
        for (JsonNode story : read("items").get("cases")) {
            if (story.get("id").asText().equals(id)) {
                return story;
            }
        }
        throw new AssertionError(id);
    }

    @Override
    public void close() {
        repository.close();
        store.close();
    }
}
