package dev.zaelimiter.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.dynamodb.DynamoDbBuilder;
import dev.zaelimiter.dynamodb.DynamoDbRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.tests.RequestsSeen.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The policies of the roles that ask something of a table as a whole, held to the requests that arrive at a service: it
 * has no table at first, makes the one that it is asked for, and holds no items.
 */
@Tag("documents")
class TableRolesTest {

    private static final String TABLE = "my-app";
    private static final String TYPE = "application/x-amz-json-1.0";

    private final ObjectMapper json = new ObjectMapper();
    private final Set<Request> seen = ConcurrentHashMap.newKeySet();
    private @Nullable ObjectNode table;
    private boolean timeToLive;
    private HttpServer service;

    @BeforeEach
    void serve() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", this::answer);
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        String action = target.substring(target.indexOf('.') + 1);
        JsonNode request = json.readTree(exchange.getRequestBody());
        see(action, request);
        JsonNode answer = answer(action, request);
        byte[] body = (answer == null
                        ? "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException\"}"
                        : answer.toString())
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", TYPE);
        exchange.sendResponseHeaders(answer == null ? 400 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void see(String action, JsonNode request) {
        if (action.equals("TransactWriteItems")) {
            for (JsonNode item : request.path("TransactItems")) {
                item.properties()
                        .forEach(each -> see(
                                each.getKey().equals("ConditionCheck") ? "ConditionCheckItem" : each.getKey() + "Item",
                                each.getValue()));
            }
            return;
        }
        String key = request.path("Key").path("PK").path("S").asText()
                + request.path("Item").path("PK").path("S").asText();
        seen.add(new Request(action, Query.Index.TABLE, key));
    }

    private @Nullable JsonNode answer(String action, JsonNode request) {
        ObjectNode answer = json.createObjectNode();
        switch (action) {
            case "CreateTable" -> {
                table = ((ObjectNode) request.deepCopy()).put("TableStatus", "ACTIVE");
                table.path("GlobalSecondaryIndexes")
                        .forEach(index -> ((ObjectNode) index).put("IndexStatus", "ACTIVE"));
                answer.set("TableDescription", table);
            }
            case "DescribeTable" -> {
                if (table == null) {
                    return null;
                }
                answer.set("Table", table);
            }
            case "UpdateTimeToLive" -> timeToLive = true;
            case "DescribeTimeToLive" -> {
                ObjectNode description = answer.putObject("TimeToLiveDescription");
                description.put("TimeToLiveStatus", timeToLive ? "ENABLED" : "DISABLED");
                if (timeToLive) {
                    description.put("AttributeName", "ttl");
                }
            }
            case "Scan" -> {
                answer.putArray("Items");
                answer.put("Count", 0);
            }
            case "BatchGetItem" -> {
                answer.putObject("Responses").putArray(TABLE);
                answer.putObject("UnprocessedKeys");
            }
            default -> {}
        }
        return answer;
    }

    private DynamoDbBuilder builder() {
        return DynamoDbRepository.builder(TABLE)
                .region("eu-west-1")
                .endpoint(URI.create("http://127.0.0.1:" + service.getAddress().getPort()))
                .credentials("local", "local")
                .callTimeout(Duration.ofSeconds(60))
                .settings(settings -> settings.deadline(Duration.ofSeconds(60)));
    }

    private void fits(String role) {
        PolicyPage.Policy policy = PolicyPage.here().of(role);
        policy.allows(seen, "*");
        policy.needs(seen, "*", Set.of());
    }

    @Test
    void open() {
        builder().open().close();

        assertThat(table).isNotNull();
        fits("Open");
    }

    /**
     * What the aggregator on Lambda asks of its table before its first batch; the rest is in
     * {@link AggregatorPoliciesPageTest}.
     */
    @Test
    void function() {
        builder().open().close();
        seen.clear();

        builder().settings(RepositoryBuilder::registryOnly).connect().close();

        PolicyPage.here().of("Function").allows(seen, "*");
        assertThat(seen).contains(PolicyRequests.VERSIONS);
    }

    @Test
    void export() {
        builder().open().close();
        seen.clear();

        builder().items(about -> {}, item -> {
            throw new AssertionError("there are no items, but " + item);
        });

        fits("Export");
    }
}
