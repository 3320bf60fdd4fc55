package dev.zaelimiter.loadtest.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.plan.Plans;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFolderTest {

    private static final String SEARCH = """
            package shop;
            import dev.zaelimiter.loadtest.*;
            import java.util.concurrent.CompletionStage;
            public final class Search implements LoadScenario {
                public void prepare(dev.zaelimiter.LimitRepository repository, java.util.List<dev.zaelimiter.Limit> limits) {
                    repository.limits().setResourceDefaults("load-search", dev.zaelimiter.Limit.perMinute("rpm", 100));
                }
                public CompletionStage<?> step(LoadUser user) {
                    return user.acquire(user.request("customer-" + user.number() % 10, "search").take("rpm", 1).build())
                            .thenCompose(lease -> user.pause(java.time.Duration.ofMillis(20)));
                }
            }
            """;

    @TempDir
    private Path directory;

    private Path sources(String text) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("src/shop"));
        Files.writeString(folder.resolve("Search.java"), text);
        return directory.resolve("src");
    }

    @Test
    void compile_ofAScenario_canBePlayed() throws IOException {
        Path folder = sources(SEARCH);
        assertThat(SourceFolder.is(folder)).isTrue();
        Path classes = directory.resolve("run/code");
        SourceFolder.compile(folder, List.of(), classes);
        RunPlan plan = Plans.withCode(
                Plans.of(new StorePlace.Memory(), "shop.Search", new Stage(3, 0, 200)), classes.toString());
        plan.write(directory.resolve("run"));

        assertThat(Worker.play(directory.resolve("run"), 0)).isZero();

        assertThat(Report.of(RunFolder.read(directory.resolve("run"))).counts().all())
                .isBetween(3L, 60L);
    }

    @Test
    void compile_ofAnError_namesFileAndLine() throws IOException {
        Path folder = sources(SEARCH.replace("user.pause", "user.rest"));

        assertThatThrownBy(() -> SourceFolder.compile(folder, List.of(), directory.resolve("classes")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Search.java:10")
                .hasMessageContaining("rest");
    }

    @Test
    void compile_withoutACompiler_saysWhatIsMissing() throws IOException {
        Path folder = sources(SEARCH);

        assertThatThrownBy(() -> SourceFolder.compile(folder, List.of(), directory.resolve("classes"), null))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("jdk.compiler");
    }

    @Test
    void scenario_ofNoSuchClass_namesThoseThatThereAre() {
        assertThatThrownBy(() ->
                        Scenarios.of(Plans.of(new StorePlace.Memory(), "no.Such", new Stage(1, 0, 1)), directory, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("highest-rate")
                .hasMessageContaining("no.Such");
        assertThatThrownBy(() -> Scenarios.of(
                        Plans.of(new StorePlace.Memory(), "java.lang.String", new Stage(1, 0, 1)), directory, 0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("LoadScenario");
        assertThatThrownBy(() -> Scenarios.of(
                        Plans.withCode(Plans.of(new StorePlace.Memory(), "no.Such", new Stage(1, 0, 1)), "gone.jar"),
                        directory,
                        0))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("gone.jar");
    }
}
