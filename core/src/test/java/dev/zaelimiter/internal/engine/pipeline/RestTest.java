package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is kept of a bucket at rest, as far as no run of the simulation comes to need it. */
class RestTest {

    private static final long MILLI = 1_000_000;
    private static final Item WHOLE = BucketFixture.item(List.of(Limit.perMinute("rpm", 1000)), Map.of("rpm", 100L));

    private final ManualClock clock = new ManualClock();
    private final Engine engine = EngineFixture.engine(new EmptyStore(), clock);

    /** One of the pipelines that the bucket has, one after the other. */
    private final class Turn {
        final Site site = EngineFixture.site(engine);
        final Work work = new Work(engine, site);
        final BucketWorker worker = new BucketWorker(engine, site, work, new DeadlineTimer(engine, site));

        Turn() {
            work.touch();
        }

        Turn seen() {
            work.state.see(WHOLE, BucketState.UNKNOWN_FOOTPRINT, work.nowNanos(), work.wallMillis());
            return this;
        }

        List<ColdBucket> rest() {
            List<ColdBucket> left = new ArrayList<>();
            assertThat(worker.rest(left::add)).isEqualTo(!left.isEmpty());
            return left;
        }

        /** Another one, made of what is left of this. */
        Turn next() {
            List<ColdBucket> left = rest();
            assertThat(left).hasSize(1);
            Turn next = new Turn();
            next.worker.goOn(left.get(0));
            return next;
        }

        Division.Due due() {
            work.touch();
            BucketImage image = BucketFixture.image(WHOLE);
            return worker.division.due(image, worker.outlook, work.nowNanos(), work.wallMillis(), false);
        }
    }

    @Test
    void rest_somebodyWaitsForTokens_stays() {
        Turn turn = new Turn().seen();
        DebtQueue.Debt debt = turn.work.debts.enter(1);
        assertThat(turn.rest()).isEmpty();

        debt.leave();
        assertThat(turn.rest()).hasSize(1);
    }

    @Test
    void goOn_writesCameToNothing_restsAsLongBeforeTheNext() {
        Turn turn = new Turn().seen();
        for (int i = 0; i < 8; i++) {
            turn.work.gate.refused(false, 0);
        }

        // The ninth in a row: between 16 and 32 ms. The first four would not rest at all.
        assertThat(turn.next().work.gate.refused(false, 0)).isBetween(16 * MILLI, 32 * MILLI);
    }

    @Test
    void goOn_rewritesAreDenied_makesNoneForAsLong() {
        StoreException denied = new StoreException.Denied("no right to", null);
        Turn turn = new Turn().seen();
        turn.work.gate.rewriteFailed(denied);
        long left = turn.work.gate.restOfRewrites();
        Turn next = turn.next();

        assertThat(left).isPositive();
        assertThat(next.work.gate.mayRewrite()).isFalse();
        assertThat(next.work.gate.restOfRewrites()).isEqualTo(left);
        assertThat(next.work.gate.rewritesFailWith()).isSameAs(denied);

        clock.advance(Duration.ofNanos(left));
        next.work.touch();
        assertThat(next.work.gate.mayRewrite()).isTrue();
    }

    /**
     * It was kept for a bucket at rest, and could show only in that somebody who just looked had the bucket rewritten.
     */
    @Test
    void rest_rewriteIsDue_isLeftToWhoeverTakesNext() {
        Turn turn = new Turn().seen();
        turn.worker.saw(WHOLE, turn.work.nowNanos() + 1);
        turn.work.gate.rewriteFailed(new StoreException.Denied("no right to", null));
        assertThat(turn.rest()).hasSize(1);
        clock.advance(Duration.ofMinutes(1));
        turn.work.state.limits(stored(Limit.perMinute("rpm", 500)));

        assertThat(turn.worker.advance(Outbox.ofCall())).isEqualTo(Step.REST);
    }

    private Resolution stored(Limit limit) {
        long generation = engine.configs().generation();
        return new Resolution(
                List.of(limit),
                Level.Kind.RESOURCE,
                Set.of(),
                null,
                Access.ENABLED,
                null,
                Lineage.NONE,
                null,
                null,
                Long.MAX_VALUE,
                0,
                generation,
                Long.MAX_VALUE);
    }

    /** Else a bucket that was whole for hours would be throttled for a second more, each time that it was at rest. */
    @Test
    void goOn_wholeForLong_isDividedAsSoonAsItIsThrottled() {
        Turn turn = new Turn().seen();
        assertThat(turn.due()).isEqualTo(Division.Due.NOTHING);
        clock.advance(Duration.ofSeconds(2));
        Turn next = turn.next();
        next.worker.division.throttled(next.work.nowNanos());

        assertThat(next.due()).isEqualTo(Division.Due.SPLIT);
    }

    /** What is short just after a division was short before it. */
    @Test
    void goOn_wholeForAMoment_isNotDividedYet() {
        Turn turn = new Turn().seen();
        assertThat(turn.due()).isEqualTo(Division.Due.NOTHING);
        clock.advance(Duration.ofMillis(999));
        Turn next = turn.next();
        next.worker.division.throttled(next.work.nowNanos());
        assertThat(next.due()).isEqualTo(Division.Due.NOTHING);

        clock.advance(Duration.ofMillis(1));
        assertThat(next.due()).isEqualTo(Division.Due.SPLIT);
    }
}
