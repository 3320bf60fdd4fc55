package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is next, as a table. */
class NextStepTest {

    private static final InFlightWrite FLIGHT = BucketFixture.flight();

    private static final List<Phase> BUSY = List.of(
            new Phase.Reading(null),
            new Phase.Reading(FLIGHT),
            new Phase.Writing(FLIGHT),
            new Phase.Moving(),
            new Phase.Paused(null),
            new Phase.Paused(FLIGHT));

    private record Rung(Step step, Consumer<Facts> condition) {}

    /** What is done first, whatever holds of those below. */
    private static final List<Rung> LADDER = List.of(
            new Rung(Step.END, facts -> facts.ended = true),
            new Rung(Step.ANSWER_SWITCHED, facts -> facts.switchedOff = true),
            new Rung(Step.TELL_UNFOLLOWED, facts -> {
                facts.unfollowed = true;
                facts.several = true;
            }),
            new Rung(Step.SERVE_SEVERAL, facts -> {
                facts.unfollowed = false;
                facts.several = true;
            }),
            new Rung(Step.WAIT, facts -> facts.phase = new Phase.Writing(FLIGHT)),
            new Rung(Step.SETTLE, facts -> facts.phase = new Phase.Unsettled(FLIGHT)),
            new Rung(Step.LOAD, facts -> facts.seen = false),
            new Rung(Step.LOAD, facts -> facts.lineageKnown = false),
            new Rung(Step.TELL_LOADED, facts -> facts.loads = true),
            new Rung(Step.LOAD_LIMITS, facts -> facts.limitsKnown = false),
            new Rung(Step.LOAD_ANEW, facts -> {
                facts.there = false;
                facts.limitsStale = true;
            }),
            new Rung(Step.REWRITE, facts -> facts.agreement = Agreement.OUT_OF_LINE),
            new Rung(Step.CONFIRM_LIMITS, facts -> facts.agreement = Agreement.UNCONFIRMED),
            new Rung(Step.LOOK, facts -> facts.looks = true),
            new Rung(Step.REPAIR_STAMP, facts -> facts.stampDamaged = true),
            new Rung(Step.SPLIT, facts -> facts.division = Division.Due.SPLIT),
            new Rung(Step.MERGE, facts -> facts.division = Division.Due.MERGE),
            new Rung(Step.ASK_FIRST, facts -> facts.division = Division.Due.ASK_FIRST),
            new Rung(Step.SLEEP, facts -> facts.holdNanos = 1));

    static Stream<Arguments> ladder() {
        return IntStream.range(0, LADDER.size()).mapToObj(rung -> Arguments.of(rung, LADDER.get(rung).step));
    }

    @ParameterizedTest
    @MethodSource("ladder")
    void of_allThatIsLowerHoldsToo_isTheHighest(int rung, Step expected) {
        for (Consumer<Facts> who : TAKERS) {
            Facts facts = new Facts();
            for (int lower = LADDER.size() - 1; lower >= rung; lower--) {
                LADDER.get(lower).condition.accept(facts);
            }
            who.accept(facts);
            // Nobody to be answered if only corrections wait.
            Step step = expected == Step.ANSWER_SWITCHED && !facts.demands ? Step.TELL_UNFOLLOWED : expected;

            assertThat(NextStep.of(facts)).isEqualTo(step);
        }
    }

    /** Those for whom something is written. */
    private static final List<Consumer<Facts>> TAKERS =
            List.of(facts -> facts.demands = true, facts -> facts.corrections = true);

    @Test
    void of_nothingInTheWay_sends() {
        for (Consumer<Facts> who : TAKERS) {
            Facts facts = new Facts();
            who.accept(facts);
            assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        }
    }

    @Test
    void of_limitsThatOnlyOthersFollow_tellsWhoTakesAndWritesCorrections() {
        Facts facts = new Facts();
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
        Facts facts = new Facts();
        facts.demands = true;
        facts.limitsNeverKept = true;
        facts.limitsStale = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_LIMITS);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
    }

    @Test
    void of_bucketToBeMadeOfAParentReadAWhileAgo_readsAnew() {
        Facts facts = new Facts();
        facts.demands = true;
        facts.lineageStale = true;
        assertThat(NextStep.of(facts)).as("it is there").isEqualTo(Step.SEND);
        facts.there = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_ANEW);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
    }

    /** Each phase with each kind of who waits. */
    @Test
    void of_everyPhaseAndWhoeverWaits_waitsOrSettlesOrGoesOn() {
        for (Facts who : everybody()) {
            for (Phase busy : BUSY) {
                who.phase = busy;
                assertThat(NextStep.of(who)).as(busy.toString()).isEqualTo(Step.WAIT);
            }
            who.phase = new Phase.Unsettled(FLIGHT);
            assertThat(NextStep.of(who)).isEqualTo(Step.SETTLE);
            who.phase = Phase.idle();
            Step idle = who.loads
                    ? Step.TELL_LOADED
                    : who.looks ? Step.LOOK : who.demands || who.corrections ? Step.SEND : Step.REST;
            assertThat(NextStep.of(who)).isEqualTo(idle);
        }
    }

    private static List<Facts> everybody() {
        List<Facts> all = new ArrayList<>();
        for (int bits = 0; bits < 16; bits++) {
            Facts facts = new Facts();
            facts.demands = (bits & 1) != 0;
            facts.looks = (bits & 2) != 0;
            facts.loads = (bits & 4) != 0;
            facts.corrections = (bits & 8) != 0;
            all.add(facts);
        }
        return all;
    }

    @Test
    void of_nobodyWaits_alignsWhatWasUsed() {
        Facts facts = new Facts();
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
        Facts facts = new Facts();
        facts.looks = true;
        facts.stampDamaged = true;
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
        Facts facts = new Facts();
        facts.looks = true;
        facts.takersLook = true;
        facts.division = Division.Due.SPLIT;
        facts.holdNanos = 1;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
        facts.stampDamaged = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REPAIR_STAMP);
        facts.agreement = Agreement.OUT_OF_LINE;
        assertThat(NextStep.of(facts)).isEqualTo(Step.REWRITE);
        facts.agreement = Agreement.UNCONFIRMED;
        facts.mayRefresh = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.CONFIRM_LIMITS);
        facts.mayRewrite = false;
        assertThat(NextStep.of(facts)).as("who may not write").isEqualTo(Step.LOOK);
    }

    @Test
    void of_somebodyLooksWhoAsksForTokens_staleLimitsAreReadOnce() {
        Facts facts = new Facts();
        facts.looks = true;
        facts.limitsStale = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
        facts.takersLook = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOAD_LIMITS);
        facts.limitsAreNew = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
    }

    @Test
    void of_rewritesRest_theBucketsOwnLimitsHold() {
        Facts facts = new Facts();
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
        Facts facts = new Facts();
        facts.looks = true;
        facts.corrections = true;
        facts.mayLook = false;
        assertThat(NextStep.of(facts)).isEqualTo(Step.SEND);
        facts.mayLook = true;
        assertThat(NextStep.of(facts)).isEqualTo(Step.LOOK);
    }

    @Test
    void of_bucketIsNotThere_isReadAnewOnce() {
        Facts facts = new Facts();
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
        Facts facts = new Facts();
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

    /** An idle bucket that is known and in line, and for which nobody waits. */
    private static final class Facts implements StepInput {
        boolean ended;
        Phase phase = Phase.idle();
        boolean demands;
        boolean looks;
        boolean takersLook;
        boolean loads;
        boolean corrections;
        boolean several;
        boolean seen = true;
        boolean there = true;
        boolean lineageKnown = true;
        boolean limitsKnown = true;
        boolean switchedOff;
        boolean unfollowed;
        boolean limitsStale;
        boolean limitsNeverKept;
        boolean lineageStale;
        boolean limitsAreNew;
        boolean mayRefresh = true;
        boolean mayRewrite = true;
        Agreement agreement = Agreement.IN_LINE;
        boolean used;
        boolean mayLook = true;
        boolean stampDamaged;
        Division.Due division = Division.Due.NOTHING;
        long holdNanos;

        @Override
        public boolean ended() {
            return ended;
        }

        @Override
        public Phase phase() {
            return phase;
        }

        @Override
        public boolean demands() {
            return demands;
        }

        @Override
        public boolean looks() {
            return looks;
        }

        @Override
        public boolean takersLook() {
            return takersLook;
        }

        @Override
        public boolean loads() {
            return loads;
        }

        @Override
        public boolean corrections() {
            return corrections;
        }

        @Override
        public boolean several() {
            return several;
        }

        @Override
        public boolean seen() {
            return seen;
        }

        @Override
        public boolean there() {
            return there;
        }

        @Override
        public boolean lineageKnown() {
            return lineageKnown;
        }

        @Override
        public boolean limitsKnown() {
            return limitsKnown;
        }

        @Override
        public boolean switchedOff() {
            return switchedOff;
        }

        @Override
        public boolean unfollowed() {
            return unfollowed;
        }

        @Override
        public boolean limitsStale() {
            return limitsStale;
        }

        @Override
        public boolean limitsNeverKept() {
            return limitsNeverKept;
        }

        @Override
        public boolean lineageStale() {
            return lineageStale;
        }

        @Override
        public boolean limitsAreNew() {
            return limitsAreNew;
        }

        @Override
        public boolean mayRefresh() {
            return mayRefresh;
        }

        @Override
        public boolean mayRewrite() {
            return mayRewrite;
        }

        @Override
        public Agreement agreement() {
            return agreement;
        }

        @Override
        public boolean used() {
            return used;
        }

        @Override
        public boolean mayLook() {
            return mayLook;
        }

        @Override
        public boolean stampDamaged() {
            return stampDamaged;
        }

        @Override
        public Division.Due division() {
            return division;
        }

        @Override
        public long holdNanos() {
            return holdNanos;
        }
    }
}
