package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Switches;
import dev.zaelimiter.admin.capacity.LimitView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Entities let past their limits: counted as consumed, and no balance moves. */
class BypassScenariosTest {

    private static final Level GPT = Level.resource("gpt-4");
    private static final Limit THREE = Limit.perHour("rpm", 3);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
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
    void bypassed_isGrantedPastTheLimit_counted_andNoBalanceMoves() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        take(repository, "a", 2);
        switches.set(Level.entity("a"), Access.BYPASS);
        take(repository, "a", 100);
        repository.rateLimiter().acquire(request("a", 50)).giveBack();
        assertThat(limit("a").available()).isEqualTo(1);
        assertThat(limit("a").consumed()).isEqualTo(102);
        switches.clear(Level.entity("a"));
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
        assertThat(fleet.bucket("a", "gpt-4").has("bypass")).isFalse();
        switches.tellBuckets(GPT);
        assertThat(fleet.bucket("a", "gpt-4").whole("bypass", 0))
                .isBetween(fleet.clock.wallMillis() + 48_000, fleet.clock.wallMillis() + 60_000);
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
    @DisplayName("A11: the parent refuses a bypassed child: its limit is named, and the time after which it fits")
    void bypassedChild_asksMoreThanItsCapacity_isRefusedAsTheParentSays() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        repository.entities().create(Entity.builder("p").build());
        repository
                .entities()
                .create(Entity.builder("a").parent("p").cascade(true).build());
        repository.limits().setEntityLimits("p", "gpt-4", Limit.perSecond("rpm", 50));
        switches.set(Level.entity("a"), Access.BYPASS);
        take(repository, "a", 50);
        for (LimitRepository process : List.of(repository, fleet.process())) {
            Refusal refusal = process.rateLimiter().tryAcquire(request("a", 40)).refusal();
            assertThat(refusal.everFits()).isTrue();
            assertThat(refusal.retryAfter()).contains(Duration.ofMillis(800));
            assertThat(refusal.primary().orElseThrow().entity()).isEqualTo("p");
            assertThat(refusal.violations()).extracting(LimitStatus::entity).containsExactly("p");
            assertThat(refusal.passed()).extracting(LimitStatus::entity).containsExactly("a");
            assertThat(refusal.message()).startsWith("Rate limit exceeded for p/gpt-4: [rpm]. Retry after 0.8s");
        }
        fleet.millis(800);
        take(repository, "a", 40);
    }

    @Test
    @DisplayName("A11: the child refuses below a bypassed parent, which binds nobody, however much is asked")
    void bypassedParent_ofAChildThatRefuses_neverShowsAsExceeded() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        repository.entities().create(Entity.builder("p").build());
        repository
                .entities()
                .create(Entity.builder("a").parent("p").cascade(true).build());
        repository.limits().setEntityLimits("a", "gpt-4", Limit.perSecond("rpm", 50));
        switches.set(Level.entity("p"), Access.BYPASS);
        take(repository, "a", 50);
        Refusal refusal = repository.rateLimiter().tryAcquire(request("a", 40)).refusal();
        assertThat(refusal.retryAfter()).contains(Duration.ofMillis(800));
        assertThat(refusal.violations()).extracting(LimitStatus::entity).containsExactly("a");
        fleet.millis(800);
        take(repository, "a", 40);
    }

    @Test
    void bypassedChild_ofAParentThatRefuses_isNotCounted() {
        repository.limits().setResourceDefaults("gpt-4", THREE);
        repository.entities().create(Entity.builder("p").build());
        repository
                .entities()
                .create(Entity.builder("c").parent("p").cascade(true).build());
        switches.set(Level.entity("c"), Access.BYPASS);
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
}
