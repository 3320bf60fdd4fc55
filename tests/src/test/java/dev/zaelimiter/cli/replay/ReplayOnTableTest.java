package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.dynamodb.RealTable;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.tests.VirtualTimeStore;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A recorded hour, replayed over a table of a real store, in virtual time: to the last number what it is in memory. */
@Tag("extended")
@Tag("back-end")
class ReplayOnTableTest {

    private static final Path TRACE = Path.of("../examples/traces/azure-llm-code.csv");

    /** Enough that both limits refuse; each row is a few calls. */
    private static final int ROWS = 800;

    private static final Policy POLICY =
            Policy.ofAll("test", List.of(Limit.perMinute("rpm", 100), Limit.perMinute("tpm", 200_000)));

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void replay_overATable_isWhatItIsInMemory(Backend backend) throws IOException {
        String inMemory = replay(EmbeddedRepository::builder);
        assertThat(inMemory)
                .contains("\"rows\":" + ROWS)
                .contains("\"refused_by\":{\"rpm\":")
                .doesNotContain("\"refused_by\":{\"rpm\":0,");
        RealTable table = new RealTable(backend.endpoint());
        AtomicInteger stores = new AtomicInteger();
        try {
            String onTable = replay(() -> RepositoryBuilder.opening(
                            environment -> new VirtualTimeStore(table.open(), (ManualClock) environment, () -> {}))
                    .namespace("group-" + stores.incrementAndGet()));

            assertThat(onTable).isEqualTo(inMemory);
            assertThat(stores.get()).isPositive();
        } finally {
            table.drop();
        }
    }

    private String replay(Supplier<RepositoryBuilder> stores) throws IOException {
        List<String> names = List.of("rpm", "tpm");
        ReadingOptions reading = new ReadingOptions();
        try (RowSource source = RowSource.open(firstRows().toString(), null)) {
            Columns columns = Columns.resolve(source.readHeader(), reading, names, reading.checkedTakes(names));
            try (Replayer replayer = new Replayer(stores, POLICY, columns, ReadingOptions.PER_OUTPUT_TOKEN, true)) {
                Progress silent = new Progress(new PrintWriter(Writer.nullWriter()), false);
                Replay replay = new Replay(source, new RowReader(columns, reading), List.of(replayer), silent);
                replay.run();
                Intake intake = replay.intake();
                return JsonRenderer.render(new ReplayOutcome(
                        "trace",
                        List.of(replayer.report(intake)),
                        null,
                        List.of(),
                        ColumnExplanation.NONE,
                        new Provenance("", 0, "")));
            }
        }
    }

    private Path firstRows() throws IOException {
        try (Stream<String> lines = Files.lines(TRACE)) {
            return Files.write(
                    directory.resolve("trace.csv"), lines.limit(1 + ROWS).toList());
        }
    }
}
