package dev.zaelimiter.admin.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.embedded.EmbeddedRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BucketsTest {

    private final LimitRepository repository =
            EmbeddedRepository.builder().environment(new ManualClock()).build();
    private final Buckets buckets = Administration.of(repository).buckets();

    @BeforeEach
    void takeSome() {
        repository.limits().setResourceDefaults("r", Limit.perHour("calls", 10));
        repository.limits().setResourceDefaults("s", Limit.perHour("calls", 10));
        take("a", "r", 3);
        take("b", "r", 4);
        take("a", "s", 1);
    }

    @AfterEach
    void close() {
        repository.close();
    }

    private void take(String entity, String resource, long calls) {
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity(entity)
                        .resource(resource)
                        .take("calls", calls)
                        .build())
                .keep();
    }

    @Test
    void ofEntity_andOnResource_findWhatIsThere() {
        assertThat(buckets.ofEntity("a")).extracting(BucketView::resource).containsExactly("r", "s");
        assertThat(buckets.onResource("r")).extracting(BucketView::entity).containsExactly("a", "b");
        assertThat(buckets.ofEntity("nobody")).isEmpty();
    }

    @Test
    void get_one_tellsBalanceAndConsumption() {
        LimitView calls = buckets.get("b", "r").orElseThrow().limits().get(0);

        assertThat(calls.available()).isEqualTo(6);
        assertThat(calls.consumed()).isEqualTo(4);
        assertThat(calls.utilisation()).isEqualTo(0.4);
        assertThat(buckets.get("nobody", "r")).isEmpty();
    }

    @Test
    void capacity_ofAResource_sumsItsBuckets() {
        ResourceCapacity sum = buckets.capacity("r");

        assertThat(sum.buckets()).isEqualTo(2);
        assertThat(sum.unreadable()).isZero();
        assertThat(sum.totals().get("calls").available()).isEqualTo(13);
    }

    @Test
    void names_thatBreakTheirRule_areRefused() {
        assertThatThrownBy(() -> buckets.ofEntity("")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> buckets.onResource("a\nb")).isInstanceOf(InvalidInputException.class);
    }

    /** The counter starts anew after some 4.6 x 10^15 tokens. */
    @Test
    void consumedBetween_overTheTurnOfTheCounter_isWhatWasConsumed() {
        long turn = LimitView.consumedBetween(1, 0) + 1;
        assertThat(LimitView.consumedBetween(5, 12)).isEqualTo(7);
        assertThat(LimitView.consumedBetween(12, 5)).isEqualTo(-7);
        assertThat(turn).isZero();
        assertThat(LimitView.consumedBetween(4_600_000_000_000_000L, 10)).isPositive();
    }
}
