package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.drain;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Field case 20 and the time to live; peer 5: stamps ahead of the clock; entities that come late. */
class BucketLifeScenariosTest {

    private static final Limit SLOW = Limit.custom("slow", 100, 10, Duration.ofSeconds(60));
    private static final Limit FAST = Limit.perSecond("fast", 10);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private long secondsToLive(String entity) {
        Item item = fleet.bucket(entity, RESOURCE);
        return item.whole("ttl", 0) == 0 ? 0 : item.whole("ttl", 0) - fleet.clock.wallMillis() / 1000;
    }

    @Test
    void ttl_limitsOfTheResource_isTheSlowestFillTimesSeven() {
        one.limits().setResourceDefaults(RESOURCE, SLOW, FAST);
        assertThat(took(one, "a", "slow", 1)).isTrue();
        assertThat(secondsToLive("a")).isEqualTo(600 * 7);
        fleet.seconds(60);
        assertThat(took(two, "a", "slow", 1)).isTrue();
        assertThat(secondsToLive("a")).isBetween(600L * 7 - 60, 600L * 7);
    }

    @Test
    void ttl_limitsOfTheEntity_none() {
        one.limits().setSystemDefaults(SLOW);
        one.limits().setEntityDefaults("own", SLOW);
        one.limits().setEntityLimits("both", RESOURCE, SLOW);
        for (String entity : new String[] {"own", "both"}) {
            assertThat(took(one, entity, "slow", 1)).isTrue();
            assertThat(secondsToLive(entity)).isZero();
        }
        assertThat(took(one, "other", "slow", 1)).isTrue();
        assertThat(secondsToLive("other")).isPositive();
    }

    @Test
    void ttl_levelChanges_comesAndGoes() {
        one.limits().setSystemDefaults(SLOW);
        assertThat(took(one, "a", "slow", 30)).isTrue();
        assertThat(secondsToLive("a")).isPositive();
        one.limits().setEntityDefaults("a", SLOW);
        assertThat(took(one, "a", "slow", 1)).isTrue();
        assertThat(secondsToLive("a")).isZero();
        assertThat(balance(two, "a", "slow")).isEqualTo(69);
        one.limits().deleteEntityDefaults("a");
        assertThat(took(one, "a", "slow", 1)).isTrue();
        assertThat(secondsToLive("a")).isEqualTo(4200);
        assertThat(balance(two, "a", "slow")).isEqualTo(68);
    }

    @Test
    void ttl_multiplierZero_none() {
        LimitRepository never = fleet.process(b -> b.ttlMultiplier(0));
        never.limits().setSystemDefaults(SLOW);
        assertThat(took(never, "a", "slow", 1)).isTrue();
        assertThat(secondsToLive("a")).isZero();
    }

    @Test
    @DisplayName("a debt outlives the time to live")
    void ttl_debt_isNotForgotten() {
        one.limits().setSystemDefaults(SLOW);
        Lease lease = lease(one, "a", "slow", 1);
        lease.settle("slow", 1100);
        lease.keep();
        assertThat(secondsToLive("a")).isEqualTo(6600 * 7);
        fleet.seconds(5999);
        assertThat(took(two, "a", "slow", 1)).isFalse();
        fleet.seconds(7);
        assertThat(took(two, "a", "slow", 1)).isTrue();
        assertThat(took(two, "a", "slow", 1)).isFalse();
    }

    @Test
    @DisplayName("case 20: an expired bucket is made anew from its limits, and full")
    void expiredBucket_isMadeAnew() {
        one.limits().setSystemDefaults(SLOW, FAST);
        for (int i = 0; i < 5; i++) {
            assertThat(took(one, "a", "slow", 100)).isTrue();
            assertThat(took(two, "a", "slow", 1)).isFalse();
            fleet.seconds(4201);
            assertThat(balance(two, "a", "slow")).isEqualTo(100);
            assertThat(took(two, "a", "fast", 3)).isTrue();
            assertThat(one.limits().getSystemDefaults()).hasSize(2);
            assertThat(balance(one, "a", "fast")).isEqualTo(7);
            fleet.seconds(4201);
        }
    }

    @Test
    @DisplayName("case 20: limits that were deleted for good do not make living buckets unusable, nor unlimited")
    void deletedLimits_bucketStillThere_goesOnWhereItWasOnceTheyAreBack() {
        one.limits().setResourceDefaults(RESOURCE, SLOW);
        assertThat(took(one, "a", "slow", 40)).isTrue();
        one.limits().deleteResourceDefaults(RESOURCE);
        for (LimitRepository process : new LimitRepository[] {one, two}) {
            assertThatThrownBy(() -> took(process, "a", "slow", 1)).isInstanceOf(NoLimitsException.class);
        }
        one.limits().setResourceDefaults(RESOURCE, SLOW);
        assertThat(drain(one, "a", "slow") + drain(two, "a", "slow")).isEqualTo(60);
        fleet.seconds(6);
        assertThat(took(one, "a", "slow", 1)).isTrue();
        assertThat(took(two, "a", "slow", 1)).isFalse();
    }

    @Test
    @DisplayName("peer 5: a stamp far ahead is damage, and refill goes on")
    void stampFarAhead_refillsFromNow() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "a", "rps", 10)).isTrue();
        fleet.clock.shiftWall(Duration.ofHours(-5));
        for (LimitRepository process : new LimitRepository[] {one, two}) {
            assertThat(took(process, "a", "rps", 10)).isFalse();
            fleet.seconds(2);
            assertThat(took(process, "a", "rps", 10)).isTrue();
            assertThat(took(process, "a", "rps", 10)).isFalse();
        }
    }

    @Test
    @DisplayName("peer 5: a stamp a little ahead: the time to come back is the real one")
    void stampALittleAhead_retryAfterCountsIt() {
        one.limits().setSystemDefaults(Limit.custom("rps", 10, 10, Duration.ofSeconds(10)));
        assertThat(took(one, "a", "rps", 10)).isTrue();
        fleet.clock.shiftWall(Duration.ofSeconds(-30));
        Duration wait = one.rateLimiter()
                .tryAcquire(take("a", "rps", 3))
                .refusal()
                .retryAfter()
                .orElseThrow();
        assertThat(wait).isEqualTo(Duration.ofSeconds(33));
        fleet.clock.advance(wait.minusMillis(1));
        assertThat(took(two, "a", "rps", 3)).isFalse();
        fleet.millis(1);
        assertThat(took(two, "a", "rps", 3)).isTrue();
    }

    @Test
    @DisplayName("peer 5: a clock that jumps forward and back makes no tokens twice")
    void clockJumps_neverMakeTokensTwice() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 100, 100, Duration.ofSeconds(100)));
        assertThat(took(one, "a", "rpm", 100)).isTrue();
        int granted = 0;
        for (int i = 0; i < 20; i++) {
            fleet.clock.shiftWall(Duration.ofSeconds(10));
            granted += drain(one, "a", "rpm");
            fleet.clock.shiftWall(Duration.ofSeconds(-10));
            granted += drain(two, "a", "rpm");
        }
        assertThat(granted).isLessThanOrEqualTo(10);
    }

    @Test
    @DisplayName("an entity that is given a parent after it was used, here or elsewhere")
    void parentGivenLater_isChargedByEveryProcessAndOnEveryResource() {
        one.limits().setSystemDefaults(Limit.perDay("rpm", 100));
        assertThat(took(one, "key", "rpm", 1)).isTrue();
        assertThat(took(two, "key", "rpm", 1)).isTrue();
        two.entities().create(Entity.builder("org").build());
        two.entities().create(Entity.builder("key").parent("org").cascade(true).build());
        assertThat(took(two, "key", "rpm", 1)).isTrue();
        assertThat(balance(two, "org", "rpm")).isEqualTo(99);
        assertThat(took(one, "key", "rpm", 1)).isTrue();
        assertThat(took(one, "key", "rpm", 1)).isTrue();
        assertThat(balance(two, "org", "rpm")).isLessThanOrEqualTo(98);
        var elsewhere = dev.zaelimiter.AcquireRequest.entity("key").resource("other");
        assertThat(took(one, elsewhere.take("rpm", 7).build())).isTrue();
        assertThat(one.rateLimiter()
                        .check(dev.zaelimiter.AcquireRequest.entity("org")
                                .resource("other")
                                .take("rpm", 0)
                                .build())
                        .available("rpm"))
                .isEqualTo(93);
    }

    @Test
    @DisplayName("and after its bucket has expired")
    void parentGivenWhileTheBucketWasGone_isCharged() {
        one.limits().setSystemDefaults(SLOW);
        assertThat(took(one, "key", "slow", 1)).isTrue();
        fleet.seconds(5000);
        Requests.family(two, "org", "key");
        assertThat(took(one, "key", "slow", 10)).isTrue();
        assertThat(took(one, "key", "slow", 10)).isTrue();
        assertThat(balance(two, "org", "slow")).isLessThanOrEqualTo(90);
        assertThat(one.rateLimiter().tryAcquire(take("key", "slow", 1)).granted())
                .isTrue();
    }
}
