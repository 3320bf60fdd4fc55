package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityHasChildrenException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that a hand or another system has left with names, switches and numbers that can't be. */
@DisplayName("S10")
class BadStoredNamesTest {

    private static final String GPT = "gpt-4";
    private static final Limit RPM = Limit.perDay("rpm", 10);
    private static final String BAD = "bad\nname\u001b[2J";

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private String namespace = "";

    @BeforeEach
    void names() {
        Item record =
                fleet.store.get(Key.of("_/SYSTEM#", "#NAMESPACE#scenarios")).join();
        namespace = Objects.requireNonNull(Objects.requireNonNull(record).text("namespace_id"));
        repository.limits().setResourceDefaults(GPT, RPM);
        repository.limits().setEntityLimits("a", GPT, RPM);
        assertThat(took(repository, "a", "rpm", 1)).isTrue();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private void edit(Key key, UnaryOperator<Item.Builder> edit) {
        Item item = Objects.requireNonNull(fleet.store.get(key).join());
        fleet.store
                .write(Write.put(
                        WriteShape.put(null), edit.apply(item.toBuilder()).build()))
                .join();
    }

    private void add(String register, String attribute, AttributeValue value) {
        fleet.store
                .write(Write.of(
                        WriteShape.update(
                                null,
                                List.of(new WriteShape.Action(
                                        WriteShape.Verb.ADD, attribute, new Operand.Constant(value)))),
                        Key.of(namespace + "/SYSTEM#", register)))
                .join();
    }

    @Test
    @DisplayName("one bad name in a register is left out, and hides nothing else")
    void badNamesInRegisters_areLeftOutOfListsAndExport() {
        add("#RESOURCES", "resources", new AttributeValue.TextSet(Set.of(BAD, "9lives", "")));
        add("#ENTITY_CONFIG_RESOURCES", BAD, AttributeValue.of(1));
        fleet.store
                .write(Write.put(
                        WriteShape.put(null),
                        Item.builder(Key.of(namespace + "/ENTITY#" + BAD, "#CONFIG#" + GPT))
                                .put("GSI3PK", namespace + "/ENTITY_CONFIG#" + GPT)
                                .put("GSI3SK", BAD)
                                .build()))
                .join();
        fleet.store
                .write(Write.put(
                        WriteShape.put(null),
                        Item.builder(Key.of(namespace + "/SYSTEM#", "#PROVISIONER"))
                                .put("managed_resources", AttributeValue.Sequence.ofTexts(List.of(GPT, BAD)))
                                .put(
                                        "managed_entities",
                                        new AttributeValue.Mapping(Map.of(
                                                BAD,
                                                AttributeValue.Sequence.ofTexts(List.of(GPT)),
                                                "a",
                                                AttributeValue.Sequence.ofTexts(List.of(BAD, GPT)))))
                                .build()))
                .join();
        assertThat(repository.limits().resourcesWithDefaults()).containsExactly(GPT);
        assertThat(repository.limits().resourcesWithEntityLimits()).containsOnlyKeys(GPT);
        assertThat(repository.limits().entitiesWithLimits(GPT, 10, null).names())
                .containsExactly("a");
        assertThat(Administration.of(repository).declared().export().levels())
                .containsOnlyKeys(Level.resource(GPT), Level.entity("a", GPT));
    }

    static Stream<AttributeValue> noSwitches() {
        return Stream.of(
                AttributeValue.of(1),
                AttributeValue.of("true"),
                AttributeValue.of("BYPASS"),
                AttributeValue.Null.NULL,
                AttributeValue.Sequence.ofTexts(List.of("bypass")));
    }

    @ParameterizedTest
    @MethodSource("noSwitches")
    @DisplayName("a switch of a wrong type shuts out, as damaged limits do, and never reads as enabled")
    void switchOfAWrongType_failsClosed(AttributeValue value) {
        Key level = Key.of(namespace + "/RESOURCE#" + GPT, "#CONFIG");
        edit(level, item -> item.put("disabled", value));
        LimitRepository fresh = fleet.process();
        assertThatThrownBy(() -> took(fresh, "b", "rpm", 1))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("'disabled'")
                .hasMessageContaining("true, false or 'bypass'");
        assertThatThrownBy(() -> fresh.limits().getResourceDefaults(GPT)).isInstanceOf(StoreFailureException.class);
        fresh.limits().setResourceDefaults(GPT, Limit.perDay("rpm", 20));
        assertThatThrownBy(() -> took(fresh, "b", "rpm", 1))
                .as("new limits do not let anybody in whom the switch may have shut out")
                .isInstanceOf(ResourceDisabledException.class);
        fresh.limits().change(Level.resource(GPT), LevelChange.keep().access(Access.ENABLED));
        assertThat(took(fresh, "b", "rpm", 20)).isTrue();
    }

    @Test
    @DisplayName("a damaged switch is mended by setting it, and the limits beside it stay")
    void switchOfAWrongType_setAlone_keepsTheLimits() {
        edit(Key.of(namespace + "/RESOURCE#" + GPT, "#CONFIG"), item -> item.put("disabled", 1));
        LimitRepository fresh = fleet.process();
        fresh.limits().change(Level.resource(GPT), LevelChange.keep().clearAccess());
        assertThat(fresh.limits().getResourceDefaults(GPT)).containsExactly(RPM);
        assertThat(took(fresh, "b", "rpm", 10)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000L, 33, 0, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    @DisplayName("a number of shards that can't be is damage, told by name, and no refusal to come back after 0 ms")
    void shardCountOutOfRange_isDamage(long count) {
        Key bucket = Key.of(namespace + "/BUCKET#a#" + GPT + "#0", "#STATE");
        edit(bucket, item -> item.put("shard_count", count));
        assertThatThrownBy(() -> took(fleet.process(), "a", "rpm", 1))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("shard_count is " + count)
                .hasMessageContaining("1 to 32");
    }

    @Test
    @DisplayName("a stored name in a message of ours is escaped too")
    void storedNameInAMessage_isEscaped() {
        repository.entities().create(Entity.builder("org").build());
        fleet.store
                .write(Write.put(
                        WriteShape.put(null),
                        Item.builder(Key.of(namespace + "/ENTITY#" + BAD, "#META"))
                                .put("entity_id", BAD)
                                .put("parent_id", "org")
                                .put("GSI1PK", namespace + "/PARENT#org")
                                .put("GSI1SK", "CHILD#" + BAD)
                                .build()))
                .join();
        assertThatThrownBy(() -> repository.entities().delete("org"))
                .isInstanceOf(EntityHasChildrenException.class)
                .hasMessageContaining("bad\\u000aname\\u001b");
    }

    @Test
    @DisplayName("a page token of somebody's making is shown escaped and short")
    void badPageToken_isQuoted() {
        String token = "\n\u001b[2J" + "x".repeat(10_000);
        assertThatThrownBy(() -> repository.limits().entitiesWithLimits(GPT, 10, token))
                .satisfies(told -> assertThat(told.getMessage())
                        .doesNotContain("\n", "\u001b")
                        .hasSizeLessThan(300));
    }
}
