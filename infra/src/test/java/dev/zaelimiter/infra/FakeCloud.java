package dev.zaelimiter.infra;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** AWS on this machine, as far as a deployment asks, over HTTP. What was asked is kept. */
final class FakeCloud implements AutoCloseable {

    final FakeStacks stacks = new FakeStacks();
    final FakeBuckets buckets = new FakeBuckets();
    final FakeTasks tasks = new FakeTasks();

    /**
     * What was left in buckets of load tests when their stacks were deleted: CloudFormation would not have deleted
     * these.
     */
    final List<String> leftInBuckets = new ArrayList<>();

    /** Events with which functions were called. */
    final List<String> calls = new ArrayList<>();

    /** Tables, and whether they are protected. */
    final Map<String, Boolean> tables = new HashMap<>();

    /** Alarms and their states; null if nobody may look at metrics and alarms. */
    Map<String, String> alarms;

    /** How late the function was, by the minute. */
    final List<Double> lags = new ArrayList<>();

    /** Actions that nobody may do, as {@code cloudformation:CreateChangeSet}. */
    final Set<String> denied = new HashSet<>();

    final List<String> asked = new ArrayList<>();

    private final HttpServer server;

    FakeCloud() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        stacks.made = stack -> {
            if (!stack.parameters.containsKey("TableName")) {
                tables.put(stack.name, false);
            }
            stack.outputs().forEach((key, value) -> {
                if (key.endsWith("BucketName")) {
                    buckets.add(value);
                }
            });
        };
        stacks.deleted = stack -> {
            tables.remove(stack.name);
            buckets.objects.remove(stack.name + "-code");
            if (buckets.objects.containsKey(stack.name + "-bucket")) {
                leftInBuckets.addAll(buckets.objects.remove(stack.name + "-bucket"));
            }
        };
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        String body = new String(sent, StandardCharsets.UTF_8);
        String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        String service = exchange.getRequestHeaders()
                .getFirst("Authorization")
                .replaceAll(".*/([a-z0-9]+)/aws4_request.*", "$1");
        FakeBuckets.Answer answer;
        String type = "text/xml";
        if (target != null && target.startsWith("DynamoDB")) {
            type = "application/x-amz-json-1.0";
            answer = table(target.substring(target.indexOf('.') + 1), body);
        } else if (service.equals("cloudformation")) {
            answer = stacks(form(body));
        } else if (service.equals("ecs")) {
            type = "application/x-amz-json-1.1";
            answer = tasks(String.valueOf(target).replaceAll(".*\\.", ""), body);
        } else if (service.equals("s3")) {
            // Byte by byte: what is sent in pieces says how many they have.
            answer = s3(exchange, new String(sent, StandardCharsets.ISO_8859_1));
        } else {
            answer = elsewhere(exchange, service, body);
            type = service.equals("lambda") ? "application/json" : type;
        }
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        if (service.equals("monitoring") && alarms != null) {
            exchange.getResponseHeaders().set("smithy-protocol", "rpc-v2-cbor");
            type = "application/cbor";
            answer = new FakeBuckets.Answer(200, "");
            bytes = metrics(exchange.getRequestURI().getPath());
        }
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private static Map<String, String> form(String body) {
        return Stream.of(body.split("&"))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(
                        each -> each[0],
                        each -> each.length < 2 ? "" : URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    }

    private FakeBuckets.Answer stacks(Map<String, String> ask) {
        String action = ask.get("Action");
        asked.add("cloudformation:" + action);
        if (denied.contains("cloudformation:" + action)) {
            return error(403, "AccessDenied", denial("cloudformation:" + action));
        }
        try {
            return new FakeBuckets.Answer(200, Xml.answer(action, stacks.answer(action, ask)));
        } catch (FakeStacks.Refused e) {
            return error(400, e.code, e.getMessage());
        }
    }

    static String denial(String action) {
        return "User: arn:aws:iam::123456789012:user/me is not authorized to perform: " + action + " on resource: x";
    }

    private static FakeBuckets.Answer error(int status, String code, String message) {
        return new FakeBuckets.Answer(
                status,
                Xml.of("ErrorResponse", Xml.of("Error", Xml.text("Code", code) + Xml.text("Message", message))));
    }

    private FakeBuckets.Answer s3(HttpExchange exchange, String body) {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        asked.add("s3 " + exchange.getRequestMethod() + " "
                + exchange.getRequestURI().getPath());
        if (String.valueOf(exchange.getRequestHeaders().getFirst("x-amz-content-sha256"))
                .startsWith("STREAMING")) {
            body = FakeBuckets.withoutChunks(body);
        }
        if (denied.contains("s3:" + exchange.getRequestMethod())) {
            return new FakeBuckets.Answer(
                    403, Xml.of("Error", Xml.text("Code", "AccessDenied") + Xml.text("Message", "Access Denied")));
        }
        return buckets.answer(
                exchange.getRequestMethod(), exchange.getRequestURI().getPath(), query, body);
    }

    private FakeBuckets.Answer tasks(String action, String body) {
        asked.add("ecs:" + action);
        return denied.contains("ecs:" + action)
                ? new FakeBuckets.Answer(
                        400, "{\"__type\":\"AccessDeniedException\",\"message\":\"" + denial("ecs:" + action) + "\"}")
                : tasks.answer(action, body);
    }

    private FakeBuckets.Answer table(String action, String body) {
        asked.add("dynamodb:" + action);
        if (denied.contains("dynamodb:" + action)) {
            return new FakeBuckets.Answer(
                    400,
                    "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\""
                            + denial("dynamodb:" + action) + "\"}");
        }
        String table = body.replaceAll("(?s).*\"TableName\":\"([^\"]*)\".*", "$1");
        return switch (action) {
            case "DescribeTable" ->
                tables.containsKey(table)
                        ? new FakeBuckets.Answer(200, "{\"Table\":" + description(table) + "}")
                        : new FakeBuckets.Answer(
                                400, "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException\"}");
            case "DescribeTimeToLive" ->
                new FakeBuckets.Answer(
                        200,
                        "{\"TimeToLiveDescription\":{\"TimeToLiveStatus\":\"ENABLED\",\"AttributeName\":\"ttl\"}}");
            default -> new FakeBuckets.Answer(200, "{}");
        };
    }

    private String description(String table) {
        String indexes = Stream.of("GSI1", "GSI2", "GSI3", "GSI4")
                .map(each -> "{\"IndexName\":\"" + each + "\",\"IndexStatus\":\"ACTIVE\",\"KeySchema\":" + keys(each)
                        + ",\"Projection\":{\"ProjectionType\":\"KEYS_ONLY\"}}")
                .collect(Collectors.joining(","));
        String attributes = Stream.of("", "GSI1", "GSI2", "GSI3", "GSI4")
                .flatMap(each -> Stream.of(each + "PK", each + "SK"))
                .map(each -> "{\"AttributeName\":\"" + each + "\",\"AttributeType\":\"S\"}")
                .collect(Collectors.joining(","));
        return "{\"TableName\":\"" + table + "\",\"TableStatus\":\"ACTIVE\",\"DeletionProtectionEnabled\":"
                + tables.get(table) + ",\"AttributeDefinitions\":[" + attributes + "],\"KeySchema\":" + keys("")
                + ",\"GlobalSecondaryIndexes\":[" + indexes + "]}";
    }

    private static String keys(String index) {
        return "[{\"AttributeName\":\"" + index + "PK\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"" + index
                + "SK\",\"KeyType\":\"RANGE\"}]";
    }

    private byte[] metrics(String path) {
        return path.endsWith("DescribeAlarms")
                ? Cbor.of(Map.of(
                        "MetricAlarms",
                        alarms.entrySet().stream()
                                .map(each -> Map.of(
                                        "AlarmName",
                                        each.getKey(),
                                        "StateValue",
                                        each.getValue(),
                                        "StateReason",
                                        "why"))
                                .toList()))
                : Cbor.of(Map.of(
                        "Datapoints",
                        lags.stream()
                                .map(each -> Map.of("Timestamp", Instant.EPOCH, "Maximum", each))
                                .toList()));
    }

    /** Lambda answers; CloudWatch lets nobody look, unless it was told to. */
    private FakeBuckets.Answer elsewhere(HttpExchange exchange, String service, String body) {
        String path = exchange.getRequestURI().getPath();
        asked.add(service + " " + path.toLowerCase(Locale.ROOT));
        if (service.equals("lambda") && path.endsWith("/invocations")) {
            calls.add(body);
            return new FakeBuckets.Answer(202, "");
        } else if (service.equals("lambda") && path.endsWith("/configuration")) {
            return new FakeBuckets.Answer(
                    200, "{\"FunctionName\":\"f\",\"State\":\"Active\",\"Runtime\":\"java21\",\"Version\":\"3\"}");
        } else if (service.equals("lambda")) {
            return new FakeBuckets.Answer(200, "{\"EventSourceMappings\":[{\"State\":\"Enabled\"}]}");
        }
        return error(403, "AccessDenied", denial(service + ":" + (body.isEmpty() ? "Look" : "Read")));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
