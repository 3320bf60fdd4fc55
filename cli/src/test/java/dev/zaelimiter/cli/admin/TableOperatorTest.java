package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.dynamodb.TableWithoutStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** On the DynamoDB that {@code bin/backends} starts; {@code -Dzae.dynoxide} or {@code ZAE_DYNOXIDE} names another. */
@Tag("extended")
class TableOperatorTest extends OperatorContract {

    private static final URI ENDPOINT = URI.create(
            System.getProperty("zae.dynoxide", System.getenv().getOrDefault("ZAE_DYNOXIDE", "http://127.0.0.1:8100")));
    private static final String ACCESS_KEY = "aws.accessKeyId";
    private static final String SECRET_KEY = "aws.secretAccessKey";

    private static final DynamoDbAsyncClient CLIENT = DynamoDbAsyncClient.builder()
            .region(Region.US_EAST_1)
            .endpointOverride(ENDPOINT)
            .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();

    private String table = "";

    @BeforeAll
    static void giveCredentials() {
        System.setProperty(ACCESS_KEY, "local");
        System.setProperty(SECRET_KEY, "local");
    }

    @AfterAll
    static void takeCredentials() {
        CLIENT.close();
        System.clearProperty(ACCESS_KEY);
        System.clearProperty(SECRET_KEY);
    }

    @Override
    List<String> newStore() {
        table = "test-" + UUID.randomUUID();
        TableWithoutStream.create(CLIENT, table);
        return options(table);
    }

    @AfterEach
    void dropTable() {
        CLIENT.deleteTable(delete -> delete.tableName(table)).join();
    }

    private static List<String> options(String table) {
        return List.of("--name", table, "--region", "us-east-1", "--endpoint-url", ENDPOINT.toString());
    }

    @Override
    public LimitRepository open() {
        return DynamoDbRepository.builder(table)
                .region("us-east-1")
                .endpoint(ENDPOINT)
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(60))
                .settings(settings -> settings.deadline(Duration.ofSeconds(120)))
                .connect();
    }

    @Override
    public void tellChanges() {
        CLIENT.updateTable(update -> update.tableName(table)
                        .streamSpecification(
                                stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
                .join();
    }

    /** A file has all of them: a store is given encoded names, which are alike to it. */
    @Override
    public List<String> texts() {
        return TEXTS.subList(0, 2);
    }

    @Override
    public String dump() {
        TreeSet<String> items = new TreeSet<>();
        CLIENT.scan(request -> request.tableName(table).consistentRead(true))
                .join()
                .items()
                .forEach(item -> items.add(new TreeMap<>(item).toString()));
        return String.join("\n", items);
    }

    @Test
    void tableThatIsNotThere_isMadeWithAStream_ifItIsToBe() {
        String made = "test-" + UUID.randomUUID();
        List<String> args = new ArrayList<>(List.of("status", "--create"));
        args.addAll(options(made));
        assertThat(CommandRun.of(args.toArray(String[]::new)).exitCode()).isZero();

        var description = CLIENT.describeTable(describe -> describe.tableName(made))
                .join()
                .table();
        assertThat(description.streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
        CLIENT.deleteTable(delete -> delete.tableName(made)).join();
    }

    @Test
    void tableThatIsNotThere_isNotMade() {
        refused("no-such-table", "--create", options("no-such-table"));
    }

    @Test
    void clientsThatWouldMisreadTheTable_areLockedOutAloud_once() {
        run("resource", "set-defaults", "gpt-4", "-l", "rpm:2");
        assertThat(run("resource", "disable", "gpt-4").err()).isEmpty();
        CommandRun first = run("resource", "bypass", "gpt-4");
        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).hasLineCount(1).startsWith(CommandRun.LOCKED_OUT + "0.17.0.");
        assertThat(run("resource", "set-defaults", "gpt-4", "-l", "rpm:2", "--soft", "rpm")
                        .err())
                .isEmpty();
        assertThat(run("resource", "clear-disabled", "gpt-4").err()).isEmpty();
    }

    @Test
    void storeExport_ofATable_isAllOfIt_andAStoreThatOpens() throws Exception {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:100");
        done("entity", "create", "::1");
        done("acquire", "::1", "gpt-4", "-t", "rpm=40");

        CommandRun lines = run("store", "export");
        assertThat(lines.exitCode()).isZero();
        assertThat(lines.err()).isEmpty();
        assertThat(lines.lines())
                .hasSameSizeAs(dump().lines().toList())
                .allMatch(line -> line.contains("\"PK\":{\"S\":"));

        Path saved = manifests().resolve("saved.zae");
        CommandRun export = run("store", "export", "--store", saved.toString(), "--output", "json");
        assertThat(export.out()).contains("\"items\":" + lines.lines().size());
        for (String command :
                List.of("limits export", "explain ::1 gpt-4", "audit list", "namespace list", "switches")) {
            List<String> onFile = new ArrayList<>(List.of(command.split(" ")));
            onFile.addAll(List.of("--embedded", saved.toString()));
            assertThat(CommandRun.of(onFile.toArray(String[]::new)).out())
                    .as(command)
                    .isEqualTo(done(command.split(" ")));
        }
        assertThat(CommandRun.of("entity", "buckets", "::1", "--embedded", saved.toString())
                        .out())
                .contains(" 40");
        CommandRun again = run("store", "export", "--store", saved.toString());
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("is there already");
    }

    @Test
    void storeExport_ofNoTable_leavesNoFile() {
        Path saved = manifests().resolve("none.zae");
        List<String> args = new ArrayList<>(List.of("store", "export", "--store", saved.toString()));
        args.addAll(options("no-such-table"));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("no-such-table");
        assertThat(saved).doesNotExist();
        assertThat(saved.getParent().toFile().list()).isEmpty();
    }

    @Test
    void replay_fromATable_usesItsLimits() throws Exception {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2");
        done("entity", "set-limits", "::1", "-l", "rpm:1");
        List<String> before = done("store", "export").lines().sorted().toList();
        Path file = Files.writeString(manifests().resolve("requests.csv"), """
                time,entity,model
                2026-03-01T10:00:00Z,::1,gpt-4
                2026-03-01T10:00:01Z,::1,gpt-4
                2026-03-01T10:00:02Z,a,gpt-4
                2026-03-01T10:00:03Z,a,gpt-4
                2026-03-01T10:00:04Z,a,gpt-4
                """);
        List<String> args = new ArrayList<>(List.of("replay", file.toString(), "--json", "--from-store"));
        args.addAll(options(table).subList(1, options(table).size()));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("\"admitted\":3", "\"refused\":2");
        assertThat(done("store", "export").lines().sorted()).containsExactlyElementsOf(before);
    }

    @Test
    void wrongWaysToTheTable_areOneLineEach() {
        // C3: with the same arguments it works when somebody listens, so it is a failure and no wrong use.
        refused(
                1,
                "us-east-1",
                "--endpoint-url",
                List.of("--name", table, "--region", "us-east-1", "--endpoint-url", "http://127.0.0.1:9"));
        refused("'mars'", "eu-west-1", List.of("--name", table, "--region", "mars"));
        refused("'localhost'", "http://", List.of("--name", table, "--endpoint-url", "localhost"));
        refused("'x'", "3 to 255", List.of("--name", "x", "--region", "us-east-1"));
        List<String> nowhere = new ArrayList<>(options(table));
        nowhere.addAll(List.of("--namespace", "nowhere"));
        refused("'nowhere'", "namespace list", nowhere);
    }

    private static void refused(String value, String advice, List<String> options) {
        refused(2, value, advice, options);
    }

    private static void refused(int exitCode, String value, String advice, List<String> options) {
        List<String> args = new ArrayList<>(List.of("system", "get-defaults"));
        args.addAll(options);
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).contains(value, advice);
    }
}
