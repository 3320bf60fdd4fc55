package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.LimitView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits that only count. */
class SoftLimitScenariosTest {

    private static final Level GPT = Level.resource("gpt-4");
    private static final Limit THREE = Limit.perHour("rpm", 3);

    private final Fleet fleet = new Fleet();
    private final LimitRepository repository = fleet.process();
    private final LimitRepository other = fleet.process();
    private final Administration admin = Administration.of(repository);

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
        assertThat(fleet.bucket("a", "gpt-4").has("b_rpm_soft")).isFalse();
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
        fleet.seconds(61);
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
