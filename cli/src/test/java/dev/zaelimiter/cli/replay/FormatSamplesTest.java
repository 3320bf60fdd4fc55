package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B9: formats that people have, read with nothing said about them, come to the figures that {@code expected.py} worked
 * out on its own.
 */
@Tag("same-on-every-jdk")
class FormatSamplesTest {

    private static final Path SAMPLES = samples();

    private record Expected(
            String sample,
            long rows,
            long firstMillis,
            long lastMillis,
            int entities,
            int pairs,
            long refused,
            String mostTokens) {}

    static Stream<Expected> expected() throws IOException {
        return Files.readAllLines(SAMPLES.resolve("expected.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> new Expected(
                        cells[0],
                        Long.parseLong(cells[1]),
                        Long.parseLong(cells[2]),
                        Long.parseLong(cells[3]),
                        Integer.parseInt(cells[4]),
                        Integer.parseInt(cells[5]),
                        Long.parseLong(cells[6]),
                        cells[7]));
    }

    @ParameterizedTest
    @MethodSource("expected")
    void replay_sample_isReadAsAPersonWouldReadIt(Expected expected) {
        Map<String, Object> json = replay(expected, "r=2/min");

        assertThat(json)
                .containsEntry("rows", expected.rows)
                .containsEntry("skipped", 0L)
                .containsEntry("refused", expected.refused)
                .containsEntry(
                        "first_time", Instant.ofEpochMilli(expected.firstMillis).toString())
                .containsEntry(
                        "last_time", Instant.ofEpochMilli(expected.lastMillis).toString())
                .extractingByKey("top_entities", LIST)
                .hasSize(expected.entities);
    }

    @ParameterizedTest
    @MethodSource("expected")
    void replay_sampleWithTokens_countsThem(Expected expected) {
        if (expected.mostTokens.isEmpty()) {
            assertThat(json("columns", expected).toString())
                    .contains("input={column=null")
                    .contains("output={column=null");
            return;
        }
        // It holds so much, and gets so little back, that the peak is what was used.
        assertThat(replay(expected, "tpm=1/1000000000s:1000000000000"))
                .extractingByKey("limits", LIST)
                .first()
                .hasFieldOrPropertyWithValue("peak_use", Long.valueOf(expected.mostTokens));
    }

    @Test
    void samples_all_haveAnExpectationAndAnOrigin() throws IOException {
        String origins = Files.readString(SAMPLES.resolve("README.md"));
        List<String> expected = expected().map(Expected::sample).toList();
        try (Stream<Path> files = Files.list(SAMPLES)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("expected") && !name.equals("README.md"))
                    .toList();
            assertThat(names).containsExactlyInAnyOrderElementsOf(expected).hasSizeGreaterThanOrEqualTo(20);
            assertThat(names).allSatisfy(name -> assertThat(origins).contains("`" + name + "`"));
        }
    }

    private static Object json(String key, Expected expected) {
        return replay(expected, "r=2/min").get(key);
    }

    private static Map<String, Object> replay(Expected expected, String limit) {
        String file = SAMPLES.resolve(expected.sample).toString();
        CommandRun run = CommandRun.of("replay", file, "--limit", limit, "--json");
        assertThat(run.err()).isEmpty();
        return Json.object(run.out());
    }

    private static Path samples() {
        try {
            return Path.of(FormatSamplesTest.class.getResource("formats").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
