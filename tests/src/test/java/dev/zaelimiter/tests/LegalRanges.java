package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each end of the table of {@code docs/user/limits.md}, played on one store. What a call costs is bounded there too.
 */
@Timeout(60)
abstract class LegalRanges {

    private static final long MOST = Limit.MAX_AMOUNT;
    private static final int MOST_WRITES = 8;

    private Fleet fleet;
    private LimitRepository repository;

    abstract Fleet open();

    @BeforeEach
    void begin() {
        fleet = open();
        repository = fleet.process();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.of("a", "gpt-4", "x", amount);
    }

    private void store(Limit... limits) {
        repository.limits().setResourceDefaults("gpt-4", limits);
    }

    private Refusal refused(long amount) {
        long before = repository.statistics().writes();
        Refusal refusal = repository.rateLimiter().tryAcquire(request(amount)).refusal();
        assertThat(repository.statistics().writes() - before).isLessThanOrEqualTo(MOST_WRITES);
        assertThat(refusal.violations()).isNotEmpty();
        refusal.retryAfter().ifPresent(wait -> assertThat(wait).isPositive());
        return refusal;
    }

    private Lease taken(long amount) {
        long before = repository.statistics().writes();
        Lease lease = repository.rateLimiter().acquire(request(amount));
        assertThat(repository.statistics().writes() - before).isLessThanOrEqualTo(MOST_WRITES);
        return lease;
    }

    private long left() {
        return repository.rateLimiter().check(request(0)).available("x");
    }

    @ParameterizedTest
    @CsvSource({
        "1000000000000000, 1000000000000000, 1",
        "1000000000000000, 1, 1000000000",
        "1000000000000000, 1000000000000000, 1000000000",
        "5000000, 1, 1000000000",
        "1, 1, 1",
        "1, 1, 1000000000",
        "1, 1000000000000000, 1",
        "999999999999999, 2, 999999999"
    })
    void limit_atTheEnds_isTakenToTheLastTokenAndRefusedInBoundedWork(long capacity, long amount, long period) {
        store(Limit.custom("x", capacity, amount, Duration.ofSeconds(period)));
        taken(capacity - capacity / 2).keep();
        taken(capacity / 2).keep();
        assertThat(left()).isZero();
        Refusal refusal = refused(1);
        if (amount > 1 || period < 1_000_000_000L) {
            fleet.millis(refusal.retryAfter().orElseThrow().toMillis());
            taken(1).keep();
        } else {
            assertThat(refusal.retryAfter()).isEmpty();
        }
        assertThat(refused(MOST).retryAfter().isPresent())
                .isEqualTo(capacity == MOST && !(amount == 1 && period == 1_000_000_000L));
    }

    @ParameterizedTest
    @CsvSource({"1000000000000000, 1, 1000000000", "10, 10, 1", "86400, 1, 86400", "1, 1000000000000000, 1000000000"})
    void debt_ofTheMostThereIs_manyTimes_isKeptAndEndsInBoundedWork(long capacity, long amount, long period) {
        store(Limit.custom("x", capacity, amount, Duration.ofSeconds(period)), Limit.perMinute("y", 5));
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            leases.add(taken(0));
        }
        for (Lease lease : leases) {
            long before = repository.statistics().writes();
            lease.settle("x", MOST);
            lease.keep();
            assertThat(repository.statistics().writes() - before).isLessThanOrEqualTo(MOST_WRITES);
        }
        refused(1);
        repository.rateLimiter().acquire("a", "gpt-4", "y", 5).keep();
        assertThat(left()).isZero();
    }

    @Test
    void amounts_ofNothing_areAlwaysGranted() {
        store(Limit.custom("x", 0, 1, Duration.ofSeconds(1)));
        taken(0).keep();
        assertThat(refused(1).everFits()).isFalse();
        store(Limit.perDay("x", 1));
        repository.rateLimiter().acquire("b", "gpt-4", "x", 1).keep();
        repository.rateLimiter().acquire("b", "gpt-4", "x", 0).keep();
    }

    @Test
    void adjust_toBothEnds_isExact() {
        store(Limit.custom("x", MOST, MOST, Duration.ofSeconds(1_000_000_000L)));
        Lease lease = taken(0);
        lease.adjust("x", MOST);
        lease.adjust("x", -MOST);
        lease.settle("x", MOST);
        assertThatThrownBy(() -> lease.adjust("x", 1)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> lease.settle("x", MOST + 1)).isInstanceOf(InvalidInputException.class);
        lease.giveBack();
        assertThat(left()).isEqualTo(MOST);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 365L * 24 * 3600 * 1000})
    void wait_ofEachLength_endsWhenItsTokensAreThere(long millis) {
        store(Limit.custom("x", 1, 1, Duration.ofSeconds(1)));
        taken(1).keep();
        var waiting = repository.asyncRateLimiter().tryAcquire(request(1), Duration.ofMillis(millis));
        fleet.millis(1000);
        assertThat(waiting.join().granted()).isEqualTo(millis > 1000);
    }

    @Test
    void twentyLimits_atTheLargestNumbers_areTakenTogether() {
        Limit[] limits = new Limit[AcquireRequest.MAX_LIMITS];
        AcquireRequest.Builder all = AcquireRequest.entity("e".repeat(256)).resource("r".repeat(64));
        for (int i = 0; i < limits.length; i++) {
            String name = "l".repeat(62) + (char) ('a' + i / 10) + i % 10;
            limits[i] = Limit.custom(name, MOST, MOST, Duration.ofSeconds(1 + i * 50_000_000L));
            all.take(name, MOST);
        }
        repository.limits().setResourceDefaults("r".repeat(64), limits);
        AcquireRequest request = all.build();
        repository.rateLimiter().acquire(request).keep();
        assertThat(repository.rateLimiter().tryAcquire(request).refusal().violations())
                .hasSize(AcquireRequest.MAX_LIMITS);
    }

    @Test
    void ancestors_upToThirtyTwo_areAllowedAndOneMoreIsRefused() {
        repository.entities().create(Entity.builder("e0").build());
        for (int i = 1; i <= 33; i++) {
            repository.entities().create(Entity.builder("e" + i).build());
        }
        for (int i = 1; i <= 32; i++) {
            repository.entities().setParent("e" + i, "e" + (i - 1));
        }
        assertThatThrownBy(() -> repository.entities().setParent("e33", "e32"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("32");
    }
}
