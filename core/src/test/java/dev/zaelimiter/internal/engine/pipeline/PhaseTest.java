package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The machine of a bucket, as a table: every phase with every event. */
class PhaseTest {

    private static final InFlightWrite ONE = BucketFixture.flight();
    private static final InFlightWrite OTHER = BucketFixture.flight();

    private static final Phase READING = new Phase.Reading(null);
    private static final Phase LOOKING = new Phase.Reading(ONE);
    private static final Phase WRITING = new Phase.Writing(ONE);
    private static final Phase MOVING = new Phase.Moving();
    private static final Phase PAUSED = new Phase.Paused(null);
    private static final Phase PAUSED_UNSETTLED = new Phase.Paused(ONE);
    private static final Phase UNSETTLED = new Phase.Unsettled(ONE);

    private static final List<Phase> PHASES =
            List.of(Phase.idle(), READING, LOOKING, WRITING, MOVING, PAUSED, PAUSED_UNSETTLED, UNSETTLED);

    private static Map<String, UnaryOperator<Phase>> events() {
        Map<String, UnaryOperator<Phase>> events = new LinkedHashMap<>();
        events.put("reading", Phase::reading);
        events.put("writing", phase -> phase.writing(OTHER));
        events.put("moving", Phase::moving);
        events.put("ended", Phase::ended);
        events.put("lost", phase -> phase.lost(OTHER));
        events.put("settled", Phase::settled);
        events.put("paused", Phase::paused);
        events.put("woken", Phase::woken);
        return events;
    }

    /** What is possible; all else is not. */
    private static final Map<Phase, Map<String, Phase>> TABLE = Map.of(
            Phase.idle(),
            Map.of(
                    "reading",
                    READING,
                    "writing",
                    new Phase.Writing(OTHER),
                    "moving",
                    MOVING,
                    "lost",
                    new Phase.Unsettled(OTHER),
                    "settled",
                    Phase.idle(),
                    "paused",
                    PAUSED),
            READING,
            Map.of("ended", Phase.idle()),
            LOOKING,
            Map.of("ended", UNSETTLED),
            WRITING,
            Map.of("ended", Phase.idle()),
            MOVING,
            Map.of("ended", Phase.idle()),
            PAUSED,
            Map.of("woken", Phase.idle()),
            PAUSED_UNSETTLED,
            Map.of("woken", UNSETTLED),
            UNSETTLED,
            Map.of(
                    "reading",
                    LOOKING,
                    "writing",
                    new Phase.Writing(OTHER),
                    "lost",
                    new Phase.Unsettled(OTHER),
                    "settled",
                    Phase.idle(),
                    "paused",
                    PAUSED_UNSETTLED));

    static Stream<Arguments> everyPhaseWithEveryEvent() {
        List<Arguments> all = new ArrayList<>();
        PHASES.forEach(phase -> events().keySet().forEach(event -> all.add(Arguments.of(phase, event))));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("everyPhaseWithEveryEvent")
    void event_inAPhase_leadsOnOrIsImpossible(Phase phase, String event) {
        Phase expected = TABLE.get(phase).get(event);
        UnaryOperator<Phase> happens = events().get(event);

        if (expected == null) {
            assertThatThrownBy(() -> happens.apply(phase)).isInstanceOf(IllegalStateException.class);
        } else {
            assertThat(happens.apply(phase)).isEqualTo(expected);
        }
    }

    /** The picture in the contributor's pages is the type. */
    @Test
    void drawing_hasTheSameArrows() throws IOException {
        Set<String> arrows = new TreeSet<>();
        TABLE.forEach(
                (from, events) -> events.forEach((event, to) -> arrows.add(name(from) + " " + event + " " + name(to))));
        Matcher drawn = Pattern.compile("(?m)^ +(\\w+) --> (\\w+) : (\\w+)")
                .matcher(Files.readString(Path.of("../docs/contributor/architecture.md")));
        Set<String> inThePicture = new TreeSet<>();
        while (drawn.find()) {
            inThePicture.add(drawn.group(1) + " " + drawn.group(3) + " " + drawn.group(2));
        }

        assertThat(inThePicture).isEqualTo(arrows);
    }

    private static String name(Phase phase) {
        return phase.getClass().getSimpleName();
    }

    @Test
    void busy_isTrueOfCallsAndPausesAlone() {
        assertThat(PHASES.stream().filter(Phase::busy))
                .containsExactly(READING, LOOKING, WRITING, MOVING, PAUSED, PAUSED_UNSETTLED);
    }

    @Test
    void flight_isKeptUntilItIsSettled() {
        assertThat(PHASES.stream().filter(phase -> phase.flight() != null))
                .containsExactly(LOOKING, WRITING, PAUSED_UNSETTLED, UNSETTLED);
        assertThat(UNSETTLED.reading().ended().paused().woken().flight()).isSameAs(ONE);
    }
}
