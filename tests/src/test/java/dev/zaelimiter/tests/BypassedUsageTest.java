package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.aggregator.AggregatorWorker;
import dev.zaelimiter.embedded.InMemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is taken past the limits is in usage, too, and told apart where the bucket knew of the bypass. */
class BypassedUsageTest {

    private final Fleet fleet = new Fleet(InMemoryStore::new);
    private final LimitRepository repository = fleet.process();
    private final AggregatorWorker worker = AggregatorWorker.of(repository).start();

    @BeforeEach
    void limits() {
        repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 3));
    }

    @AfterEach
    void close() {
        worker.close();
        fleet.close();
    }

    private void take(long amount) {
        repository.rateLimiter().acquire(Requests.take("a", "rpm", amount)).keep();
    }

    private void bypass() {
        Administration.of(repository).switches().set(Level.resource("gpt-4"), Access.BYPASS);
    }

    private LimitUsage usage() {
        fleet.clock.advance(Duration.ofSeconds(2));
        assertThat(worker.flush(Duration.ofSeconds(10))).isTrue();
        return repository
                .usage()
                .summary(UsageQuery.ofEntity("a"))
                .limits()
                .get("rpm")
                .usage();
    }

    @Test
    void usage_ofTakesUnderABypass_isTheirSumAndToldApart() {
        take(2);
        bypass();
        take(100);
        take(30);
        repository.rateLimiter().acquire(Requests.take("a", "rpm", 50)).giveBack();

        assertThat(usage().consumed()).isEqualTo(new UsageAmount(132, 0));
        assertThat(usage().bypassed()).isEqualTo(new UsageAmount(130, 0));
    }

    @Test
    void usage_ofTakesAfterTheBypass_isNotBypassed() {
        take(1);
        bypass();
        take(100);
        Administration.of(repository).switches().clear(Level.resource("gpt-4"));
        take(1);

        assertThat(usage().consumed()).isEqualTo(new UsageAmount(102, 0));
        assertThat(usage().bypassed()).isEqualTo(new UsageAmount(100, 0));
    }

    /** Such a bucket does not say that a bypass holds. */
    @Test
    void usage_ofABucketMadeUnderABypass_isCountedAsConsumed() {
        bypass();
        take(100);
        take(30);

        assertThat(usage().consumed()).isEqualTo(new UsageAmount(130, 0));
        assertThat(usage().bypassed()).isEqualTo(UsageAmount.NONE);
    }
}
