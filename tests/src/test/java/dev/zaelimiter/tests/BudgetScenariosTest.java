package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that are there once and never come back by themselves (A2). */
class BudgetScenariosTest {

    private static final Duration CENTURY = Duration.ofDays(36_525);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final Administration admin = Administration.of(repository);

    @AfterEach
    void close() {
        fleet.close();
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.of("a", "gpt-4", "credits", amount);
    }

    private void store(long tokens) {
        repository.limits().setResourceDefaults("gpt-4", Limit.budget("credits", tokens), Limit.perMinute("rpm", 100));
    }

    private void take(long amount) {
        repository.rateLimiter().acquire(request(amount)).keep();
    }

    private boolean taken(long amount) {
        return repository.rateLimiter().tryAcquire(request(amount)).granted();
    }

    private long left() {
        return repository.rateLimiter().check(request(0)).available("credits");
    }

    private void pass(Duration time) {
        fleet.seconds(time.toSeconds());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 5_000_000, Limit.MAX_AMOUNT})
    void budget_usedUp_neverComesBack(long tokens) {
        store(tokens);
        take(tokens);
        pass(CENTURY);

        Refusal refusal = repository.rateLimiter().tryAcquire(request(1)).refusal();
        assertThat(refusal.violations()).hasSize(1);
        assertThat(refusal.retryAfter()).isEmpty();
        assertThat(refusal.everFits()).isFalse();
        assertThat(refusal.message())
                .endsWith("What is left of the budget is less, and it does not come back by itself");
        assertThat(left()).isZero();
        assertThat(taken(0)).isTrue();
    }

    @Test
    void budget_waited_isRefusedAtOnce() {
        store(10);
        take(10);

        assertThat(repository
                        .asyncRateLimiter()
                        .tryAcquire(request(1), Duration.ofDays(365))
                        .join()
                        .granted())
                .isFalse();
    }

    @Test
    void bucket_ofABudget_neverExpiresUnlessItIsFull() {
        store(10);
        take(1);
        pass(CENTURY);
        assertThat(fleet.bucket("a", "gpt-4")).isNotNull();
        assertThat(left()).isEqualTo(9);
        take(9);
        pass(CENTURY);
        assertThat(taken(1)).isFalse();
    }

    @Test
    void settle_moreAndLess_countsWhatWasUsed() {
        store(100);
        try (Lease lease = repository.rateLimiter().acquire(request(10))) {
            lease.settle("credits", 150);
        }
        assertThat(left()).isZero();
        assertThat(taken(1)).isFalse();
        repository.rateLimiter().acquire(request(0)).giveBack();
        admin.refills().topUp("a", "gpt-4", Map.of("credits", 60L), null);
        assertThat(left()).isEqualTo(10);
        Lease lease = repository.rateLimiter().acquire(request(10));
        lease.settle("credits", 4);
        lease.keep();
        assertThat(left()).isEqualTo(6);
        repository.rateLimiter().acquire(request(6)).giveBack();
        assertThat(left()).isEqualTo(6);
    }

    @Test
    void topUp_moreThanWasUsed_fillsTheBudgetAndNoMore() {
        store(100);
        take(30);
        admin.refills().topUp("a", "gpt-4", Map.of("credits", 1_000L), null);

        assertThat(left()).isEqualTo(100);
    }

    @Test
    void largerBudget_stored_addsTheDifferenceOnce() {
        store(100);
        take(70);
        store(250);
        pass(Duration.ofMinutes(2));
        take(0);
        take(1);
        assertThat(left()).isEqualTo(179);
        pass(Duration.ofMinutes(2));
        take(1);
        assertThat(left()).isEqualTo(178);
    }

    @Test
    void smallerBudget_stored_takesTheDifferenceAndMayLeaveADebt() {
        store(100);
        take(70);
        store(50);
        pass(Duration.ofMinutes(2));
        assertThat(taken(1)).isFalse();
        assertThat(Requests.view(admin, "a").available()).isEqualTo(-20);
        store(71);
        pass(Duration.ofMinutes(2));
        assertThat(taken(1)).isTrue();
        assertThat(taken(1)).isFalse();
    }

    @Test
    void budget_ofARefillingLimit_keepsWhatIsThere() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perDay("credits", 100));
        take(70);
        store(50);
        pass(Duration.ofMinutes(2));
        take(1);
        assertThat(left()).isEqualTo(29);
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("credits", 100));
        pass(Duration.ofMinutes(3));
        take(1);
        assertThat(left()).isEqualTo(28);
        pass(Duration.ofMinutes(1));
        assertThat(left()).isEqualTo(100);
    }

    @Test
    void stored_asTheSlowestRefill_whichOthersFollow() {
        store(10);
        take(1);
        Item bucket = fleet.bucket("a", "gpt-4");

        assertThat(bucket.whole("b_credits_cp", 0)).isEqualTo(10_000);
        assertThat(bucket.whole("b_credits_ra", 0)).isEqualTo(1_000);
        assertThat(bucket.whole("b_credits_rp", 0)).isEqualTo(1_000_000_000_000L);
        Explanation explained = repository.rateLimiter().explain("a", "gpt-4");
        assertThat(explained.toString()).contains("credits budget 10");
        assertThat(Limit.custom("credits", 10, 1, Limit.MAX_PERIOD)).isEqualTo(Limit.budget("credits", 10));
    }

    @Test
    void budget_ofACall_neverComesBack() {
        AcquireRequest own =
                request(5).toBuilder().limits(Limit.budget("credits", 7)).build();
        repository.rateLimiter().acquire(own).keep();
        pass(CENTURY);

        Refusal refusal = repository.rateLimiter().tryAcquire(own).refusal();
        assertThat(refusal.retryAfter()).isEmpty();
    }

    @Test
    void budget_outOfRange_isRefusedByName() {
        for (long tokens : List.of(-1L, Limit.MAX_AMOUNT + 1)) {
            assertThatThrownBy(() -> Limit.budget("credits", tokens))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("capacity " + tokens);
        }
        store(0);
        assertThat(taken(0)).isTrue();
        assertThat(taken(1)).isFalse();
    }
}
