package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitLevel;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.Switches;
import dev.zaelimiter.admin.capacity.LimitView;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resources switched off, on, and past their limits; and limits that only count. */
class SwitchScenariosTest {

    private static final ConfigLevel GPT = ConfigLevel.resource("gpt-4");
    private static final Limit THREE = Limit.perHour("rpm", 3);

    private final World world = new World();
    private final LimitRepository repository = world.process();
    private final LimitRepository other = world.process();
    private final Administration admin = Administration.of(repository);
    private final Switches switches = admin.switches();

    @AfterEach
    void close() {
        world.close();
    }

    private static AcquireRequest request(String entity, long amount) {
        return AcquireRequest.entity(entity)
                .resource("gpt-4")
                .take("rpm", amount)
                .build();
    }

    private static void take(LimitRepository process, String entity, long amount) {
        process.rateLimiter().acquire(request(entity, amount)).keep();
    }

    private LimitView limit(String entity) {
        return admin.buckets()
                .ofEntity(entity)
                .findFirst()
                .orElseThrow()
                .limits()
                .get(0);
    }

    @Test
    void disabled_isRefusedHereAtOnce_andElsewhereWithinTheTimeToLive() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        take(repository, "a", 1);
        take(other, "a", 1);
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(1);
        assertThatThrownBy(() -> take(repository, "a", 1))
                .isInstanceOfSatisfying(
                        ResourceDisabledException.class,
                        e -> assertThat(e.level()).isEqualTo(LimitLevel.RESOURCE))
                .hasMessageContaining("gpt-4 is disabled for entity a");
        world.seconds(61);
        // The acquire that finds its knowledge stale goes ahead; the next one knows.
        try {
            take(other, "a", 1);
        } catch (ResourceDisabledException early) {
            assertThat(early.resource()).isEqualTo("gpt-4");
        }
        assertThatThrownBy(() -> take(other, "a", 0)).isInstanceOf(ResourceDisabledException.class);
        assertThatThrownBy(() -> take(other, "new", 1)).isInstanceOf(ResourceDisabledException.class);
        assertThat(admin.buckets().ofEntity("new")).isEmpty();
        switches.clear(GPT);
        take(repository, "a", 0);
        assertThat(world.bucket("a", "gpt-4").has("disabled")).isFalse();
    }

    @Test
    void disabledWithoutAnyLimits_isDisabledAllTheSame() {
        switches.set(ConfigLevel.entity("a"), Access.DISABLED);
        assertThatThrownBy(() -> take(repository, "a", 1))
                .isInstanceOfSatisfying(
                        ResourceDisabledException.class,
                        e -> assertThat(e.level()).isEqualTo(LimitLevel.ENTITY));
    }

    @Test
    void narrowerSwitch_isAnException_alsoOnTheBuckets() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        take(repository, "a", 1);
        take(repository, "vip", 1);
        switches.set(ConfigLevel.entity("vip", "gpt-4"), Access.ENABLED);
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(2);
        take(repository, "vip", 1);
        assertThatThrownBy(() -> take(repository, "a", 1)).isInstanceOf(ResourceDisabledException.class);
        Item told = world.bucket("a", "gpt-4");
        assertThat(told.get("disabled")).hasToString("Bool[value=true]");
        assertThat(world.bucket("vip", "gpt-4").has("disabled")).isFalse();
    }

    @Test
    void limitsChanged_keepTheSwitch_andTheSwitchKeepsTheLimits() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        switches.set(GPT, Access.DISABLED);
        repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 9));
        assertThat(switches.get(GPT)).contains(Access.DISABLED);
        repository.limits().deleteResourceDefaults("gpt-4");
        assertThat(switches.get(GPT)).contains(Access.DISABLED);
        world.clock.advance(Duration.ofDays(60));
        assertThat(switches.get(GPT)).contains(Access.DISABLED);
        repository.limits().setResourceDefaults("gpt-4", THREE);
        switches.clear(GPT);
        assertThat(repository.limits().getResourceDefaults("gpt-4")).containsExactly(THREE);
    }

    @Test
    void parentDisabled_childGetsItsTokensBack() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        repository.entities().create(Entity.builder("p").build());
        repository
                .entities()
                .create(Entity.builder("c").parent("p").cascade(true).build());
        take(repository, "c", 1);
        switches.set(ConfigLevel.entity("p", "gpt-4"), Access.DISABLED);
        assertThatThrownBy(() -> take(repository, "c", 1))
                .isInstanceOfSatisfying(
                        ResourceDisabledException.class,
                        e -> assertThat(e.entity()).isEqualTo("p"));
        switches.clear(ConfigLevel.entity("p", "gpt-4"));
        take(repository, "c", 2);
    }

    @Test
    void corrections_ofALeaseTakenBefore_areWrittenThoughDisabled() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        Lease lease = repository.rateLimiter().acquire(request("a", 1));
        switches.set(GPT, Access.DISABLED);
        lease.settle("rpm", 3);
        lease.keep();
        assertThat(limit("a").available()).isZero();
    }

    @Test
    void bypassed_isGrantedPastTheLimit_counted_andNoBalanceMoves() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        take(repository, "a", 2);
        switches.set(ConfigLevel.entity("a"), Access.BYPASS);
        take(repository, "a", 100);
        repository.rateLimiter().acquire(request("a", 50)).giveBack();
        assertThat(limit("a").available()).isEqualTo(1);
        assertThat(limit("a").consumed()).isEqualTo(102);
        switches.clear(ConfigLevel.entity("a"));
        take(repository, "a", 1);
        assertThatThrownBy(() -> take(repository, "a", 1)).isInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void bypassed_withoutABucket_makesAFullOne() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        switches.set(GPT, Access.BYPASS);
        take(repository, "a", 100);
        assertThat(limit("a").available()).isEqualTo(3);
        assertThat(limit("a").consumed()).isEqualTo(100);
        assertThat(world.bucket("a", "gpt-4").has("bypass")).isFalse();
        switches.tellBuckets(GPT);
        assertThat(world.bucket("a", "gpt-4").whole("bypass", 0))
                .isBetween(world.clock.wallMillis() + 48_000, world.clock.wallMillis() + 60_000);
    }

    @Test
    void bypassed_settledAndTakenMore_isCountedAsItWasUsed() {
        repository.limits().setResourceDefaults("gpt-4", THREE, Limit.perHour("tpm", 10));
        switches.set(GPT, Access.BYPASS);
        Lease lease = repository.rateLimiter().acquire(request("a", 0));
        assertThat(lease.bypassed()).isTrue();
        lease.settle("rpm", 40);
        assertThat(lease.take("tpm", 500).granted()).isTrue();
        assertThat(lease.bypassed()).isTrue();
        lease.adjust("tpm", -200);
        lease.keep();
        assertThat(limit("a").consumed()).isEqualTo(40);
        assertThat(limit("a").available()).isEqualTo(3);
        assertThat(admin.buckets().ofEntity("a").findFirst().orElseThrow().limits())
                .extracting(LimitView::consumed)
                .containsExactly(40L, 300L);
    }

    @Test
    void bypassEndsWhileALeaseIsHeld_eachPartGoesBackWhereItCameFrom() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        switches.set(GPT, Access.BYPASS);
        Lease lease = repository.rateLimiter().acquire(request("a", 100));
        switches.clear(GPT);
        assertThat(lease.take("rpm", 2).granted()).isTrue();
        assertThat(lease.bypassed()).isFalse();
        assertThat(limit("a").available()).isEqualTo(1);
        lease.giveBack();
        assertThat(limit("a").available()).isEqualTo(3);
        assertThat(limit("a").consumed()).isZero();
    }

    @Test
    void bypassedChild_ofAParentThatRefuses_isNotCounted() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        repository.entities().create(Entity.builder("p").build());
        repository
                .entities()
                .create(Entity.builder("c").parent("p").cascade(true).build());
        switches.set(ConfigLevel.entity("c"), Access.BYPASS);
        Lease lease = repository.rateLimiter().acquire(request("c", 2));
        assertThat(lease.bypassed()).isTrue();
        lease.settle("rpm", 1);
        lease.keep();
        assertThat(limit("c").consumed()).isEqualTo(1);
        assertThat(limit("p").available()).isEqualTo(2);
        assertThatThrownBy(() -> take(repository, "c", 9)).isInstanceOf(RateLimitExceededException.class);
        assertThat(limit("c").consumed()).isEqualTo(1);
    }

    @Test
    void bypassedGivenBack_afterItsBucketHasGone_makesNone() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        switches.set(GPT, Access.BYPASS);
        Lease lease = repository.rateLimiter().acquire(request("a", 2));
        repository.entities().delete("a");
        lease.giveBack();
        assertThat(admin.buckets().ofEntity("a")).isEmpty();
    }

    @Test
    void switch_isRecorded_andRefusedForTheSystem() {
        switches.set(GPT, Access.BYPASS);
        assertThat(admin.audit()
                        .read(AuditLog.resource("gpt-4"), 1, null)
                        .events()
                        .get(0)
                        .details())
                .containsEntry("access", "bypass");
        assertThatThrownBy(() -> switches.set(ConfigLevel.system(), Access.DISABLED))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void storeDownWhileBucketsAreTold_isFinishedByTheSameCall() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        for (int i = 0; i < 150; i++) {
            take(repository, "e" + i, 1);
        }
        world.store.down();
        assertThatThrownBy(() -> switches.set(GPT, Access.DISABLED)).isInstanceOf(StoreFailureException.class);
        world.store.up();
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(150);
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(150);
    }

    @Test
    void softLimit_meters_andNeverRefuses() {
        repository.limits().setResourceDefaults("gpt-4", THREE.asSoft(), Limit.perHour("tpm", 10));
        take(repository, "a", 2);
        take(repository, "a", 5);
        take(repository, "a", 50);
        assertThat(limit("a").available()).isEqualTo(-54);
        assertThat(limit("a").consumed()).isEqualTo(57);
        LimitStatus status =
                repository.rateLimiter().check(request("a", 1)).statuses().get(0);
        assertThat(status.exceeded()).isFalse();
        assertThat(status.limit().soft()).isTrue();
        assertThat(world.bucket("a", "gpt-4").has("b_rpm_soft")).isFalse();
    }

    @Test
    void softBesideHard_theHardOneDecides_andNothingIsTaken() {
        repository.limits().setResourceDefaults("gpt-4", THREE.asSoft(), Limit.perHour("tpm", 10));
        AcquireRequest both = AcquireRequest.entity("a")
                .resource("gpt-4")
                .take("rpm", 8)
                .take("tpm", 7)
                .build();
        repository.rateLimiter().acquire(both).keep();
        assertThatThrownBy(() -> repository.rateLimiter().acquire(both))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.refusal().statuses())
                                .filteredOn(LimitStatus::exceeded)
                                .extracting(each -> each.limit().name())
                                .containsExactly("tpm"));
        assertThat(limit("a").available()).isEqualTo(-5);
    }

    @Test
    void softMadeHard_holdsElsewhereWithinTheTimeToLive_debtAndAll() {
        repository.limits().setResourceDefaults("gpt-4", THREE.asSoft());
        take(repository, "a", 5);
        take(other, "a", 5);
        repository.limits().change(GPT, LevelChange.keep().put(THREE));
        assertThatThrownBy(() -> take(repository, "a", 1)).isInstanceOf(RateLimitExceededException.class);
        world.seconds(61);
        try {
            take(other, "a", 1);
        } catch (RateLimitExceededException early) {
            assertThat(early.refusal().statuses()).isNotEmpty();
        }
        assertThatThrownBy(() -> take(other, "a", 1)).isInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void softLimitOfACall_neverRefusesThatCall() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        AcquireRequest soft = AcquireRequest.entity("a")
                .resource("gpt-4")
                .take("rpm", 9)
                .limits(THREE.asSoft())
                .build();
        repository.rateLimiter().acquire(soft).keep();
        assertThatThrownBy(() -> take(repository, "a", 1)).isInstanceOf(RateLimitExceededException.class);
    }
}
