package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is next in situations that are easily decided wrongly; what comes before what is in {@link NextStepOrderTest}.
 */
class NextStepTest {

    private static final InFlightWrite FLIGHT = BucketFixture.flight();

    /** Those for whom something is written. */
    static final List<Consumer<StepFacts>> TAKERS =
            List.of(facts -> facts.demands = true, facts -> facts.corrections = true);

    @Test
    void of_nothingInTheWay_sends() {
        for (Consumer<StepFacts> who : TAKERS) {
            StepFacts facts = new StepFacts();
            who.accept(facts);
            assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        }
    }

    @Test
    void of_limitsThatOnlyOthersFollow_tellsWhoTakesAndWritesCorrections() {
        StepFacts facts = new StepFacts();
        facts.unfollowed = true;
        facts.looks = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
        facts.looks = false;
        facts.corrections = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        facts.demands = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.TELL_UNFOLLOWED);
        facts.phase = new Phase.Writing(FLIGHT);
        assertThat(NextStep.of(facts))
                .as("nobody waits for a store that is away")
                .isEqualTo(Step.TELL_UNFOLLOWED);
    }

    @Test
    void of_limitsThatAreNeverKept_readsThemForEachBatch() {
        StepFacts facts = new StepFacts();
        facts.demands = true;
        facts.limitsNeverKept = true;
        facts.limitsStale = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_LIMITS);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
    }

    @Test
    void of_bucketToBeMadeOfAParentReadAWhileAgo_readsAnew() {
        StepFacts facts = new StepFacts();
        facts.demands = true;
        facts.lineageStale = true;
        assertThat(NextStep.of(facts)).as("it is there").isEqualTo(Step.SEND);
        facts.there = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_ANEW);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
    }

    @Test
    void of_nobodyWaits_alignsWhatWasUsed() {
        StepFacts facts = new StepFacts();
        facts.agreement = Agreement.OUT_OF_LINE;
        assertThat(NextStep.of(facts)).as("nobody took anything").isEqualTo(Step.REST);
        facts.used = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REWRITE);
        facts.agreement = Agreement.UNCONFIRMED;
        assertThat(NextStep.of(facts)).isEqualTo(Step.CONFIRM_LIMITS);
        facts.mayRefresh = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REST);
        facts.mayRefresh = true;
        facts.mayRewrite = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REST);
        facts.mayRewrite = true;
        facts.limitsKnown = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REST);
    }

    /** Not all who may read may write. */
    @Test
    void of_somebodyOnlyLooks_writesNothing() {
        StepFacts facts = new StepFacts();
        facts.looks = true;
        facts.stampDamaged = true;
        facts.missing = true;
        facts.division = Division.Due.SPLIT;
        facts.holdNanos = 1;
        for (Agreement agreement : Agreement.values()) {
            facts.agreement = agreement;
            facts.mayRefresh = true;
            assertThat(NextStep.of(facts))
                    .isEqualTo(agreement == Agreement.UNCONFIRMED ? Step.CONFIRM_LIMITS : Step.LOOK);
            facts.mayRefresh = false;
            assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
        }
    }

    /** The time that they are told counts from then on. */
    @Test
    void of_somebodyLooksWhoAsksForTokens_isPutInOrderFirst() {
        StepFacts facts = new StepFacts();
        facts.looks = true;
        facts.takersLook = true;
        facts.division = Division.Due.SPLIT;
        facts.holdNanos = 1;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
        // A shard that Python has counted and not made is made, empty: before that it does not refill.
        facts.missing = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.MAKE);
        facts.stampDamaged = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REPAIR_STAMP);
        facts.agreement = Agreement.OUT_OF_LINE;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REWRITE);
        facts.agreement = Agreement.UNCONFIRMED;
        facts.mayRefresh = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.CONFIRM_LIMITS);
        facts.limitsUnsettled = true;
        assertThat(NextStep.of(facts)).as("read again in vain").isNotEqualTo(Step.CONFIRM_LIMITS);
        facts.limitsUnsettled = false;
        facts.mayRewrite = false;
        assertThat(NextStep.of(facts)).as("who may not write").isEqualTo(Step.LOOK);
    }

    @Test
    void of_somebodyLooksWhoAsksForTokens_staleLimitsAreReadOnce() {
        StepFacts facts = new StepFacts();
        facts.looks = true;
        facts.limitsStale = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
        facts.takersLook = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_LIMITS);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
    }

    /** What could not be followed may have been put right. */
    @Test
    void of_limitsCanNotBeFollowed_areReadOnceMoreBeforeAnybodyIsTold() {
        StepFacts facts = new StepFacts();
        facts.demands = true;
        facts.unfollowed = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.TELL_UNFOLLOWED);
        facts.limitsStale = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_LIMITS);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.TELL_UNFOLLOWED);
        facts.limitsAreNew = false;
        facts.several = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.TELL_UNFOLLOWED);
    }

    @Test
    void of_rewritesRest_theBucketsOwnLimitsHold() {
        StepFacts facts = new StepFacts();
        facts.demands = true;
        facts.mayRewrite = false;
        facts.stampDamaged = true;
        for (Agreement agreement : Agreement.values()) {
            facts.agreement = agreement;
            assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        }
    }

    @Test
    void of_correctionsCameBeforeALook_areWrittenFirst() {
        StepFacts facts = new StepFacts();
        facts.looks = true;
        facts.corrections = true;
        facts.mayLook = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        facts.mayLook = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
    }

    @Test
    void of_bucketIsNotThere_isReadAnewOnce() {
        StepFacts facts = new StepFacts();
        facts.demands = true;
        facts.there = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        facts.limitsStale = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_ANEW);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
    }

    @ParameterizedTest
    @EnumSource
    void refreshesLimits_onlyBesideWhatGoesByThem(Step step) {
        Set<Step> byLimits = EnumSet.of(
                Step.ANSWER_SWITCHED,
                Step.TELL_UNFOLLOWED,
                Step.CONFIRM_LIMITS,
                Step.REWRITE,
                Step.LOOK,
                Step.REPAIR_STAMP,
                Step.SPLIT,
                Step.MERGE,
                Step.ASK_FIRST,
                Step.SLEEP,
                Step.SEND);
        StepFacts facts = new StepFacts();
        facts.demands = true;
        assertThat(NextStep.refreshesLimits(facts, step)).isFalse();
        facts.limitsStale = true;
        assertThat(NextStep.refreshesLimits(facts, step)).isEqualTo(byLimits.contains(step));
        facts.demands = false;
        assertThat(NextStep.refreshesLimits(facts, step)).as("nobody waits").isFalse();
    }

    @Test
    void isLast_ofWhatLeavesNothingToDo() {
        assertThat(Stream.of(Step.values()).filter(Step::isLast))
                .containsExactly(Step.END, Step.WAIT, Step.SLEEP, Step.REST);
    }
}
