package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.internal.engine.pipeline.StepInput.Agreement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is next, as a table: which step comes before which, and each phase with each kind of who waits. */
class NextStepOrderTest {

    private static final InFlightWrite FLIGHT = BucketFixture.flight();

    private static final List<Phase> BUSY = List.of(
            new Phase.Reading(null),
            new Phase.Reading(FLIGHT),
            new Phase.Writing(FLIGHT),
            new Phase.Moving(),
            new Phase.Paused(null),
            new Phase.Paused(FLIGHT));

    private record Rung(Step step, Consumer<StepFacts> condition) {}

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
        for (Consumer<StepFacts> who : NextStepTest.TAKERS) {
            StepFacts facts = new StepFacts();
            for (int lower = LADDER.size() - 1; lower >= rung; lower--) {
                LADDER.get(lower).condition.accept(facts);
            }
            who.accept(facts);
            // Nobody to be answered if only corrections wait.
            Step step = expected == Step.ANSWER_SWITCHED && !facts.demands ? Step.TELL_UNFOLLOWED : expected;

            assertThat(NextStep.of(facts)).isEqualTo(step);
        }
    }

    /** Each phase with each kind of who waits. */
    @Test
    void of_everyPhaseAndWhoeverWaits_waitsOrSettlesOrGoesOn() {
        for (StepFacts who : everybody()) {
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

    private static List<StepFacts> everybody() {
        List<StepFacts> all = new ArrayList<>();
        for (int bits = 0; bits < 16; bits++) {
            StepFacts facts = new StepFacts();
            facts.demands = (bits & 1) != 0;
            facts.looks = (bits & 2) != 0;
            facts.loads = (bits & 4) != 0;
            facts.corrections = (bits & 8) != 0;
            all.add(facts);
        }
        return all;
    }
}
