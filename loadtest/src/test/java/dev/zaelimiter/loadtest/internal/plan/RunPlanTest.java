package dev.zaelimiter.loadtest.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunPlanTest {

    private static final Stage STAGE = new Stage(3, 0, 1000);

    @TempDir
    private Path run;

    @Test
    void read_ofWhatWasWritten_isTheSame() throws IOException {
        RunPlan plan = new RunPlan(
                "night",
                1_795_956_600_000L,
                3,
                new StorePlace.Table("limits", "eu-west-1", null, "ops"),
                "loadtest",
                List.of(new RunPlan.Part("many", 2), new RunPlan.Part("storm", 1)),
                List.of(new Stage(30, 0, 60_000), new Stage(60, 12.5, 1)),
                1000,
                List.of(Limit.perMinute("rpm", 120).burst(500), Limit.budget("credits", 7)),
                2.5,
                -1,
                List.of("own.jar"));

        plan.write(run.resolve("new"));

        assertThat(RunPlan.read(run.resolve("new"))).isEqualTo(plan);
    }

    @Test
    void read_whereThereIsNone_namesTheFolder() {
        assertThatThrownBy(() -> RunPlan.read(run))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(run.toString())
                .hasMessageContaining("run.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{} {}", "{\"format\":2}", "{\"format\":1,\"name\":3}"})
    void read_damaged_saysWhatIsWrong(String text) throws IOException {
        Files.writeString(run.resolve("run.json"), text);

        assertThatThrownBy(() -> RunPlan.read(run))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("run.json");
    }

    @Test
    void plan_withASecondWorkerOnAFile_isRefused() {
        RunPlan one = Plans.of(new StorePlace.StoredFile("limits.zae"), "many", STAGE);

        assertThatThrownBy(() -> Plans.withWorkers(one, 2))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1 on a file");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1001})
    void weight_outOfRange_isRefused(int weight) {
        assertThatThrownBy(() -> new RunPlan.Part("many", weight))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1 to 1000");
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 1", "1000001, 0, 1", "1, -1, 1", "1, NaN, 1", "1, 1e10, 1", "1, 0, 0", "1, 0, 604800001"})
    void stage_outOfRange_isRefused(int users, double perSecond, long millis) {
        assertThatThrownBy(() -> new Stage(users, perSecond, millis)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "1, 3", "7, 3", "30, 3", "2, 5"})
    void shares_ofAStage_addUp(int users, int workers) {
        Stage stage = new Stage(users, 100, 1000);

        List<Stage> shares = IntStream.range(0, workers)
                .mapToObj(i -> stage.share(i, workers))
                .toList();

        assertThat(shares.stream().mapToInt(Stage::users).sum()).isEqualTo(users);
        double perSecond = shares.stream().mapToDouble(Stage::perSecond).sum();
        assertThat(perSecond).isBetween(users == 0 ? 0 : 99.999, users == 0 ? 0 : 100.001);
        assertThat(shares).allMatch(share -> share.users() > 0 || share.perSecond() == 0);
    }
}
