package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What another system stored by looser rules is read all the same; ours are kept when we write. */
class ForeignRecordsScenariosTest {

    private final Story story = new Story("item-004");

    @BeforeEach
    void limits() {
        story.repository.limits().setSystemDefaults(Limit.perDay("rpd", 100));
        story.repository.entities().create(Entity.builder("other").build());
    }

    @AfterEach
    void close() {
        story.close();
    }

    private void stored(String entity, Map<String, AttributeValue> attributes) {
        Item other = story.item("/ENTITY#other", "#META");
        Key key = Key.of(other.key().pk().replace("other", entity), "#META");
        Item.Builder item = Item.builder(key).put("entity_id", entity).put("cascade", false);
        attributes.forEach(item::put);
        story.store.write(Write.put(WriteShape.put(null), item.build())).join();
    }

    @Test
    @DisplayName("an entity that is its own parent: it is read, and charged once")
    void entity_storedAsItsOwnParent_isReadAndChargedOnce() {
        stored("self", Map.of("parent_id", AttributeValue.of("self"), "cascade", AttributeValue.of(true)));
        Entity read = story.repository.entities().get("self").orElseThrow();
        assertThat(read.parent()).contains("self");
        assertThat(read.cascade()).isTrue();
        assertThat(took(story.repository, "self", "rpd", 10)).isTrue();
        assertThat(balance(story.repository, "self", "rpd")).isEqualTo(90);
        Key bucket = story.item("/BUCKET#self#gpt-4#0", "#STATE").key();
        story.store
                .write(Write.of(
                        WriteShape.update(null, List.of(set("cascade", true), set("parent_id", "self"))), bucket))
                .join();
        try (LimitRepository next = story.open(builder -> {})) {
            assertThat(took(next, "self", "rpd", 10)).isTrue();
            assertThat(balance(next, "self", "rpd")).isEqualTo(80);
        }
        assertThatThrownBy(() -> Entity.builder("self").parent("self").build())
                .isInstanceOf(InvalidInputException.class);
    }

    private static WriteShape.Action set(String attribute, Object value) {
        AttributeValue stored =
                value instanceof Boolean truth ? AttributeValue.of(truth) : AttributeValue.of((String) value);
        return new WriteShape.Action(WriteShape.Verb.SET, attribute, new Operand.Constant(stored));
    }

    @Test
    void entity_storedWithALongName_isReadWhole() {
        String name = "n".repeat(300);
        stored("long", Map.of("name", AttributeValue.of(name), "parent_id", AttributeValue.Null.NULL));
        assertThat(story.repository.entities().get("long").orElseThrow().name()).isEqualTo(name);
        assertThatThrownBy(() -> Entity.builder("long").name(name)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PK", "SK", "GSI4PK", "GSI4SK", "gpt-4", "resources", "ttl"})
    @DisplayName("peer 3: a resource that is called as an attribute of the items that list resources")
    void resource_calledAsAnAttribute_hasLimitsAsAnyOther(String resource) {
        Limit limit = Limit.perDay("rpd", 7);
        story.repository.limits().setResourceDefaults(resource, limit);
        story.repository.limits().setEntityLimits("x", resource, limit);
        assertThat(story.repository.limits().getEntityLimits("x", resource)).containsExactly(limit);
        assertThat(story.repository.limits().getResourceDefaults(resource)).containsExactly(limit);
        assertThat(story.repository.limits().deleteEntityLimits("x", resource)).isTrue();
        assertThat(story.repository.limits().deleteResourceDefaults(resource)).isTrue();
    }

    @Test
    @DisplayName("the count of entities with limits goes when the last one goes, whatever others do to it meanwhile")
    void register_lastEntityGone_holdsNoCount() {
        for (String entity : List.of("x", "y")) {
            story.repository.limits().setEntityLimits(entity, "gpt-4", Limit.perDay("rpd", 7));
        }
        assertThat(register().get("gpt-4")).isEqualTo(AttributeValue.of(2));
        story.repository.limits().deleteEntityLimits("x", "gpt-4");
        assertThat(register().get("gpt-4")).isEqualTo(AttributeValue.of(1));
        story.repository.limits().deleteEntityLimits("y", "gpt-4");
        assertThat(register().has("gpt-4")).isFalse();
        story.repository.limits().setEntityLimits("x", "gpt-4", Limit.perDay("rpd", 7));
        story.store
                .write(Write.of(
                        WriteShape.update(
                                Condition.itemExists(),
                                List.of(new WriteShape.Action(
                                        WriteShape.Verb.SET,
                                        "gpt-4",
                                        new Operand.Constant(AttributeValue.of("damaged"))))),
                        register().key()))
                .join();
        assertThat(story.repository.limits().deleteEntityLimits("x", "gpt-4")).isTrue();
        assertThat(register().has("gpt-4")).isFalse();
    }

    private Item register() {
        return story.item("/SYSTEM#", "#ENTITY_CONFIG_RESOURCES");
    }
}
