package dev.zaelimiter.loadtest.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.loadtest.internal.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuningTest {

    private static StageResult stage(
            int users, long admitted, long refused, long throttled, long p99Micros, long storeP50, double cpu) {
        return stage(users, admitted, refused, throttled, p99Micros, storeP50, cpu, -1);
    }

    private static StageResult stage(
            int users,
            long admitted,
            long refused,
            long throttled,
            long p99Micros,
            long storeP50,
            double cpu,
            double machine) {
        Counts counts = new Counts();
        counts.add(new CountLine(
                0,
                1000,
                0,
                new long[] {admitted, refused, 0, 0},
                throttled,
                admitted,
                admitted,
                0,
                0,
                0,
                0,
                cpu,
                machine));
        return new StageResult(
                users,
                new Stage(users, 0, 1000),
                1000,
                counts,
                new Latency(admitted, p99Micros / 2, p99Micros, p99Micros, p99Micros, p99Micros, p99Micros),
                new Latency(admitted, storeP50, storeP50, storeP50, storeP50, storeP50, storeP50),
                cpu,
                machine);
    }

    private static final StageResult FLOOR = stage(1, 100, 0, 0, 2_000, 1_000, 0.1);

    @Test
    void of_stagesOnTheFloor_bindsNothing() {
        Tuning tuning = Tuning.of(List.of(FLOOR, stage(2, 200, 0, 0, 2_100, 1_000, 0.2)));

        assertThat(tuning.binding()).isEqualTo(Binding.NOTHING);
        assertThat(tuning.best().stage().users()).isEqualTo(2);
    }

    @Test
    void of_refusals_bindsTheLimit() {
        assertThat(Tuning.of(List.of(FLOOR, stage(2, 100, 100, 0, 2_000, 1_000, 0.2)))
                        .binding())
                .isEqualTo(Binding.LIMIT);
    }

    @Test
    void of_throttles_bindsThePartition() {
        Tuning tuning = Tuning.of(
                List.of(FLOOR, stage(2, 200, 0, 0, 2_000, 1_000, 0.2), stage(4, 210, 0, 50, 40_000, 1_000, 0.3)));

        assertThat(tuning.binding()).isEqualTo(Binding.PARTITION);
        assertThat(tuning.best().stage().users()).isEqualTo(2);
        assertThat(tuning.past().stage().users()).isEqualTo(4);
    }

    @Test
    void of_busyProcessors_bindsTheClient() {
        assertThat(Tuning.of(List.of(FLOOR, stage(2, 200, 0, 0, 9_000, 1_000, 0.97)))
                        .binding())
                .isEqualTo(Binding.CLIENT);
    }

    @Test
    void of_longerRoundTrips_bindsTheNetwork() {
        assertThat(Tuning.of(List.of(FLOOR, stage(2, 200, 0, 0, 9_000, 4_000, 0.3)))
                        .binding())
                .isEqualTo(Binding.NETWORK);
    }

    /** A store on the workers' own machine took their processors, and the network was blamed. */
    @Test
    void of_aMachineThatIsBusyWithOthers_bindsTheClient() {
        assertThat(Tuning.of(List.of(FLOOR, stage(2, 200, 0, 0, 9_000, 4_000, 0.3, 0.99)))
                        .binding())
                .isEqualTo(Binding.CLIENT);
    }

    /** Round trips were said to take longer where they did not. */
    @Test
    void of_roundTripsThatTakeNoLonger_bindsTheBucket() {
        assertThat(Tuning.of(List.of(FLOOR, stage(2, 200, 0, 0, 9_000, 1_000, 0.3, 0.5)))
                        .binding())
                .isEqualTo(Binding.BUCKET);
    }

    /** One slow stage of many ended the search, though twice its users were served as fast as one. */
    @Test
    void of_oneStageThatIsSlowByChance_goesOn() {
        Tuning tuning = Tuning.of(List.of(
                FLOOR,
                stage(2, 90, 0, 0, 50_000, 1_000, 0.3),
                stage(4, 400, 0, 0, 2_100, 1_000, 0.3),
                stage(8, 410, 0, 0, 2_100, 1_000, 0.97),
                stage(16, 420, 0, 0, 2_100, 1_000, 0.97)));

        assertThat(tuning.best().stage().users()).isEqualTo(4);
        assertThat(tuning.past().stage().users()).isEqualTo(8);
        assertThat(tuning.binding()).isEqualTo(Binding.CLIENT);
    }

    /** Answers stayed fast while more users brought nothing more. */
    @Test
    void of_moreUsersThatBringNothing_endsThere() {
        Tuning tuning = Tuning.of(List.of(FLOOR, stage(2, 104, 0, 0, 2_000, 1_000, 0.95)));

        assertThat(tuning.binding()).isEqualTo(Binding.CLIENT);
        assertThat(tuning.best()).isEqualTo(FLOOR);
    }

    @Test
    void of_noAnswerAtAll_isRefused() {
        assertThatThrownBy(() -> Tuning.of(List.of(stage(1, 0, 0, 0, 0, 0, 0))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
