package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.Access;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes for which somebody else is always quicker: each one ends, and says why. */
@Tag("long")
class OvertakenScenariosTest extends OvertakenScenarios {

    private static final int TRIES = 20;

    /** Whatever reads, decides and writes on the condition that nothing has changed. */
    private enum Change {
        LEVEL("changing the limits of resource gpt-4 failed: others changed it") {
            @Override
            void make(LimitRepository repository) {
                repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 4));
            }
        },
        PARENT("moving entity key failed: others moved it or its ancestors") {
            @Override
            void make(LimitRepository repository) {
                repository.entities().setParent("key", null);
            }
        },
        CASCADE("changing whether entity key cascades failed: others changed it") {
            @Override
            void make(LimitRepository repository) {
                repository.entities().setCascade("key", true);
            }
        },
        REMOVAL("deleting the limits of key failed: others changed them") {
            @Override
            void make(LimitRepository repository) {
                repository.entities().delete("key");
            }
        },
        REFILL("reset of key on gpt-4 failed: others changed the bucket") {
            @Override
            void make(LimitRepository repository) {
                Administration.of(repository).refills().reset("key", "gpt-4", Set.of(), null);
            }
        },
        NAMESPACE("opening namespace tenant failed: others registered and deleted it") {
            @Override
            void make(LimitRepository repository) {
                Administration.of(repository).namespaces().register("tenant");
            }
        };

        private final String words;

        Change(String words) {
            this.words = words;
        }

        abstract void make(LimitRepository repository);
    }

    private Throwable failure(Runnable change) {
        return catchThrowable(change::run);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("always overtaken: a number of attempts, pauses between them, and an error that says so")
    void change_alwaysOvertaken_endsAndSaysSo(Change change) {
        store.overtake();
        long start = fleet.clock.monotonicNanos();
        assertThatThrownBy(() -> change.make(repository))
                .isInstanceOfSatisfying(StoreFailureException.class, e -> {
                    assertThat(e.getCause()).isInstanceOf(StoreException.Conflict.class);
                    assertThat(e.maybeApplied()).isFalse();
                })
                .hasMessageStartingWith(change.words + " " + TRIES + " times meanwhile");
        assertThat(Duration.ofNanos(fleet.clock.monotonicNanos() - start))
                .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("closed between two attempts: nothing more is sent")
    void change_closedInTheMiddle_endsWithThat(Change change) {
        store.overtake();
        store.atAttempt(2, repository::close);
        assertThat(failure(() -> change.make(repository))).isInstanceOf(RepositoryClosedException.class);
        // The third one may look, and finds the door closed.
        assertThat(store.attempts()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("denied between two attempts: that is the error, immediately")
    void change_deniedInTheMiddle_endsWithThat(Change change) {
        store.overtake();
        store.atAttempt(2, store::deny);
        assertThat(failure(() -> change.make(repository)))
                .isInstanceOf(StoreFailureException.class)
                .hasCauseInstanceOf(StoreException.Denied.class)
                .hasMessageContaining("no right to");
        assertThat(store.attempts()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("interrupted between two attempts: no further one")
    void change_interruptedInTheMiddle_endsAndKeepsTheFlag(Change change) {
        store.overtake();
        store.atAttempt(2, () -> Thread.currentThread().interrupt());
        Throwable thrown = failure(() -> change.make(repository));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isInstanceOf(StoreFailureException.class).hasMessageContaining("interrupted");
        assertThat(store.attempts()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("overtaken once: the second attempt comes immediately")
    void change_overtakenOnce_succeeds(Change change) {
        store.overtake();
        store.atAttempt(1, store::heal);
        long start = fleet.clock.monotonicNanos();
        change.make(repository);
        assertThat(Duration.ofNanos(fleet.clock.monotonicNanos() - start)).isZero();
    }

    @Test
    @DisplayName("an opening for which others always register and delete the namespace ends, in the builder too")
    void opening_alwaysOvertaken_endsAndSaysSo() {
        store.overtake();
        assertThatThrownBy(() -> open("another"))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageStartingWith(
                        "opening namespace another failed: others registered and deleted it 20 times meanwhile");
        assertThat(store.attempts()).isEqualTo(TRIES);
    }

    @Test
    @DisplayName("the record of versions that others always change")
    void versions_alwaysOvertaken_endAndSaySo() {
        Key key = Key.of("_/SYSTEM#", "#VERSION");
        Item record = Item.builder(key).put("client_min_version", "0.9.0").build();
        fleet.store.write(Write.put(WriteShape.put(null), record)).join();
        store.overtake();
        assertThatThrownBy(() -> repository
                        .limits()
                        .setSystemDefaults(Limit.perMinute("rpm", 5).asSoft()))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining("others changed the record of versions 20 times meanwhile");
        assertThat(store.attempts()).isEqualTo(TRIES);
    }

    @Test
    @DisplayName(
            "switches of which others never leave off: what was told may have been told wrongly, and the error says so")
    void switches_alwaysOvertaken_endAndSaySo() {
        AtomicInteger turn = new AtomicInteger();
        store.afterEachBatchGet(() -> other.limits()
                .change(
                        GPT,
                        LevelChange.keep().access(turn.getAndIncrement() % 2 == 0 ? Access.ENABLED : Access.DISABLED)));
        assertThatThrownBy(() -> Administration.of(repository).switches().tellBuckets(GPT))
                .isInstanceOfSatisfying(
                        StoreFailureException.class,
                        e -> assertThat(e.maybeApplied()).isTrue())
                .hasMessageStartingWith(
                        "telling the buckets of resource gpt-4 failed: others changed their levels 20 times");
    }

    @Test
    @DisplayName("a manifest's memory of which a part is missing for good")
    void manifest_partMissing_endsAndSaysSo() {
        Administration admin = Administration.of(repository);
        Manifest manifest = Manifest.parse("namespace: scenarios\nsystem:\n  limits:\n    rpm: {capacity: 5}\n");
        admin.declared().apply(admin.declared().plan(manifest), diff -> {});
        Key key = fleet.changes().stream()
                .map(ChangeRecord::key)
                .filter(each -> each.sk().equals("#PROVISIONER"))
                .findFirst()
                .orElseThrow();
        AttributeValue parts = AttributeValue.Sequence.ofTexts(List.of("#PROVISIONER#PART#gone"));
        Item.Builder memory = fleet.store.get(key).join().toBuilder().put("apply_parts", parts);
        fleet.store.write(Write.put(WriteShape.put(null), memory.build())).join();
        assertThatThrownBy(() -> admin.declared().plan(manifest))
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining("items that #PROVISIONER names were missing 20 times meanwhile");
    }

    @Test
    @DisplayName("a namespace into which others go on storing is not purged for ever")
    void purge_othersStoreOn_endsAndSaysSo() {
        Administration admin = Administration.of(repository);
        LimitRepository tenant = open("tenant");
        tenant.limits().setSystemDefaults(Limit.perHour("rpm", 1));
        String id = admin.namespaces().delete("tenant").id();
        AtomicInteger stored = new AtomicInteger();
        assertThatThrownBy(() -> admin.namespaces()
                        .purge(
                                id,
                                deleted -> tenant.limits()
                                        .setSystemDefaults(Limit.perHour("rpm", 1 + stored.incrementAndGet()))))
                .isInstanceOfSatisfying(
                        StoreFailureException.class,
                        e -> assertThat(e.maybeApplied()).isTrue())
                .hasMessageStartingWith(
                        "deleting items of namespace " + id + " failed: others stored new ones 20 times");
        assertThat(stored).hasValue(TRIES);
        assertThat(admin.namespaces().purge(id, deleted -> {})).isPositive();
        tenant.close();
    }
}
