package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Story.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityExistsException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.admin.NamespaceRegistry;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Stored limits, registers, entities and namespaces, as the original leaves them on the table. Differences on purpose:
 *
 * <ul>
 *   <li>{@code config_version} counts here, so that one change can be pinned on what it had read; theirs is always 1.
 *   <li>The names that an emptied level held stay for a month in an item of ours beside it.
 *   <li>A count of the register that has come to 0 stays as that; theirs is removed.
 * </ul>
 */
class ConfigVectorsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 100);
    private static final Limit TPM = Limit.perMinute("tpm", 10_000);

    private static Story.Difference version(long ours) {
        return expected -> expected.computeIfPresent("config_version", (name, value) -> AttributeValue.of(ours));
    }

    private static void assertEmptied(Story story, String pk, String sk) {
        assertThat(story.has(pk, sk)).isFalse();
        Item gone = story.item(pk, sk.replace("#CONFIG", "#GONE"));
        assertThat(gone.has("gone")).isTrue();
        assertThat(gone.whole("ttl", 0))
                .isEqualTo(story.clock.wallMillis() / 1000 + Duration.ofDays(30).toSeconds());
    }

    @Test
    void systemDefaults_setReplaceDelete_sameItems() {
        try (Story story = new Story("item-005")) {
            story.step(repository -> repository.limits().setSystemDefaults(RPM, TPM));
            story.step(
                    repository -> {
                        repository.limits().setSystemDefaults(Limit.perMinute("rpm", 200));
                        repository.limits().setOnUnavailable(OnUnavailable.ALLOW);
                    },
                    version(3));
            story.step(repository -> repository.limits().setOnUnavailable(OnUnavailable.BLOCK), version(4));
            story.step(repository -> repository.limits().deleteSystemDefaults()).nothingLeft();
            // The policy is a setting of its own here, and outlives the limits.
            Item level = story.item("/SYSTEM#", "#CONFIG");
            assertThat(level.text("on_unavailable")).isEqualTo("block");
            assertThat(level.attributes().keySet()).noneMatch(name -> name.startsWith("l_"));
        }
    }

    @Test
    void resourceDefaults_setReplaceDelete_sameItemsAndRegister() {
        try (Story story = new Story("item-006")) {
            story.step(repository -> repository.limits().setResourceDefaults("gpt-4", RPM, TPM.burst(15_000)))
                    .step(repository ->
                            repository.limits().setResourceDefaults("openai/gpt-4", Limit.perSecond("rps", 5)))
                    .step(
                            repository -> repository
                                    .limits()
                                    .setResourceDefaults("gpt-4", Limit.custom("tpd", 1_000, 10, Duration.ofDays(1))),
                            version(2))
                    .step(repository -> repository.limits().deleteResourceDefaults("gpt-4"));
            assertEmptied(story, "/RESOURCE#gpt-4", "#CONFIG");
            story.step(repository -> repository.limits().deleteResourceDefaults("openai/gpt-4"))
                    .nothingLeft();
        }
    }

    @Test
    void entityLimits_setReplaceDelete_sameItemsAndRegister() {
        try (Story story = new Story("item-007")) {
            story.step(repository -> repository.limits().setEntityLimits("user-1", "gpt-4", RPM, TPM))
                    .step(repository -> repository.limits().setEntityDefaults("user-1", Limit.perHour("rph", 1_000)))
                    .step(repository ->
                            repository.limits().setEntityLimits("user-2", "gpt-4", Limit.perMinute("rpm", 5)))
                    .step(
                            repository ->
                                    repository.limits().setEntityLimits("user-1", "gpt-4", Limit.perMinute("rpm", 50)),
                            version(2))
                    .step(repository -> repository.limits().deleteEntityLimits("user-1", "gpt-4"));
            assertEmptied(story, "/ENTITY#user-1", "#CONFIG#gpt-4");
            assertThat(story.has("/ENTITY#user-1", "#META"))
                    .as("no record is made")
                    .isFalse();
            story.step(repository -> repository.limits().deleteEntityLimits("user-2", "gpt-4"))
                    .step(repository -> repository.limits().deleteEntityDefaults("user-1"))
                    .step(repository -> assertThat(repository.limits().deleteEntityDefaults("user-1"))
                            .isFalse())
                    .nothingLeft();
        }
    }

    @Test
    void entities_created_sameRecords() {
        try (Story story = new Story("item-004")) {
            story.step(create(Entity.builder("user-1")))
                    .step(create(Entity.builder("proj-1")
                            .name("Project One")
                            .metadata("tier", "gold")
                            .metadata("region", "eu")))
                    .step(create(Entity.builder("key-1").parent("proj-1")))
                    .step(create(Entity.builder("key-2")
                            .name("Key 2")
                            .parent("proj-1")
                            .cascade(true)));
            // Theirs lets a child name a parent that does not exist.
            assertThatThrownBy(() ->
                            create(Entity.builder("key-3").parent("ghost")).accept(story.repository))
                    .isInstanceOf(EntityNotFoundException.class);
            assertThat(story.has("/ENTITY#key-3", "#META")).isFalse();
            story.skip(1);
            story.step(repository -> assertThatThrownBy(
                            () -> create(Entity.builder("user-1")).accept(repository))
                    .isInstanceOf(EntityExistsException.class));
            story.step(repository ->
                            assertThat(repository.entities().delete("key-2")).isEqualTo(1))
                    .nothingLeft();
            assertThat(story.keys())
                    .filteredOn(key -> !key.contains("/AUDIT#"))
                    .containsExactly("<ns>/ENTITY#key-1 #META", "<ns>/ENTITY#proj-1 #META", "<ns>/ENTITY#user-1 #META");
        }
    }

    @Test
    void entity_deleted_takesBucketsAndLimitsAlong() {
        try (Story story = new Story("item-031")) {
            AcquireRequest.Builder request = AcquireRequest.entity("proj-1")
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .limits(Limit.perMinute("rpm", 9));
            story.step(create(Entity.builder("proj-1")))
                    .step(create(Entity.builder("key-1").parent("proj-1").cascade(true)))
                    .step(repository ->
                            repository.limits().setEntityLimits("key-1", "gpt-4", Limit.perMinute("rpm", 10)))
                    .step(repository ->
                            repository.rateLimiter().acquire(request.build()).keep());
            acquire("key-1", "rpm", 1).accept(story.repository);
            story.skip(1)
                    .step(repository ->
                            assertThat(repository.entities().delete("key-1")).isEqualTo(3))
                    .nothingLeft();
            assertThat(story.keys())
                    .filteredOn(key -> key.contains("#key-1") && !key.contains("/AUDIT#"))
                    .isEmpty();
            assertThat(story.item("/SYSTEM#", "#ENTITY_CONFIG_RESOURCES").has("gpt-4"))
                    .isFalse();
        }
    }

    private static Consumer<LimitRepository> create(Entity.Builder entity) {
        return repository -> repository.entities().create(entity.build());
    }

    @Test
    void namespace_openedDeletedRecoveredPurged_sameRecords() {
        try (Story story = new Story("item-003");
                LimitRepository opened = story.open(builder -> builder.namespace("tenant-a"))) {
            assertThat(opened).isNotNull();
            Item byName =
                    story.store.get(Key.of("_/SYSTEM#", "#NAMESPACE#tenant-a")).join();
            String id = Objects.requireNonNull(Objects.requireNonNull(byName).text("namespace_id"));
            assertThat(id).matches("[A-Za-z0-9_][A-Za-z0-9_-]{10}");
            // The story masks the id by the same word as that of the namespace that a story runs in.
            story.as(id).expect();
            NamespaceRegistry namespaces = Administration.of(story.repository).namespaces();
            story.step(repository -> namespaces.delete("tenant-a"));
            assertThat(namespaces.get("tenant-a")).isEmpty();
            assertThat(namespaces.deleted()).extracting(Namespace::id).containsExactly(id);
            story.step(repository -> namespaces.recover(id));
            namespaces.delete("tenant-a");
            assertThat(namespaces.purge(id, count -> {})).isZero();
            assertThat(namespaces.getById(id)).isEmpty();
        }
    }
}
