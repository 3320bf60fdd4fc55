package dev.zaelimiter.tests.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.tests.backends.Backend;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The emulator of AWS, with what it lacks: tasks that run, and the agent in them that opens tunnels. */
final class TunnelCloud implements AutoCloseable {

    private static final Set<String> OF_EACH_HOP =
            Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "date");

    final List<String> stopped = new CopyOnWriteArrayList<>();
    final List<String> started = new CopyOnWriteArrayList<>();
    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    TunnelCloud() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] asked = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            Backend.MINISTACK.endpoint().resolve(exchange.getRequestURI()))
                    .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(asked));
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!OF_EACH_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers().map().forEach((name, values) -> {
                if (!OF_EACH_HOP.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
            byte[] body = changed(target, asked, answer.body());
            boolean none = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(answer.statusCode(), none ? -1 : body.length);
            if (!none) {
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] changed(String target, byte[] asked, byte[] answer) throws IOException {
        if (target.endsWith(".RunTask")) {
            started.add(new String(asked, java.nio.charset.StandardCharsets.UTF_8));
        } else if (target.endsWith(".StopTask")) {
            stopped.add(json.readTree(asked).path("task").asText());
        } else if (target.endsWith(".DescribeTasks")) {
            JsonNode all = json.readTree(answer);
            for (JsonNode task : all.path("tasks")) {
                ((ObjectNode) task).put("lastStatus", "RUNNING");
                ObjectNode container =
                        json.createObjectNode().put("name", "worker").put("runtimeId", "runtime-1");
                container
                        .putArray("managedAgents")
                        .addObject()
                        .put("name", "ExecuteCommandAgent")
                        .put("lastStatus", "RUNNING");
                ((ObjectNode) task).putArray("containers").add(container);
            }
            return json.writeValueAsBytes(all);
        }
        return answer;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
