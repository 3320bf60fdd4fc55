package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the oracle takes a process to know of a child, and of its parent. */
class NotesTest {

    private static final long SECOND = 1_000_000_000;
    private static final String CHILD = KeyReader.bucket("user", "api");
    private static final String PARENT = KeyReader.bucket("team", "api");

    private final Oracle oracle = new Oracle(new Scenario());
    private final World world = new World(oracle, new Trace(false));
    /** An entry holds for a second, and a read takes as long at most. */
    private final Notes notes = new Notes(oracle, List.of("api"), SECOND, SECOND);

    private int requests;

    @BeforeEach
    void family() {
        oracle.watch(world);
        notes.begins("team", Notes.NOBODY);
        notes.begins("user", "team");
    }

    private Asked asks(long seconds) {
        world.runUntil(seconds * SECOND);
        Asked asked =
                new Asked(requests++, "c0", List.of(CHILD, PARENT), Map.of("rps", 1_000L), 0, false, world.nowNanos());
        notes.asked(asked);
        return asked;
    }

    private void isGranted(Asked asked) {
        asked.endedNanos = world.nowNanos();
        notes.granted(asked);
    }

    private void switched(long seconds, String entity, Access access) {
        world.runUntil(seconds * SECOND);
        notes.switched(entity, access);
    }

    @Test
    void switches_childRefusesWhatCameSince_parentMayBeServedByWhatItWasOnce() {
        switched(1, "team", Access.BYPASS);
        isGranted(asks(2));
        switched(5, "team", Access.ENABLED);
        asks(8);

        Asked next = asks(20);

        assertThat(notes.switches("team", next)).containsExactlyInAnyOrder(Access.BYPASS, Access.ENABLED);
    }

    @Test
    void switches_parentHasServedLongAfter_isKnown() {
        switched(1, "team", Access.BYPASS);
        isGranted(asks(2));
        switched(5, "team", Access.ENABLED);
        isGranted(asks(8));

        assertThat(notes.switches("team", asks(20))).containsExactly(Access.ENABLED);
    }

    @Test
    void switches_ofTheEntityItself_areKnownByWhoeverWasRefused() {
        switched(1, "user", Access.BYPASS);
        isGranted(asks(2));
        switched(5, "user", Access.ENABLED);
        asks(8);

        assertThat(notes.switches("user", asks(20))).containsExactly(Access.ENABLED);
    }

    @Test
    void switches_anotherResourceWasServed_tellsNothingOfThisOne() {
        switched(1, "team", Access.BYPASS);
        switched(5, "team", Access.ENABLED);
        world.runUntil(8 * SECOND);
        List<String> others = List.of(KeyReader.bucket("user", "files"), KeyReader.bucket("team", "files"));
        isGranted(new Asked(requests++, "c0", others, Map.of("rps", 1_000L), 0, false, world.nowNanos()));

        assertThat(notes.switches("team", asks(20))).contains(Access.BYPASS);
    }

    @Test
    void mayBeTakenForUnstored_firstLimitsThatAreStored_forAsLongAsNothingNeedBeKnownOfThem() {
        notes.looked("c0", CHILD, 0);
        world.runUntil(2 * SECOND);
        notes.limits(List.of(Limit.perSecond("rps", 5)));

        assertThat(notes.mayBeTakenForUnstored(CHILD, "rps", "c0", 2 * SECOND)).isTrue();
        notes.looked("c0", CHILD, 5 * SECOND);
        assertThat(notes.mayBeTakenForUnstored(CHILD, "rps", "c0", 7 * SECOND)).isFalse();
    }

    @Test
    void mayBeTakenForUnstored_othersWereStored_isNot() {
        world.runUntil(SECOND);
        notes.limits(List.of(Limit.perSecond("tpm", 5)));
        notes.looked("c0", CHILD, 4 * SECOND);
        world.runUntil(6 * SECOND);
        notes.limits(List.of(Limit.perSecond("tpm", 5), Limit.perSecond("rps", 5)));

        assertThat(notes.mayBeTakenForUnstored(CHILD, "rps", "c0", 6 * SECOND)).isFalse();
    }
}
