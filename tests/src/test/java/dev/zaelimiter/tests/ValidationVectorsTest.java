package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which inputs the original takes, and which it refuses. Ours is as strict, or stricter where the table says so. */
class ValidationVectorsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);

    /** Accepted there, refused here. */
    private static final Map<String, String> STRICTER = Map.ofEntries(
            Map.entry("val-105", "a burst below the rate is a mistake; custom() says it on purpose"),
            Map.entry("val-120", "nobody is its own parent"),
            Map.entry("val-142", "an unknown limit is named, not skipped with a warning"),
            Map.entry("val-144", "no limit can have such a name"),
            Map.entry("val-145", "no limit can have such a name"),
            Map.entry("val-151", "limits of the call are at least one"),
            Map.entry("val-163", "the same rule for an entity everywhere"),
            Map.entry("val-166", "the same rule for a resource everywhere; # would break the key"),
            Map.entry("val-167", "the same rule for a resource everywhere"),
            Map.entry("val-168", "the same rule for a resource everywhere"),
            Map.entry("val-169", "setEntityDefaults says it"),
            Map.entry("val-171", "deleteEntityLimits says it"),
            Map.entry("val-193", "a namespace has a rule here"),
            Map.entry("val-194", "a namespace has a rule here"));

    /** Refused there, accepted here. */
    private static final Map<String, String> WIDER =
            Map.of("val-083", "a capacity of 0 refuses everything but nothing");

    /** Groups of operations that come later, or that the types of Java leave no room for. */
    private static final Set<String> ELSEWHERE =
            Set.of("stack_name", "principal", "lease", "available", "delete", "connect", "set_system_defaults");

    /** Single cases of the same kind. */
    private static final Set<String> LATER = Set.of("val-149", "val-196", "val-197", "val-198", "val-199");

    @Test
    void validation_everyCaseInScope_acceptedAsThereOrListed() {
        TreeMap<String, Integer> seen = new TreeMap<>();
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            repository.limits().setEntityLimits("user-1", "gpt-4", RPM, Limit.perMinute("tpm", 10_000));
            for (JsonNode each : Story.read("errors").get("validation")) {
                String id = each.get("id").asText();
                String group = each.get("group").asText();
                seen.merge(ELSEWHERE.contains(group) || LATER.contains(id) ? "elsewhere" : "checked", 1, Integer::sum);
                if (ELSEWHERE.contains(group) || LATER.contains(id)) {
                    continue;
                }
                boolean accepted =
                        (each.get("accepted").asBoolean() || WIDER.containsKey(id)) && !STRICTER.containsKey(id);
                if (accepted) {
                    assertThatCode(() -> call(repository, group, each))
                            .as(each.toString())
                            .doesNotThrowAnyException();
                } else {
                    assertThatThrownBy(() -> call(repository, group, each))
                            .as(each.toString())
                            .isInstanceOf(RateLimiterException.class)
                            .isInstanceOfAny(
                                    InvalidInputException.class, NoLimitsException.class, UnknownLimitException.class);
                }
            }
        }
        assertThat(seen).containsEntry("checked", 89).containsEntry("elsewhere", 34);
    }

    private static void call(LimitRepository repository, String group, JsonNode each) {
        JsonNode inputs = each.get("inputs");
        switch (group) {
            case "identifier" -> {
                String value = inputs.get("value").asText();
                if (inputs.get("field").asText().equals("parent_id")) {
                    Entity.builder("child").parent(value).build();
                } else {
                    Entity.builder(value).build();
                    AcquireRequest.entity(value);
                }
            }
            case "limit_name" -> Limit.perSecond(inputs.get("value").asText(), 1);
            case "resource" ->
                AcquireRequest.entity("e").resource(inputs.get("value").asText());
            case "limit" -> limit(each.get("call").asText(), inputs);
            case "create_entity" -> {
                Entity.Builder entity = Entity.builder(inputs.get("entity_id").asText());
                if (inputs.has("parent_id")) {
                    entity.parent(inputs.get("parent_id").asText());
                }
                entity.build();
            }
            case "acquire" -> acquire(repository, inputs);
            case "set_limits" ->
                repository
                        .limits()
                        .setEntityLimits(
                                inputs.path("entity_id").asText("u"),
                                inputs.path("resource").asText("gpt-4"),
                                inputs.has("limits") ? new Limit[0] : new Limit[] {RPM});
            case "set_resource_defaults" ->
                repository.limits().setResourceDefaults(inputs.get("resource").asText(), RPM);
            case "namespace" ->
                EmbeddedRepository.builder().namespace(inputs.get("name").asText());
            default -> throw new AssertionError("a new group: " + group);
        }
    }

    private static void limit(String call, JsonNode inputs) {
        String name = inputs.get("name").asText();
        long rate = inputs.path("rate").asLong();
        Limit limit = switch (call) {
            case "Limit.per_second(...)" -> Limit.perSecond(name, rate);
            case "Limit.per_minute(...)" -> Limit.perMinute(name, rate);
            case "Limit.per_hour(...)" -> Limit.perHour(name, rate);
            case "Limit.per_day(...)" -> Limit.perDay(name, rate);
            default ->
                Limit.custom(
                        name,
                        inputs.get("capacity").asLong(),
                        inputs.get("refill_amount").asLong(),
                        Duration.ofSeconds(inputs.get("refill_period_seconds").asLong()));
        };
        if (inputs.has("burst")) {
            limit.burst(inputs.get("burst").asLong());
        }
    }

    private static void acquire(LimitRepository repository, JsonNode inputs) {
        AcquireRequest.Builder request = AcquireRequest.entity(
                        inputs.path("entity_id").asText("user-1"))
                .resource(inputs.path("resource").asText("gpt-4"));
        if (inputs.has("limits")) {
            request.limits(List.of());
        }
        if (inputs.has("consume")) {
            inputs.get("consume")
                    .properties()
                    .forEach(take -> request.take(take.getKey(), take.getValue().asLong()));
        } else {
            request.take("rpm", 1);
        }
        repository.rateLimiter().acquire(request.build()).giveBack();
    }

    @Test
    void names_trailingNewlineAndLookalikes_areRefusedHereThoughNotThere() {
        for (String name : List.of("rpm\n", "rpm\r\n", "rpm\u0000", "rpm ", "r\u00e9", "r\u0662", "\uff52pm")) {
            assertThatThrownBy(() -> Limit.perSecond(name, 1)).isInstanceOf(InvalidInputException.class);
            assertThatThrownBy(() -> AcquireRequest.entity(name)).isInstanceOf(InvalidInputException.class);
            assertThatThrownBy(() -> AcquireRequest.entity("e").resource(name))
                    .isInstanceOf(InvalidInputException.class);
        }
    }
}
