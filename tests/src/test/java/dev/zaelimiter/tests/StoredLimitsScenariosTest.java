package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.drain;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Explanation;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.OnUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Field case 18, and the four levels: set, get, delete, precedence, and why. */
class StoredLimitsScenariosTest {

    private static final Limit TEN = Limit.perMinute("rpm", 10);
    private static final Limit TWENTY = Limit.perMinute("rpm", 20);
    private static final Limit THIRTY = Limit.perMinute("rpm", 30);
    private static final Limit FORTY = Limit.custom("rpm", 40, 7, Duration.ofSeconds(90));

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void eachLevel_setGetDelete_isSeenByBothProcesses() {
        Limit b = Limit.perDay("b", 5).burst(9);
        one.limits().setEntityLimits("a", RESOURCE, FORTY, b);
        one.limits().setEntityDefaults("a", THIRTY);
        one.limits().setResourceDefaults(RESOURCE, TWENTY, b);
        one.limits().setSystemDefaults(TEN);
        for (LimitRepository process : List.of(one, two)) {
            assertThat(process.limits().getEntityLimits("a", RESOURCE)).containsExactlyInAnyOrder(FORTY, b);
            assertThat(process.limits().getEntityDefaults("a")).containsExactly(THIRTY);
            assertThat(process.limits().getResourceDefaults(RESOURCE)).containsExactlyInAnyOrder(TWENTY, b);
            assertThat(process.limits().getSystemDefaults()).containsExactly(TEN);
            assertThat(process.limits().getEntityLimits("b", RESOURCE)).isEmpty();
            assertThat(process.limits().getEntityLimits("a", "other")).isEmpty();
            assertThat(process.limits().getEntityDefaults("b")).isEmpty();
            assertThat(process.limits().getResourceDefaults("other")).isEmpty();
        }
        assertThat(two.limits().deleteEntityLimits("a", RESOURCE)).isTrue();
        assertThat(one.limits().deleteEntityLimits("a", RESOURCE)).isFalse();
        assertThat(two.limits().deleteEntityDefaults("a")).isTrue();
        assertThat(one.limits().deleteEntityDefaults("a")).isFalse();
        assertThat(two.limits().deleteResourceDefaults(RESOURCE)).isTrue();
        assertThat(one.limits().deleteResourceDefaults(RESOURCE)).isFalse();
        assertThat(two.limits().deleteSystemDefaults()).isTrue();
        assertThat(one.limits().deleteSystemDefaults()).isFalse();
        assertThat(one.limits().getEntityLimits("a", RESOURCE)).isEmpty();
        assertThat(one.limits().getSystemDefaults()).isEmpty();
    }

    @Test
    @DisplayName("case 18: falling back level by level, and why")
    void levels_fallBackOneByOne_andExplainSaysWhy() {
        one.limits().setEntityLimits("a", RESOURCE, FORTY);
        one.limits().setEntityDefaults("a", THIRTY);
        one.limits().setResourceDefaults(RESOURCE, TWENTY);
        one.limits().setSystemDefaults(TEN);
        inForce("a", Level.Kind.ENTITY_RESOURCE, FORTY);
        inForce("b", Level.Kind.RESOURCE, TWENTY);
        one.limits().deleteEntityLimits("a", RESOURCE);
        inForce("a", Level.Kind.ENTITY, THIRTY);
        one.limits().deleteEntityDefaults("a");
        inForce("a", Level.Kind.RESOURCE, TWENTY);
        one.limits().deleteResourceDefaults(RESOURCE);
        inForce("a", Level.Kind.SYSTEM, TEN);
        inForce("b", Level.Kind.SYSTEM, TEN);
        assertThat(one.rateLimiter().explain("a", "other").lines())
                .singleElement()
                .satisfies(line -> assertThat(line.level()).isEqualTo(Level.Kind.SYSTEM));
    }

    private void inForce(String entity, Level.Kind level, Limit limit) {
        for (LimitRepository process : List.of(one, two)) {
            Explanation explained = process.rateLimiter().explain(entity, RESOURCE);
            assertThat(explained.lines()).singleElement().satisfies(line -> {
                assertThat(line.level()).isEqualTo(level);
                assertThat(line.limit()).isEqualTo(limit);
                assertThat(line.entity()).isEqualTo(entity);
            });
            assertThat(explained.cascadesTo()).isEmpty();
        }
        // A fresh entity of the same standing shows what is really applied.
        assertThat(took(one, entity, "rpm", limit.capacity() + 1)).isFalse();
        assertThat(balance(one, entity, "rpm")).isLessThanOrEqualTo(limit.capacity());
    }

    @Test
    @DisplayName("a level decides alone: limits of two levels are not mixed")
    void levels_areNotMixed() {
        one.limits().setEntityDefaults("a", Limit.perMinute("tpm", 100));
        one.limits().setSystemDefaults(TEN, Limit.perMinute("x", 1));
        assertThat(one.rateLimiter().explain("a", RESOURCE).lines()).hasSize(1);
        assertThat(one.rateLimiter().explain("b", RESOURCE).lines()).hasSize(2);
    }

    @Test
    @DisplayName("case 18: with a parent, each line says whose")
    void explain_withParent_namesBoth() {
        Requests.family(one, "org", "key");
        one.limits().setEntityDefaults("org", THIRTY);
        one.limits().setResourceDefaults(RESOURCE, TWENTY);
        for (LimitRepository process : List.of(one, two)) {
            Explanation explained = process.rateLimiter().explain("key", RESOURCE);
            assertThat(explained.cascadesTo()).isEqualTo(Optional.of("org"));
            assertThat(explained.lines()).extracting(Explanation.Line::entity).containsExactly("key", "org");
            assertThat(explained.lines())
                    .extracting(Explanation.Line::level)
                    .containsExactly(Level.Kind.RESOURCE, Level.Kind.ENTITY);
        }
    }

    @Test
    @DisplayName("peer 22: limits and the policy do not clear one another")
    void systemLevel_limitsAndPolicy_areIndependent() {
        assertThat(one.limits().getOnUnavailable()).isEmpty();
        one.limits().setOnUnavailable(OnUnavailable.ALLOW);
        one.limits().setSystemDefaults(TEN);
        assertThat(two.limits().getOnUnavailable()).contains(OnUnavailable.ALLOW);
        one.limits().setSystemDefaults(TWENTY);
        assertThat(two.limits().getOnUnavailable()).contains(OnUnavailable.ALLOW);
        two.limits().setOnUnavailable(OnUnavailable.BLOCK);
        assertThat(one.limits().getSystemDefaults()).containsExactly(TWENTY);
        assertThat(one.limits().deleteSystemDefaults()).isTrue();
        assertThat(one.limits().getOnUnavailable()).contains(OnUnavailable.BLOCK);
        assertThat(one.limits().deleteSystemDefaults()).isFalse();
        fleet.clock.advance(Duration.ofDays(400));
        assertThat(two.limits().getOnUnavailable()).contains(OnUnavailable.BLOCK);
    }

    @Tag("long")
    @Test
    @DisplayName("two processes that set the same level at once: both land, one after the other")
    void setters_manyAtOnce_loseNothing() throws Exception {
        int writers = 8;
        CountDownLatch done = new CountDownLatch(writers);
        List<LimitRepository> all = fleet.processes(writers);
        for (int i = 0; i < writers; i++) {
            int number = i;
            new Thread(() -> {
                        try {
                            for (int k = 0; k < 20; k++) {
                                all.get(number).limits().setEntityDefaults("e" + number + "-" + k, TEN);
                                if (number % 2 == 0) {
                                    all.get(number).limits().setOnUnavailable(OnUnavailable.ALLOW);
                                } else {
                                    all.get(number).limits().setSystemDefaults(Limit.perMinute("rpm", number + 1L));
                                }
                            }
                        } finally {
                            done.countDown();
                        }
                    })
                    .start();
        }
        assertThat(done.await(20, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        assertThat(one.limits().getOnUnavailable()).contains(OnUnavailable.ALLOW);
        assertThat(one.limits().getSystemDefaults()).hasSize(1);
        for (int i = 0; i < writers; i++) {
            for (int k = 0; k < 20; k++) {
                assertThat(two.limits().getEntityDefaults("e" + i + "-" + k)).containsExactly(TEN);
            }
        }
    }

    @Test
    @DisplayName("namespaces are apart")
    void namespaces_sameNames_haveTheirOwnLimitsAndBuckets() {
        LimitRepository other = fleet.process(b -> b.namespace("other"));
        one.limits().setSystemDefaults(TEN);
        other.limits().setSystemDefaults(TWENTY);
        assertThat(drain(one, "a", "rpm")).isEqualTo(10);
        assertThat(drain(other, "a", "rpm")).isEqualTo(20);
        assertThat(drain(two, "a", "rpm")).isZero();
        other.limits().deleteSystemDefaults();
        assertThat(two.limits().getSystemDefaults()).containsExactly(TEN);
    }
}
