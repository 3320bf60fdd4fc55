package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.NamespaceRegistry;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More buckets are remembered than are ready to be used: what the others are asked and told is as if they were. */
@Timeout(60)
class ColdBucketsScenariosTest {

    private static final int MANY = 120;

    private final Fleet fleet = new Fleet();

    @AfterEach
    void close() {
        fleet.close();
    }

    private LimitRepository oneHot() {
        LimitRepository one = fleet.process(builder -> builder.hotBuckets(1));
        one.limits().setSystemDefaults(Limit.perDay("rpm", 3));
        return one;
    }

    private static void takeOneEach(LimitRepository one) {
        for (int i = 0; i < MANY; i++) {
            assertThat(took(one, "e" + i, "rpm", 1)).isTrue();
        }
    }

    @Test
    void hotBucketsOne_manyBuckets_eachKeepsItsBalanceAndIsReadOnce() {
        LimitRepository one = oneHot();
        takeOneEach(one);
        long reads = one.statistics().reads();
        takeOneEach(one);
        takeOneEach(one);
        for (int i = 0; i < MANY; i++) {
            assertThat(took(one, "e" + i, "rpm", 1)).isFalse();
        }

        assertThat(one.statistics().reads()).isEqualTo(reads);
        assertThat(one.statistics().buckets()).isBetween((long) MANY, MANY + 10L);
        assertThat(one.statistics().hotBuckets()).isLessThan(10);
    }

    @Test
    void hotBuckets_asManyAsRemembered_noneGoesCold() {
        LimitRepository one = fleet.process(builder -> builder.hotBuckets(20).maxBuckets(20));
        one.limits().setSystemDefaults(Limit.perDay("rpm", 3));
        takeOneEach(one);
        takeOneEach(one);

        assertThat(one.statistics().buckets()).isLessThanOrEqualTo(30);
        assertThat(one.statistics().hotBuckets()).isEqualTo(one.statistics().buckets());
        assertThat(balance(one, "e7", "rpm")).isEqualTo(1);
    }

    @Tag("long")
    @Test
    void maxBuckets_moreBucketsThanThat_theRestIsForgotten() {
        LimitRepository one = fleet.process(builder -> builder.hotBuckets(5).maxBuckets(50));
        one.limits().setSystemDefaults(Limit.perDay("rpm", 3));
        for (int i = 0; i < 3000; i++) {
            assertThat(took(one, "burst" + i, "rpm", 1)).isTrue();
        }

        assertThat(one.statistics().buckets()).isLessThanOrEqualTo(100);
        assertThat(balance(one, "burst0", "rpm")).isEqualTo(2);
    }

    @Test
    void build_moreHotThanRemembered_isRefusedByNameBeforeAnythingIsOpened() {
        List<String> opened = new ArrayList<>();
        RepositoryBuilder builder = RepositoryBuilder.opening(environment -> {
                    opened.add("opened");
                    return fleet.store;
                })
                .hotBuckets(8)
                .maxBuckets(7);

        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        refused -> assertThat(refused.field()).isEqualTo("hotBuckets"));
        assertThat(opened).isEmpty();
    }

    @Test
    void cold_limitsAreChangedMeanwhile_theNextAcquireKnows() {
        LimitRepository one = oneHot();
        takeOneEach(one);
        one.limits().setEntityLimits("e0", Requests.RESOURCE, Limit.perDay("rpm", 1));

        assertThat(took(one, "e0", "rpm", 2)).isFalse();
        assertThat(took(one, "e0", "rpm", 1)).isTrue();
        assertThat(took(one, "e1", "rpm", 2)).isTrue();
    }

    @Test
    void cold_entityIsMovedAndDeletedMeanwhile_theNextAcquireKnows() {
        LimitRepository one = oneHot();
        one.entities().create(Entity.builder("team").build());
        one.entities().create(Entity.builder("child").build());
        assertThat(took(one, "child", "rpm", 1)).isTrue();
        takeOneEach(one);
        one.entities().setParent("child", "team");
        one.entities().setCascade("child", true);
        takeOneEach(one);

        assertThat(took(one, "child", "rpm", 1)).isTrue();
        assertThat(balance(one, "team", "rpm")).isEqualTo(2);

        takeOneEach(one);
        one.entities().delete("child");
        assertThat(balance(one, "child", "rpm")).isEqualTo(3);
    }

    @Tag("long")
    @Test
    void cold_leasesAreHeld_whatTheyGiveBackComesBack() {
        LimitRepository one = oneHot();
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            held.add(Requests.lease(one, "e" + i, "rpm", 2));
        }
        takeOneEach(one);
        held.forEach(Lease::giveBack);

        for (int i = 0; i < MANY; i++) {
            assertThat(balance(one, "e" + i, "rpm")).isEqualTo(2);
        }
    }

    @Tag("long")
    @Test
    void hotBucketsOne_manyWaitForTokens_noneIsForgotten() {
        LimitRepository one = fleet.process(builder -> builder.hotBuckets(1));
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
        List<CompletableFuture<Decision>> waiting = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            assertThat(took(one, "e" + i, "rpm", 60)).isTrue();
            waiting.add(one.asyncRateLimiter().tryAcquire(patient("e" + i, "rpm", 5, Duration.ofSeconds(10))));
        }
        fleet.seconds(4);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        fleet.seconds(2);

        assertThat(waiting).allSatisfy(each -> assertThat(each).isCompletedWithValueMatching(Decision::granted));
    }

    @Test
    void close_coldBuckets_endsThemAll() {
        LimitRepository one = oneHot();
        takeOneEach(one);
        Lease last = Requests.lease(one, "e3", "rpm", 1);
        one.close();

        assertThat(last.degraded()).isFalse();
        assertThat(balance(fleet.process(), "e3", "rpm")).isEqualTo(1);
    }

    @Tag("long")
    @Test
    void cold_bucketsArePurgedMeanwhile_eachIsMadeAnewOnce() {
        LimitRepository tenant = fleet.process(builder -> builder.hotBuckets(1).namespace("tenant"));
        tenant.limits().setSystemDefaults(Limit.perDay("rpm", 3));
        takeOneEach(tenant);
        takeOneEach(tenant);
        NamespaceRegistry namespaces = Administration.of(fleet.process()).namespaces();
        String id = namespaces.delete("tenant").id();
        assertThat(namespaces.purge(id, count -> {})).isGreaterThanOrEqualTo(MANY);
        tenant.limits().setSystemDefaults(Limit.perDay("rpm", 3));

        for (int i = 0; i < MANY; i++) {
            assertThat(Requests.admitted(tenant, "e" + i, "rpm", 5)).isEqualTo(3);
        }
        assertThat(tenant.statistics().faults()).isZero();
    }

    @Test
    void cold_tokensComeBackByTheClock_areThere() {
        LimitRepository one = fleet.process(builder -> builder.hotBuckets(1));
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 60));
        assertThat(took(one, "a", "rpm", 60)).isTrue();
        for (int i = 0; i < MANY; i++) {
            assertThat(one.rateLimiter().tryAcquire(take("other" + i, "rpm", 1)).granted())
                    .isTrue();
        }
        fleet.seconds(30);

        assertThat(took(one, "a", "rpm", 31)).isFalse();
        assertThat(took(one, "a", "rpm", 30)).isTrue();
    }
}
