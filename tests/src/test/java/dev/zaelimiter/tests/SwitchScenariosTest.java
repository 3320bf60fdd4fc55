package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.Switches;
import dev.zaelimiter.admin.capacity.LimitView;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Resources switched off and on. */
class SwitchScenariosTest {

    private static final Level GPT = Level.resource("gpt-4");
    private static final Limit THREE = Limit.perHour("rpm", 3);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final LimitRepository other = fleet.process();
    private final Administration admin = Administration.of(repository);
    private final Switches switches = admin.switches();

    @AfterEach
    void close() {
        fleet.close();
    }

    private static AcquireRequest request(String entity, long amount) {
        return Requests.take(entity, "rpm", amount);
    }

    private static void take(LimitRepository process, String entity, long amount) {
        process.rateLimiter().acquire(request(entity, amount)).keep();
    }

    private LimitView limit(String entity) {
        return Requests.view(admin, entity);
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
                        e -> assertThat(e.level()).isEqualTo(Level.Kind.RESOURCE))
                .hasMessageContaining("gpt-4 is disabled for entity a");
        fleet.seconds(61);
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
        assertThat(fleet.bucket("a", "gpt-4").has("disabled")).isFalse();
    }

    @Test
    void disabledWithoutAnyLimits_isDisabledAllTheSame() {
        switches.set(Level.entity("a"), Access.DISABLED);
        assertThatThrownBy(() -> take(repository, "a", 1))
                .isInstanceOfSatisfying(
                        ResourceDisabledException.class,
                        e -> assertThat(e.level()).isEqualTo(Level.Kind.ENTITY));
    }

    @Test
    void narrowerSwitch_isAnException_alsoOnTheBuckets() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        take(repository, "a", 1);
        take(repository, "vip", 1);
        switches.set(Level.entity("vip", "gpt-4"), Access.ENABLED);
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(2);
        take(repository, "vip", 1);
        assertThatThrownBy(() -> take(repository, "a", 1)).isInstanceOf(ResourceDisabledException.class);
        Item told = fleet.bucket("a", "gpt-4");
        assertThat(told.get("disabled")).hasToString("Bool[value=true]");
        assertThat(fleet.bucket("vip", "gpt-4").has("disabled")).isFalse();
    }

    @Test
    void limitsChanged_keepTheSwitch_andTheSwitchKeepsTheLimits() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        switches.set(GPT, Access.DISABLED);
        repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 9));
        assertThat(switches.get(GPT)).contains(Access.DISABLED);
        repository.limits().deleteResourceDefaults("gpt-4");
        assertThat(switches.get(GPT)).contains(Access.DISABLED);
        fleet.clock.advance(Duration.ofDays(60));
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
        switches.set(Level.entity("p", "gpt-4"), Access.DISABLED);
        assertThatThrownBy(() -> take(repository, "c", 1))
                .isInstanceOfSatisfying(
                        ResourceDisabledException.class,
                        e -> assertThat(e.entity()).isEqualTo("p"));
        switches.clear(Level.entity("p", "gpt-4"));
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
    void check_followsTheSwitch_asAnAcquireWould() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        take(repository, "a", 3);
        assertThat(repository.rateLimiter().check(request("a", 1)).fits()).isFalse();
        switches.set(Level.entity("a"), Access.BYPASS);
        assertThat(repository.rateLimiter().check(request("a", 1)).fits()).isTrue();
        assertThat(repository.rateLimiter().check(request("a", 1)).available("rpm"))
                .isZero();
        switches.set(Level.entity("a"), Access.DISABLED);
        assertThat(repository.rateLimiter().check(request("a", 0)).fits()).isFalse();
        assertThat(repository.rateLimiter().check(request("a", 0)).retryAfter()).isEmpty();
        assertThat(switches.effective("a", "gpt-4")).isEqualTo(Access.DISABLED);
        assertThat(switches.effective("b", "gpt-4")).isEqualTo(Access.ENABLED);
    }

    /** Nothing was told of limits that a switch had overruled, and which bound again before anybody could come back. */
    @Test
    void refusedByTheParent_switchedBackLongAgo_tellsOfTheChildToo() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 3));
        repository.limits().setEntityLimits("team", "gpt-4", Limit.perDay("rpm", 10));
        Requests.family(repository, "team", "child");
        take(repository, "child", 3);
        switches.set(Level.entity("child"), Access.BYPASS);
        take(other, "child", 7);
        fleet.seconds(1);
        assertThat(Requests.took(other, "child", "rpm", 1)).isFalse();
        switches.set(Level.entity("child"), Access.ENABLED);
        fleet.seconds(61);

        Refusal refusal = refusal(other, "child", 3);

        assertThat(refusal.statuses().stream().filter(LimitStatus::exceeded).map(LimitStatus::entity))
                .contains("child", "team");
        assertThat(refusal(repository, "child", 3).statuses().stream()
                        .filter(LimitStatus::exceeded)
                        .map(LimitStatus::entity))
                .contains("child", "team");
    }

    private static Refusal refusal(LimitRepository process, String entity, long amount) {
        return process.rateLimiter().tryAcquire(request(entity, amount)).match(lease -> null, refusal -> refusal);
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
        assertThatThrownBy(() -> switches.set(Level.system(), Access.DISABLED))
                .isInstanceOf(InvalidInputException.class);
    }

    @Tag("long")
    @Test
    void storeDownWhileBucketsAreTold_isFinishedByTheSameCall() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        for (int i = 0; i < 150; i++) {
            take(repository, "e" + i, 1);
        }
        fleet.store.down();
        assertThatThrownBy(() -> switches.set(GPT, Access.DISABLED)).isInstanceOf(StoreFailureException.class);
        fleet.store.up();
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(150);
        assertThat(switches.set(GPT, Access.DISABLED)).isEqualTo(150);
    }
}
