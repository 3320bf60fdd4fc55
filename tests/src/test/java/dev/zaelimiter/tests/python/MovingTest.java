package dev.zaelimiter.tests.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.ZaeLimiter;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** The page {@code docs/operator/moving.md}, played on tables that the original has made. */
@Tag("extended")
@Tag("back-end")
@Timeout(300)
class MovingTest {

    private static final Path PAGE = Path.of("..", "docs", "operator", "moving.md");
    private static final Pattern COMMAND = Pattern.compile("(?m)^zae-limiter (.*?)(?: +# ends with ([0-3]))?$");
    private static final Pattern JSON = Pattern.compile("(?ms)^```json\n(.*?)^```");
    private static final Level OTHER = Level.resource("other");
    private static final long TOKENS = 100_000;
    private static final int TAKES = 25;
    private static final int LOOKS = 600;

    @BeforeEach
    void giveCredentials() {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
    }

    @AfterEach
    void takeCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private static String ran(PythonsTable table, String command, int exitCode) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        int name = words.indexOf("-n");
        words.remove(name + 1);
        words.remove(name);
        words.addAll(table.options());
        StringWriter out = new StringWriter();
        int ended = new CommandLine(new ZaeLimiter())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(words.toArray(String[]::new));
        assertThat(ended).as("%s%n%s", command, out).isEqualTo(exitCode);
        return out.toString();
    }

    private static void limits(PythonsTable table) {
        table.python(
                "set_resource_defaults",
                Map.of("resource", "gpt-4", "limits", List.of(SharedTable.limit("rpm", TOKENS, 1, 31_000_000))));
        table.python(
                "set_resource_defaults",
                Map.of("resource", "night", "limits", List.of(SharedTable.scheduled("rpm", 60, "* 0-6 * * *", 0.5))));
        table.python("create_entity", Map.of("entity_id", "key"));
    }

    @Test
    void page_fromTheTop_goesAsItStands() throws IOException {
        try (PythonsTable table = new PythonsTable(Backend.DYNOXIDE)) {
            limits(table);
            assertThat(table.pythonTook("key", "night")).isTrue();
            Map<String, Item> before = table.items();
            String found = ran(table, "migrate check -n my-app", 1);
            assertThat(table.items()).as("what a check leaves").isEqualTo(before);
            assertThat(found)
                    .contains("resource night", "bucket of key on night", "holds whole items", "lambda_version 0.17.0")
                    .contains("unseen");

            Matcher command = COMMAND.matcher(Files.readString(PAGE));
            int commands = 0;
            while (command.find()) {
                ran(table, command.group(1), command.group(2) == null ? 0 : Integer.parseInt(command.group(2)));
                commands++;
            }
            assertThat(commands).isGreaterThan(7);

            try (LimitRepository ours = table.ours()) {
                assertThat(took(ours, "key", "night")).isTrue();
            }
            for (JsonNode update : updates()) {
                apply(table, update);
            }
            String after = ran(table, "migrate check -n my-app", 0);
            assertThat(after).contains("holds keys alone");
        }
    }

    private static List<JsonNode> updates() throws IOException {
        List<JsonNode> updates = new ArrayList<>();
        Matcher block = JSON.matcher(Files.readString(PAGE));
        while (block.find()) {
            updates.add(new ObjectMapper().readTree(block.group(1)));
        }
        assertThat(updates).hasSize(2);
        return updates;
    }

    private static boolean took(LimitRepository repository, String entity, String resource) {
        return repository
                .rateLimiter()
                .tryAcquire(AcquireRequest.entity(entity)
                        .resource(resource)
                        .take("rpm", 1)
                        .build())
                .match(
                        lease -> {
                            lease.keep();
                            return true;
                        },
                        refusal -> false);
    }

    /** As the command line of AWS sends it; then waits until it is done. */
    private static void apply(PythonsTable table, JsonNode update) {
        UpdateTableRequest.Builder request = UpdateTableRequest.builder().tableName(table.name);
        List<AttributeDefinition> attributes = new ArrayList<>();
        update.path("AttributeDefinitions")
                .forEach(each -> attributes.add(AttributeDefinition.builder()
                        .attributeName(each.get("AttributeName").asText())
                        .attributeType(each.get("AttributeType").asText())
                        .build()));
        if (!attributes.isEmpty()) {
            request.attributeDefinitions(attributes);
        }
        JsonNode change = update.get("GlobalSecondaryIndexUpdates").get(0);
        boolean made = change.has("Create");
        request.globalSecondaryIndexUpdates(
                made
                        ? creation(change.get("Create"))
                        : GlobalSecondaryIndexUpdate.builder()
                                .delete(delete -> delete.indexName(
                                        change.get("Delete").get("IndexName").asText()))
                                .build());
        table.sdk.updateTable(request.build()).join();
        for (int looks = 0; looks < LOOKS; looks++) {
            GlobalSecondaryIndexDescription index = index(table);
            if (made ? index != null && index.indexStatus() == IndexStatus.ACTIVE : index == null) {
                return;
            }
        }
        throw new AssertionError("the index is " + index(table));
    }

    private static GlobalSecondaryIndexUpdate creation(JsonNode create) {
        List<KeySchemaElement> keys = new ArrayList<>();
        create.get("KeySchema")
                .forEach(each -> keys.add(KeySchemaElement.builder()
                        .attributeName(each.get("AttributeName").asText())
                        .keyType(each.get("KeyType").asText())
                        .build()));
        return GlobalSecondaryIndexUpdate.builder()
                .create(index -> index.indexName(create.get("IndexName").asText())
                        .keySchema(keys)
                        .projection(projection -> projection.projectionType(
                                create.get("Projection").get("ProjectionType").asText())))
                .build();
    }

    private static GlobalSecondaryIndexDescription index(PythonsTable table) {
        return table
                .sdk
                .describeTable(describe -> describe.tableName(table.name))
                .join()
                .table()
                .globalSecondaryIndexes()
                .stream()
                .filter(each -> each.indexName().equals("GSI2"))
                .findFirst()
                .orElse(null);
    }

    /** What one write of a bucket is paid for. */
    private static double unitsOfAWrite(PythonsTable table, Item bucket) {
        return table.sdk
                .updateItem(update -> update.tableName(table.name)
                        .key(Map.of(
                                "PK", AttributeValue.fromS(bucket.key().pk()),
                                "SK", AttributeValue.fromS(bucket.key().sk())))
                        .updateExpression("ADD b_rpm_tc :nothing")
                        .expressionAttributeValues(Map.of(":nothing", AttributeValue.fromN("1")))
                        .returnConsumedCapacity("TOTAL"))
                .join()
                .consumedCapacity()
                .capacityUnits();
    }

    private static Item bucket(PythonsTable table) {
        return table.items().values().stream()
                .filter(item -> item.key().pk().contains("/BUCKET#key#gpt-4#"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("GSI2 is deleted and made anew while both systems take: nothing fails, and no token is lost or made")
    void indexMadeAnew_whileBothTake_losesNothing(Backend backend) throws IOException {
        try (PythonsTable table = new PythonsTable(backend);
                LimitRepository ours = table.ours()) {
            limits(table);
            AtomicLong granted = new AtomicLong();
            AtomicBoolean end = new AtomicBoolean();
            assertThat(took(ours, "key", "gpt-4")).isTrue();
            granted.incrementAndGet();
            CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> {
                while (!end.get()) {
                    assertThat(took(ours, "key", "gpt-4")).isTrue();
                    granted.incrementAndGet();
                }
            });
            double before = backend == Backend.DYNOXIDE ? unitsOfAWrite(table, bucket(table)) : 2;
            pythonTakes(table, granted);
            List<JsonNode> updates = updates();
            apply(table, updates.get(0));
            pythonTakes(table, granted);
            assertThatThrownBy(table::ours)
                    .as("opening without the index")
                    .isInstanceOf(CannotOpenException.class)
                    .hasMessageContaining("it has no index GSI2");
            Administration admin = Administration.of(ours).actingAs("mover");
            assertThatThrownBy(() -> admin.switches().set(OTHER, Access.DISABLED))
                    .as("telling all buckets of a resource")
                    .isInstanceOf(StoreFailureException.class);
            apply(table, updates.get(1));
            assertThat(admin.switches().set(OTHER, Access.DISABLED)).isZero();
            pythonTakes(table, granted);
            end.set(true);
            taking.join();

            assertThat(index(table).projection().projectionTypeAsString()).isEqualTo("KEYS_ONLY");
            long left = Objects.requireNonNull(bucket(table)).whole("b_rpm_tk", -1) / 1000;
            assertThat(TOKENS - left).isEqualTo(granted.get());
            if (backend == Backend.DYNOXIDE) {
                assertThat(before).isEqualTo(2);
                assertThat(unitsOfAWrite(table, bucket(table))).isEqualTo(1);
            }
        }
    }

    private static void pythonTakes(PythonsTable table, AtomicLong granted) {
        for (int i = 0; i < TAKES; i++) {
            assertThat(table.pythonTook("key", "gpt-4")).isTrue();
            granted.incrementAndGet();
        }
    }
}
