package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits that are deleted hold no more, wherever they were stored and whoever has a bucket that still carries them. */
class DeletedLimitsScenariosTest {

    private static final Limit RPM = Limit.perDay("rpm", 100);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    enum Where {
        ENTITY_ON_RESOURCE {
            @Override
            void set(StoredLimits limits, Limit... all) {
                limits.setEntityLimits("a", RESOURCE, all);
            }

            @Override
            void delete(StoredLimits limits) {
                assertThat(limits.deleteEntityLimits("a", RESOURCE)).isTrue();
            }
        },
        ENTITY {
            @Override
            void set(StoredLimits limits, Limit... all) {
                limits.setEntityDefaults("a", all);
            }

            @Override
            void delete(StoredLimits limits) {
                assertThat(limits.deleteEntityDefaults("a")).isTrue();
            }
        },
        ON_RESOURCE {
            @Override
            void set(StoredLimits limits, Limit... all) {
                limits.setResourceDefaults(RESOURCE, all);
            }

            @Override
            void delete(StoredLimits limits) {
                assertThat(limits.deleteResourceDefaults(RESOURCE)).isTrue();
            }
        },
        SYSTEM {
            @Override
            void set(StoredLimits limits, Limit... all) {
                limits.setSystemDefaults(all);
            }

            @Override
            void delete(StoredLimits limits) {
                assertThat(limits.deleteSystemDefaults()).isTrue();
            }
        };

        abstract void set(StoredLimits limits, Limit... all);

        abstract void delete(StoredLimits limits);
    }

    private static void assertNoLimits(LimitRepository process, AcquireRequest request) {
        assertThatThrownBy(() -> took(process, request)).isInstanceOf(NoLimitsException.class);
        assertThatThrownBy(() -> process.rateLimiter().check(request)).isInstanceOf(NoLimitsException.class);
        assertThat(process.rateLimiter()
                        .explain(request.entity(), request.resource())
                        .lines())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    @DisplayName("A6: a deleted limit stayed in force as long as the bucket, for ever at the entity's own levels")
    void deleted_everyProcess_isToldThatThereAreNoLimits(Where where) {
        where.set(one.limits(), RPM);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        where.delete(one.limits());
        assertNoLimits(one, take("a", "rpm", 1));
        assertNoLimits(fleet.process(), take("a", "rpm", 1));
        fleet.seconds(60);
        try {
            // The one acquire that finds out, beside its work.
            took(two, "a", "rpm", 1);
        } catch (NoLimitsException early) {
            assertThat(early).hasMessageContaining("a/" + RESOURCE);
        }
        assertNoLimits(two, take("a", "rpm", 1));
        fleet.clock.advance(Duration.ofDays(40));
        for (LimitRepository process : new LimitRepository[] {one, two, fleet.process()}) {
            assertNoLimits(process, take("a", "rpm", 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void deletedAndStoredAgain_goesOnWhereItWas(Where where) {
        where.set(one.limits(), RPM);
        assertThat(took(one, "a", "rpm", 70)).isTrue();
        where.delete(one.limits());
        assertNoLimits(one, take("a", "rpm", 1));
        where.set(one.limits(), RPM);
        assertThat(took(one, "a", "rpm", 31)).isFalse();
        assertThat(took(one, "a", "rpm", 30)).isTrue();
    }

    @Test
    @DisplayName("A6: across a file that is opened again")
    void deleted_fileOpenedAgain_noLimits(@TempDir Path dir) {
        Path file = dir.resolve("limits.db");
        try (FileStore store = open(file, fleet.clock);
                LimitRepository before =
                        RepositoryBuilder.on(store).environment(fleet.clock).build()) {
            before.limits().setEntityLimits("a", RESOURCE, RPM);
            assertThat(took(before, "a", "rpm", 1)).isTrue();
            before.limits().deleteEntityLimits("a", RESOURCE);
        }
        fleet.clock.advance(Duration.ofDays(40));
        try (FileStore store = open(file, fleet.clock);
                LimitRepository after =
                        RepositoryBuilder.on(store).environment(fleet.clock).build()) {
            assertNoLimits(after, take("a", "rpm", 1));
        }
    }

    private static FileStore open(Path file, Environment environment) {
        return FileStore.open(file, Durability.PROCESS_CRASH, environment);
    }

    @Test
    @DisplayName("A6: of the parent, too")
    void deleted_ofTheParent_noLimitsNamesIt() {
        family(one, "org", "a");
        one.limits().setEntityLimits("a", RESOURCE, RPM);
        one.limits().setEntityLimits("org", RESOURCE, RPM);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        one.limits().deleteEntityLimits("org", RESOURCE);
        assertThatThrownBy(() -> took(one, "a", "rpm", 1))
                .isInstanceOf(NoLimitsException.class)
                .hasMessageContaining("org/" + RESOURCE);
        assertThat(Requests.balance(one, "a", "rpm"))
                .as("and the child's token goes back")
                .isEqualTo(99);
    }

    @Test
    void deletedInPart_theOthersHold_andTheRemovedNameIsSkipped() {
        one.limits().setEntityLimits("a", RESOURCE, RPM, Limit.perDay("tpm", 5));
        assertThat(took(one, take("a", "rpm", 1, "tpm", 5))).isTrue();
        one.limits().setEntityLimits("a", RESOURCE, RPM);
        assertThat(took(one, take("a", "rpm", 99, "tpm", 5))).isTrue();
        assertThat(took(one, take("a", "rpm", 1, "tpm", 5))).isFalse();
    }

    @Test
    @DisplayName("a narrower level is deleted: the wider one holds")
    void deleted_whereAWiderLevelHolds_thatOneDecides() {
        one.limits().setSystemDefaults(Limit.perDay("rpm", 3));
        one.limits().setEntityLimits("a", RESOURCE, RPM);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        one.limits().deleteEntityLimits("a", RESOURCE);
        assertThat(Requests.drain(one, "a", "rpm")).isEqualTo(3);
    }

    @Test
    @DisplayName("limits that come with a call work where others were deleted, and bind nobody to those")
    void deleted_callThatBringsLimits_isHeldToThem() {
        one.limits().setEntityLimits("a", RESOURCE, RPM);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        one.limits().deleteEntityLimits("a", RESOURCE);
        AcquireRequest own = Requests.builder("a")
                .take("own", 2)
                .take("rpm", 1_000)
                .limits(Limit.perDay("own", 3))
                .build();
        assertThat(took(one, own)).as("the deleted one is skipped").isTrue();
        Refusal refusal = one.rateLimiter().tryAcquire(own).refusal();
        assertThat(refusal.statuses())
                .extracting(status -> status.limit().name())
                .containsExactly("own");
        assertThat(refusal.everFits()).isTrue();
        assertThat(took(one, "a", "own", 1))
                .as("as before, of what a call has left")
                .isTrue();
        assertThatThrownBy(() -> took(one, "a", "never", 1))
                .isInstanceOf(UnknownLimitException.class)
                .hasMessageContaining("[own]");
    }

    @Test
    @DisplayName("I5 is not made worse: what another system put there for its calls, marked by nothing, stays as it is")
    void nothingEverStored_bucketOfAnotherSystemsCalls_isLeftAlone() {
        AcquireRequest own = Requests.builder("a")
                .take("rpm", 1)
                .limits(Limit.perDay("rpm", 5))
                .build();
        assertThat(took(one, own)).isTrue();
        Item theirs = Objects.requireNonNull(fleet.bucket("a", RESOURCE));
        Divided.put(fleet, theirs.toBuilder().remove("ctl").build());
        LimitRepository fresh = fleet.process();
        assertNoLimits(fresh, take("a", "rpm", 1));
        assertThat(Objects.requireNonNull(fleet.bucket("a", RESOURCE)).whole("b_rpm_tk", 0))
                .isEqualTo(4_000);
        for (int i = 0; i < 4; i++) {
            assertThat(took(fresh, own)).isTrue();
        }
        assertThat(took(fresh, own)).as("one balance for both").isFalse();
    }

    @Test
    @DisplayName("who knows of no limits, from a while ago, looks again before it says so")
    void storedMeanwhile_isNotRefusedOnOldKnowledge() {
        assertNoLimits(two, take("a", "rpm", 1));
        one.limits().setResourceDefaults(RESOURCE, RPM);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        assertThat(took(two, "a", "rpm", 1)).isTrue();
    }

    @Test
    void deleted_divided_noLimits() {
        Divided.ofHundred(fleet, one, "a", 4, 0);
        assertThat(took(two, "a", "rpm", 1)).isTrue();
        one.limits().deleteResourceDefaults(RESOURCE);
        for (int i = 0; i < 8; i++) {
            assertNoLimits(one, take("a", "rpm", 1));
        }
        assertNoLimits(one, take("a", "rpm", 90));
    }

    @Test
    @DisplayName("a divided bucket shows none of the deleted limits beside what a call brings")
    void deleted_divided_callThatBringsLimits_isToldOfThemAlone() {
        Divided.ofHundred(fleet, one, "a", 2, 0);
        one.limits().deleteResourceDefaults(RESOURCE);
        AcquireRequest own = Requests.builder("a")
                .take("own", 3)
                .take("rpm", 1_000)
                .limits(Limit.perDay("own", 8))
                .build();
        assertThat(took(one, own)).isTrue();
        assertThat(took(one, own)).isTrue();
        Refusal refusal = one.rateLimiter().tryAcquire(own).refusal();
        assertThat(refusal.statuses())
                .extracting(status -> status.limit().name())
                .containsExactly("own");
        assertThat(refusal.everFits()).isTrue();
    }

    @Test
    void deleted_bypassed_isGranted() {
        one.limits().setEntityLimits("a", RESOURCE, RPM);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        one.limits().deleteEntityLimits("a", RESOURCE);
        one.limits().change(Level.entity("a", RESOURCE), LevelChange.keep().access(Access.BYPASS));
        assertThat(took(one, "a", "rpm", 1_000)).isTrue();
    }

    @Test
    @DisplayName("callers without limits are told so; those behind them who bring their own are served")
    void nothingStored_mixedCallers_eachGetsItsAnswer() {
        AcquireRequest own = Requests.builder("a")
                .take("rpm", 1)
                .limits(Limit.perDay("rpm", 5))
                .build();
        assertThatThrownBy(() -> took(one, "a", "rpm", 1)).isInstanceOf(NoLimitsException.class);
        assertThat(took(one, own)).isTrue();
    }
}
