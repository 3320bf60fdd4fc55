package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a decision says is left, on a store of any kind in real time. A day's limits refill nothing that would show. */
abstract class LeaseStatusesStories {

    private static final Limit RPD = Limit.perDay("rpd", 100);
    private static final Limit CREDITS = Limit.budget("credits", 1_000);

    private LimitRepository repository;

    /** Opens the store. */
    abstract LimitRepository open(String namespaceName);

    @BeforeEach
    void openRepository() {
        repository = open("n" + UUID.randomUUID());
        repository.limits().setResourceDefaults(Requests.RESOURCE, RPD, CREDITS);
    }

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    private Decision decide(String entity, long rpd, long credits) {
        return repository.rateLimiter().tryAcquire(Requests.take(entity, "rpd", rpd, "credits", credits));
    }

    /** Cold, then as often as a bucket takes to be on every way that there is. */
    @Test
    void granted_tellsWhatItLeft_coldAndWarm() {
        for (int taken = 1; taken <= 5; taken++) {
            Lease lease = decide("a", 10, 1).lease();
            assertThat(lease.available("rpd")).hasValue(100 - 10 * taken);
            assertThat(lease.available("credits")).hasValue(1_000 - taken);
            assertThat(lease.available("tpd")).isEmpty();
            assertThat(lease.statuses()).extracting(LimitStatus::limit).containsExactly(RPD, CREDITS);
            assertThat(lease.statuses()).noneMatch(LimitStatus::exceeded);
            LimitStatus rpd = lease.statuses().get(0);
            assertThat(rpd.requested()).isEqualTo(10);
            assertThat(rpd.moreAfter().orElseThrow()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(864));
            assertThat(lease.statuses().get(1).moreAfter()).isEmpty();
            lease.keep();
            assertThat(lease.available("rpd")).hasValue(100 - 10 * taken);
        }
    }

    @Test
    void granted_throughAParent_tellsBoth() {
        repository.entities().create(Entity.builder("org").build());
        repository
                .entities()
                .create(Entity.builder("key").parent("org").cascade(true).build());
        decide("org", 60, 0).lease().keep();
        for (int taken = 1; taken <= 3; taken++) {
            Lease lease = decide("key", 10, 1).lease();
            assertThat(lease.statuses()).extracting(LimitStatus::entity).containsExactly("key", "key", "org", "org");
            assertThat(lease.statuses())
                    .extracting(LimitStatus::available)
                    .containsExactly(100L - 10L * taken, 1_000L - taken, 40L - 10L * taken, 1_000L - taken);
            assertThat(lease.available("rpd")).hasValue(40 - 10 * taken);
        }
    }

    @Test
    void refused_tellsTheSameNumbersAsTheGrantBefore() {
        Lease lease = decide("a", 95, 0).lease();
        Refusal refusal = decide("a", 6, 0).refusal();
        assertThat(refusal.statuses()).extracting(LimitStatus::available).containsExactly(5L, 1_000L);
        assertThat(lease.statuses()).extracting(LimitStatus::available).containsExactly(5L, 1_000L);
        assertThat(refusal.statuses().get(0).moreAfter()).isPresent();
    }

    @Test
    void take_more_bringsItsLimitUpToDate() {
        Lease lease = decide("a", 10, 1).lease();
        assertThat(lease.take("rpd", 20).granted()).isTrue();
        assertThat(lease.available("rpd")).hasValue(70);
        assertThat(lease.available("credits")).hasValue(999);
        lease.giveBack();
        assertThat(lease.available("rpd")).hasValue(70);
    }

    @Test
    void granted_ofNothing_tellsWhatIsThere() {
        decide("a", 10, 1).lease().keep();
        assertThat(decide("a", 0, 0).lease().available("rpd")).hasValue(90);
    }
}
