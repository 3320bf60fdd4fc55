package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.dynamodb.RealTable;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.tests.backends.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The runbooks that are not about files, as they stand there, on a table; and a table that was restored. */
@Tag("extended")
@Tag("back-end")
class RunbooksOnTableTest {

    private static final Set<String> ABOUT_FILES = Set.of("The disk is full", "A file is damaged");
    private static final String RESTORED = "A table was restored";
    private static final String ACCESS_KEY = "aws.accessKeyId";
    private static final String SECRET_KEY = "aws.secretAccessKey";

    private final List<RealTable> tables = new ArrayList<>();

    static List<String> headings() {
        return Runbooks.headings().stream()
                .filter(heading -> !ABOUT_FILES.contains(heading) && !heading.equals(RESTORED))
                .toList();
    }

    @BeforeEach
    void giveCredentials() {
        System.setProperty(ACCESS_KEY, "local");
        System.setProperty(SECRET_KEY, "local");
    }

    @AfterEach
    void end() {
        System.clearProperty(ACCESS_KEY);
        System.clearProperty(SECRET_KEY);
        tables.forEach(RealTable::drop);
    }

    private RealTable table(Backend backend) {
        return table(backend, false);
    }

    private RealTable table(Backend backend, boolean streamed) {
        RealTable table = new RealTable(backend.endpoint(), streamed);
        tables.add(table);
        return table;
    }

    private static DynamoDbBuilder builder(Backend backend, RealTable table) {
        return DynamoDbRepository.builder(table.name())
                .region("us-east-1")
                .endpoint(backend.endpoint())
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(60))
                .settings(settings -> settings.deadline(Duration.ofSeconds(60)));
    }

    private static RealTable used(Backend backend, RealTable table) {
        try (LimitRepository repository = builder(backend, table).open()) {
            Runbooks.happen(repository);
        }
        return table;
    }

    private static Runbooks runbooks(Backend backend, RealTable table) {
        return new Runbooks(command -> command.replace(
                "-n my-app", "-n " + table.name() + " --region us-east-1 --endpoint-url " + backend.endpoint()));
    }

    @ParameterizedTest
    @MethodSource("headings")
    void section_asItStands_ends(String heading) {
        List<Runbooks.Command> commands = Runbooks.commands(heading);
        boolean streamed = commands.stream().anyMatch(command -> command.text().startsWith("aggregator "));
        RealTable table = used(Backend.DYNOXIDE, table(Backend.DYNOXIDE, streamed));
        Runbooks runbooks = runbooks(Backend.DYNOXIDE, table);
        for (Runbooks.Command command : commands) {
            assertThat(runbooks.run(command.text()))
                    .as("%s%n%s", command.text(), runbooks.printed())
                    .isEqualTo(command.exitCode());
        }
    }

    /** As AWS restores it: all items, and neither time to live nor stream. */
    @ParameterizedTest
    @EnumSource
    void restoredTable_goesAsItStands(Backend backend) {
        RealTable before = used(backend, table(backend));
        RealTable restored = table(backend);
        try (ItemStore store = restored.open()) {
            builder(backend, before)
                    .items(
                            about -> {},
                            item -> store.write(Write.put(WriteShape.put(null), item))
                                    .join());
        }
        Runbooks runbooks = runbooks(backend, restored);
        List<Runbooks.Command> commands = Runbooks.commands(RESTORED);

        assertThat(runbooks.run(commands.get(0).text())).as(runbooks.last()).isEqualTo(1);
        assertThat(runbooks.last()).contains("time to live");
        // Switches it on, as the page asks.
        builder(backend, restored).open().close();
        for (Runbooks.Command command : commands) {
            assertThat(runbooks.run(command.text()))
                    .as("%s%n%s", command.text(), runbooks.printed())
                    .isEqualTo(command.exitCode());
        }
        assertThat(runbooks.run("entity show key-1 -n my-app")).isZero();
        assertThat(runbooks.run("entity buckets key-1 -n my-app")).isZero();
        assertThat(runbooks.last()).contains(" 90 ");
    }
}
