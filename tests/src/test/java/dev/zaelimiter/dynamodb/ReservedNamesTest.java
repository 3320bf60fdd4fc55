package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;

/** Resources and limits that are called as attributes of the table, which are taken from its definition. */
class ReservedNamesTest {

    private static final Set<String> NAMES = names();
    private static final Limit RPM = Limit.perDay("rpm", 10);

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository repository =
            RepositoryBuilder.on(store).environment(clock).build();

    private static Set<String> names() {
        Set<String> names = new TreeSet<>(Set.of(TableDefinition.TTL));
        TableDefinition.create("any").attributeDefinitions().stream()
                .map(AttributeDefinition::attributeName)
                .forEach(names::add);
        return names;
    }

    @AfterEach
    void close() {
        repository.close();
        store.close();
    }

    private Key register() {
        Item record = store.get(Key.of("_/SYSTEM#", "#NAMESPACE#default")).join();
        String namespace = Objects.requireNonNull(record).text("namespace_id");
        return Key.of(namespace + "/SYSTEM#", "#ENTITY_CONFIG_RESOURCES");
    }

    @Test
    @DisplayName("S1: a resource named ttl erased the register, one named as a key could have no limits for entities")
    void resourcesOfSuchNames_areListedCountedAndRemoved() {
        assertThat(NAMES).contains("ttl", "PK", "SK", "GSI1PK", "GSI4SK");
        repository.limits().setEntityLimits("a", "gpt-4", RPM);
        for (String name : NAMES) {
            repository.limits().setResourceDefaults(name, RPM);
            repository.limits().setEntityLimits("a", name, RPM);
            repository.limits().setEntityLimits("b", name, RPM);
            repository
                    .rateLimiter()
                    .acquire(AcquireRequest.entity("a")
                            .resource(name)
                            .take("rpm", 1)
                            .build())
                    .keep();
        }
        clock.advance(Duration.ofDays(2));
        Item register = Objects.requireNonNull(store.get(register()).join());
        assertThat(register.attributes().entrySet().stream()
                        .filter(entry -> entry.getValue() instanceof AttributeValue.Whole)
                        .map(java.util.Map.Entry::getKey))
                .doesNotContainAnyElementsOf(NAMES)
                .contains("gpt-4");
        assertThat(repository.limits().resourcesWithEntityLimits())
                .hasSize(NAMES.size() + 1)
                .containsEntry("gpt-4", 1L)
                .containsEntry("ttl", 2L)
                .containsKeys(NAMES.toArray(String[]::new));
        assertThat(repository.limits().resourcesWithDefaults()).containsExactlyElementsOf(NAMES);
        assertThat(Administration.of(repository).declared().export().levels()).hasSize(NAMES.size() * 3 + 1);
        for (String name : NAMES) {
            assertThat(repository.limits().entitiesWithLimits(name, 10, null).names())
                    .containsExactly("a", "b");
            assertThat(repository.limits().deleteEntityLimits("a", name)).isTrue();
            assertThat(repository.limits().resourcesWithEntityLimits()).containsEntry(name, 1L);
        }
        repository.entities().delete("b");
        assertThat(repository.limits().resourcesWithEntityLimits()).containsOnlyKeys("gpt-4");
    }

    @Test
    @DisplayName("S1: limits of such names, too")
    void limitsOfSuchNames_holdAndStay() {
        Limit[] limits = NAMES.stream().map(name -> Limit.perDay(name, 10)).toArray(Limit[]::new);
        repository.limits().setResourceDefaults("gpt-4", limits);
        AcquireRequest.Builder all = AcquireRequest.entity("a").resource("gpt-4");
        NAMES.forEach(name -> all.take(name, 6));
        repository.rateLimiter().acquire(all.build()).keep();
        assertThat(repository.rateLimiter().tryAcquire(all.build()).refusal().violations())
                .hasSize(NAMES.size());
        assertThat(repository.limits().getResourceDefaults("gpt-4")).containsExactlyInAnyOrder(limits);
    }

    @Test
    @DisplayName("S1: what was counted without the sign, by the other system, is read and counted down")
    void countedByOthersWithoutTheSign_isReadable() {
        repository.limits().setEntityLimits("a", "gpt-4", RPM);
        long later = clock.wallMillis() / 1000 + 1_000_000_000L;
        store.write(Write.of(
                        WriteShape.update(
                                null,
                                List.of(new WriteShape.Action(
                                        WriteShape.Verb.SET, "ttl", new Operand.Constant(AttributeValue.of(later))))),
                        register()))
                .join();
        assertThat(repository.limits().resourcesWithEntityLimits()).containsEntry("ttl", later);
        repository.limits().setEntityLimits("b", "ttl", RPM);
        assertThat(repository.limits().resourcesWithEntityLimits()).containsEntry("ttl", later + 1);
        repository.limits().deleteEntityLimits("b", "ttl");
        assertThat(repository.limits().resourcesWithEntityLimits()).containsEntry("ttl", later);
    }
}
