package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The records of changes as the original leaves them on the table, and its own read by ours. All other stories compare
 * the records of their changes, too.
 */
class AuditVectorsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);
    private static final String ALICE_ARN = "arn:aws:iam::123456789012:user/alice";

    /** Ours keeps the names of deleted limits for a while, in an item that then goes with the entity. */
    private static Story.Difference number(String detail, long ours) {
        return expected -> expected.computeIfPresent("details", (name, value) -> {
            Map<String, AttributeValue> details = new TreeMap<>(((AttributeValue.Mapping) value).values());
            details.put(detail, AttributeValue.of(ours));
            return new AttributeValue.Mapping(details);
        });
    }

    @Test
    void eachChange_leavesTheSameRecord() {
        try (Story story = new Story("item-032").principals();
                LimitRepository alice = story.open(builder -> builder.principal("alice"));
                LimitRepository arn = story.open(builder -> builder.principal(ALICE_ARN))) {
            story.step(repository ->
                            alice.entities().create(Entity.builder("user-1").build()))
                    .step(repository -> alice.limits().setEntityLimits("user-1", "gpt-4", RPM.burst(150)))
                    .step(repository -> alice.limits().deleteEntityLimits("user-1", "gpt-4"))
                    .step(repository -> alice.limits().setResourceDefaults("gpt-4", RPM))
                    .step(repository -> alice.limits().deleteResourceDefaults("gpt-4"));
            // Theirs sets limits and policy in one call, and leaves one record of it; ours has a verb for each.
            alice.limits().setSystemDefaults(RPM);
            story.step(repository -> alice.limits().setOnUnavailable(OnUnavailable.ALLOW))
                    .step(repository -> alice.limits().deleteSystemDefaults());
            // Two processes; their ids are in order from one millisecond to the next.
            story.clock.advance(Duration.ofMillis(1));
            story.step(repository -> arn.entities().delete("user-1"), number("records_deleted", 2));
            List<AuditEvent> events = Administration.of(alice)
                    .audit()
                    .read(AuditLog.SYSTEM, 10, null)
                    .events();
            assertThat(events)
                    .extracting(AuditEvent::action)
                    .containsExactly("limits_deleted", "limits_set", "limits_set");
            assertThat(events.get(1).before())
                    .isEqualTo(events.get(2).details())
                    .as("each record goes on from the one before")
                    .containsEntry("on_unavailable", null);
        }
    }

    @Test
    void recordsOfTheOriginal_areReadWithAllTheyHold() throws Exception {
        ObjectMapper json = new ObjectMapper();
        try (InMemoryStore store = new InMemoryStore(new ManualClock());
                LimitRepository repository = RepositoryBuilder.on(store).build()) {
            JsonNode steps = story("item-032").get("steps");
            int number = 0;
            for (JsonNode step : steps) {
                for (JsonNode each : step.path("items")) {
                    if (each.get("item").get("PK").get("S").asText().endsWith("/AUDIT#user-1")) {
                        put(store, each.get("item"), number++);
                    }
                }
            }
            List<AuditEvent> events = Administration.of(repository)
                    .audit()
                    .read("user-1", 100, null)
                    .events();
            JsonNode expected = steps.get(steps.size() - 1).get("returns");
            assertThat(events).hasSize(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                AuditEvent event = events.get(i);
                JsonNode theirs = expected.get(i);
                assertThat(event.action()).isEqualTo(theirs.get("action").asText());
                assertThat(event.subject()).isEqualTo(theirs.get("entity_id").asText());
                assertThat(event.principal()).contains(theirs.get("principal").asText());
                assertThat(event.resource().orElse(""))
                        .isEqualTo(theirs.path("resource").asText());
                assertThat(json.readTree(json.writeValueAsString(event.details())))
                        .isEqualTo(theirs.has("details") ? theirs.get("details") : json.createObjectNode());
                assertThat(event.before()).isEmpty();
            }
        }
    }

    private static JsonNode story(String id) {
        for (JsonNode story : Story.read("items").get("cases")) {
            if (story.get("id").asText().equals(id)) {
                return story;
            }
        }
        throw new AssertionError(id);
    }

    /** Puts a recorded item as it is, with a sort key in the order of the story. */
    private static void put(InMemoryStore store, JsonNode typed, int number) {
        Item record = store.get(Key.of("_/SYSTEM#", "#NAMESPACE#default")).join();
        String namespace = record.text("namespace_id");
        Map<String, AttributeValue> attributes = new TreeMap<>();
        typed
                .properties()
                // Its time to live is masked.
                .stream()
                .filter(entry -> !entry.getKey().equals("ttl"))
                .forEach(entry -> attributes.put(entry.getKey(), Story.value(entry.getValue(), namespace)));
        attributes.put(Item.SK, AttributeValue.of("#AUDIT#0" + number));
        store.write(Write.put(WriteShape.put(Condition.itemAbsent()), Item.of(attributes)))
                .join();
    }
}
