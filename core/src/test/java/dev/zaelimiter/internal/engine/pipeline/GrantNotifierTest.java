package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener.BucketWrite.Kind;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long those wait who took what is to come back. */
class GrantNotifierTest {

    private static final Limit RPS = Limit.perSecond("rps", 10);
    private static final long WAIT_MILLIS = 500;

    private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(BucketFixture.NOW));
    private final Engine engine = EngineFixture.engine(new EmptyStore(), clock);
    private final Work work = new Work(engine, EngineFixture.site(engine));
    private final GrantNotifier notifier = new GrantNotifier(engine, work, new Holdback(engine, work));
    private final BucketImage planned = BucketFixture.image(BucketFixture.item(List.of(RPS), Map.of("rps", 0L)));
    private final BucketFixture.Asked demand = new BucketFixture.Asked(TakeRequest.of(AcquireRequest.entity("e")
            .resource("r")
            .take("rps", 3)
            .waitAtMost(Duration.ofMillis(WAIT_MILLIS))
            .build()));

    /** The write of a take of 3 tokens that may be owed for half a second, sent just now. */
    private InFlightWrite sent() {
        demand.bind(planned.layout(), new int[] {planned.layout().indexOf("rps")});
        demand.send();
        Batch batch = BucketFixture.batch(planned);
        batch.add(demand);
        return BucketFixture.flight(Kind.CONSUME, batch, 1);
    }

    private void holds(long tokens) {
        Item item = BucketFixture.item(List.of(RPS), Map.of("rps", tokens));
        work.touch();
        work.state.see(item, 0, work.nowNanos(), work.wallMillis());
    }

    @Test
    void tell_itsOwnAnswer_waitsForItsDebt() {
        InFlightWrite flight = sent();
        holds(-3);
        notifier.tell(flight, true, Outbox.ofCall());
        assertThat(demand.ended).isEqualTo(new Demand.Outcome.Granted(300));
    }

    /**
     * The answer was lost, and Python clients, who leave the mark of our write, took 20 tokens after it: it waited for
     * those too.
     */
    @Test
    void tell_othersTookSince_waitsNoLongerThanItMay() {
        InFlightWrite flight = sent();
        clock.advance(Duration.ofMillis(20));
        holds(-23);
        notifier.tell(flight, false, Outbox.ofCall());
        assertThat(demand.ended).isEqualTo(new Demand.Outcome.Granted(WAIT_MILLIS - 20));
    }

    @Test
    void tell_lateAndItsTimeIsOver_waitsNoMore() {
        InFlightWrite flight = sent();
        clock.advance(Duration.ofMillis(WAIT_MILLIS));
        holds(-23);
        notifier.tell(flight, false, Outbox.ofCall());
        assertThat(demand.ended).isEqualTo(Demand.Outcome.NOW);
    }

    /** It landed on what another has refilled by a clock that is more than a minute ahead: it waited for that, too. */
    @Test
    void tell_stampIsAMinuteAheadByNow_waitsNoLongerThanItMay() {
        InFlightWrite flight = sent();
        Item item = BucketFixture.item(List.of(RPS), Map.of("rps", -1L)).toBuilder()
                .put("rf", BucketFixture.NOW + 64_252)
                .build();
        work.touch();
        work.state.see(item, 0, work.nowNanos(), work.wallMillis());

        notifier.tell(flight, true, Outbox.ofCall());

        assertThat(demand.ended).isEqualTo(new Demand.Outcome.Granted(WAIT_MILLIS));
    }
}
