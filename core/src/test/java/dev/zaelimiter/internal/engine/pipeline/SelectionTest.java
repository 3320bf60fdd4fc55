package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who goes into the next write, who is answered without one, and what is in the way of the others. */
class SelectionTest {

    private static final Limit RPM = Limit.perMinute("rpm", 10);
    private static final Limit TPM = Limit.perMinute("tpm", 1000);

    private final Outbox out = Outbox.ofCall();
    private final ArrayDeque<Demand> queue = new ArrayDeque<>();
    private final Item item = BucketFixture.item(List.of(RPM, TPM), Map.of("rpm", 5L, "tpm", 500L));
    private Resolution stored = stored(Set.of(), RPM, TPM);
    private CorrectionSum debits = CorrectionSum.NONE;
    private CorrectionSum credits = CorrectionSum.NONE;
    private boolean fresh = true;

    private static Resolution stored(Set<String> gone, Limit... limits) {
        Level.Kind level = limits.length == 0 ? null : Level.Kind.RESOURCE;
        return new Resolution(
                List.of(limits), level, gone, null, Access.ENABLED, null, Lineage.NONE, null, null, 1, 1, 0, 0);
    }

    private BucketFixture.Asked ask(AcquireRequest.Builder request) {
        BucketFixture.Asked demand = new BucketFixture.Asked(TakeRequest.of(request.build()));
        queue.add(demand);
        return demand;
    }

    private static AcquireRequest.Builder take(String limit, long amount) {
        return AcquireRequest.entity("e").resource("r").take(limit, amount);
    }

    private Selection selection() {
        return new Selection(
                EngineFixture.site(EngineFixture.engine(new EmptyStore(), new ManualClock())),
                new BindingCache(),
                BucketFixture.image(item),
                BucketFixture.seen(item),
                stored,
                BucketFixture.gains(BucketFixture.image(item)),
                fresh);
    }

    private Batch select(Selection selection) {
        return selection.select(queue, debits, credits, out);
    }

    private static Throwable failure(BucketFixture.Asked demand) {
        assertThat(demand.ended).isInstanceOf(Demand.Outcome.Failed.class);
        return ((Demand.Outcome.Failed) demand.ended).cause();
    }

    @Test
    void select_inOrderOfComing_takesWhatFitsOnTopOfThoseBefore() {
        BucketFixture.Asked first = ask(take("rpm", 3));
        BucketFixture.Asked tooMuch = ask(take("rpm", 3));
        BucketFixture.Asked second = ask(take("rpm", 2));
        BucketFixture.Asked third = ask(take("tpm", 500));

        Batch batch = select(selection());

        assertThat(batch.demands).containsExactly(first, second, third);
        assertThat(tooMuch.ended).isInstanceOf(Demand.Outcome.Refused.class);
        assertThat(queue).isEmpty();
    }

    @Test
    void select_imageIsOld_refusesNobodyByIt() {
        fresh = false;
        BucketFixture.Asked fits = ask(take("rpm", 5));
        BucketFixture.Asked tooMuch = ask(take("rpm", 1));

        Selection selection = selection();
        Batch batch = select(selection);

        assertThat(batch.demands).containsExactly(fits);
        assertThat(queue).containsExactly(tooMuch);
        assertThat(tooMuch.ended).isNull();
        assertThat(selection.obstacle()).isEqualTo(Obstacle.STALE_IMAGE);
    }

    @Test
    void select_moreThanTheCapacity_neverFits() {
        credits = BucketFixture.adjustment("rpm", 100);
        BucketFixture.Asked more = ask(take("rpm", 11));

        assertThat(select(selection()).demands).isEmpty();
        assertThat(more.ended).isInstanceOf(Demand.Outcome.Refused.class);
    }

    @Test
    void select_takeOfNothing_isGrantedWithoutAWrite() {
        BucketFixture.Asked nothing = ask(take("rpm", 0));

        assertThat(select(selection()).isEmpty()).isTrue();
        assertThat(nothing.ended).isEqualTo(Demand.Outcome.NOW);
    }

    @Test
    void select_corrections_countBeforeWhoWaits() {
        credits = BucketFixture.adjustment("rpm", 2);
        BucketFixture.Asked byTheCredit = ask(take("rpm", 7));
        assertThat(select(selection()).demands).containsExactly(byTheCredit);

        credits = CorrectionSum.NONE;
        debits = BucketFixture.adjustment("rpm", 1);
        BucketFixture.Asked withoutTheDebit = ask(take("rpm", 5));
        assertThat(select(selection()).demands).isEmpty();
        assertThat(withoutTheDebit.ended).isInstanceOf(Demand.Outcome.Refused.class);
    }

    @Test
    void select_whoWaits_goesIntoDebtAsFarAsItComesBack() {
        BucketFixture.Asked patient = ask(take("rpm", 6).waitAtMost(Duration.ofSeconds(6)));
        BucketFixture.Asked impatient = ask(take("rpm", 1).waitAtMost(Duration.ofSeconds(5)));

        Batch batch = select(selection());

        assertThat(batch.demands).containsExactly(patient);
        assertThat(batch.anyWaits).isTrue();
        assertThat(impatient.ended).isInstanceOf(Demand.Outcome.Refused.class);
    }

    @Test
    void select_softLimit_refusesNobody() {
        stored = stored(Set.of(), RPM.asSoft(), TPM);
        BucketFixture.Asked over = ask(take("rpm", 1000));

        assertThat(select(selection()).demands).containsExactly(over);
    }

    @Test
    void select_withdrawn_isDropped() {
        BucketFixture.Asked gone = ask(take("rpm", 5));
        gone.withdraw();
        BucketFixture.Asked next = ask(take("rpm", 5));

        assertThat(select(selection()).demands).containsExactly(next);
        assertThat(queue).isEmpty();
    }

    @Test
    void select_limitsOfACall_goInABatchOfTheirOwn() {
        BucketFixture.Asked narrow = ask(take("rpm", 1).limits(Limit.perMinute("rpm", 9)));
        BucketFixture.Asked plain = ask(take("rpm", 1));
        BucketFixture.Asked alike = ask(take("rpm", 1).limits(Limit.perMinute("rpm", 9)));

        assertThat(select(selection()).demands).containsExactly(narrow, alike);
        assertThat(queue).containsExactly(plain);
        assertThat(select(selection()).demands).containsExactly(plain);
    }

    @Test
    void select_storedLimitThatTheBucketLacks_waitsForIt() {
        stored = stored(Set.of(), RPM, TPM, Limit.perDay("daily", 5));
        BucketFixture.Asked daily = ask(take("daily", 1));

        Selection selection = selection();
        assertThat(select(selection).demands).isEmpty();
        assertThat(queue).containsExactly(daily);
        assertThat(selection.obstacle()).isEqualTo(Obstacle.MISSING_LIMIT);
    }

    @Test
    void select_callsLimitThatTheBucketLacks_isToBeAddedOnce() {
        Limit own = Limit.perDay("own", 5);
        ask(take("own", 1).limits(own));
        ask(take("own", 2).limits(own));

        Selection selection = selection();
        select(selection);

        assertThat(queue).hasSize(2);
        assertThat(selection.obstacle()).isEqualTo(Obstacle.MISSING_CALL_LIMIT);
        assertThat(selection.missingCallLimits()).containsExactly(own);
    }

    @Test
    void select_moreCallsLimitsThanABucketHolds_isRefusedAsInput() {
        List<BucketFixture.Asked> all = new ArrayList<>();
        for (int i = 0; i < BucketLayout.MAX_LIMITS; i++) {
            all.add(ask(take("own" + i, 1).limits(Limit.perDay("own" + i, 5))));
        }

        select(selection());

        assertThat(failure(all.get(all.size() - 1))).isInstanceOf(InvalidInputException.class);
        assertThat(all.get(0).ended).isNull();
    }

    @Test
    void select_removedLimit_goesOnWithoutIt() {
        stored = stored(Set.of("old"), RPM, TPM);
        BucketFixture.Asked both = ask(take("rpm", 1).take("old", 9));

        assertThat(select(selection()).demands).containsExactly(both);
        assertThat(both.removed).containsExactly("old");
        assertThat(both.bound)
                .containsExactly(BucketFixture.image(item).layout().indexOf("rpm"), -1);
    }

    @Test
    void select_nameThatNobodyKnows_isToldByWhatWasReadAfterItCame() {
        BucketFixture.Asked unknown = ask(take("nothing", 1));
        assertThat(select(selection()).demands).isEmpty();
        assertThat(failure(unknown)).isInstanceOf(UnknownLimitException.class).hasMessageContaining("rpm");

        stored = new Resolution(
                List.of(RPM),
                Level.Kind.RESOURCE,
                Set.of(),
                null,
                Access.ENABLED,
                null,
                Lineage.NONE,
                null,
                null,
                0,
                1,
                0,
                0);
        assertWaitsForTheLimits("the limits may have come since they were read");
        stored = new Resolution(
                List.of(RPM),
                Level.Kind.RESOURCE,
                Set.of(),
                null,
                Access.ENABLED,
                null,
                Lineage.NONE,
                null,
                null,
                1,
                -1,
                0,
                0);
        assertWaitsForTheLimits("a level that is gone may have held it");
    }

    private void assertWaitsForTheLimits(String why) {
        BucketFixture.Asked early = ask(take("nothing", 1));
        Selection selection = selection();
        select(selection);
        assertThat(early.ended).as(why).isNull();
        assertThat(selection.obstacle()).isEqualTo(Obstacle.STALE_CONFIG);
    }

    @Test
    void select_nothingStored_bindsNobodyAndIsTold() {
        stored = stored(Set.of());
        BucketFixture.Asked deleted = ask(take("rpm", 1));

        select(selection());

        assertThat(failure(deleted)).isInstanceOf(NoLimitsException.class);
    }
}
