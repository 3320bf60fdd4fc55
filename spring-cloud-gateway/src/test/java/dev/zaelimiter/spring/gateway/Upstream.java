package dev.zaelimiter.spring.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The service behind the gateway. It tells of limits of its own, and of what was used; a path that ends in
 * {@code /fails} fails.
 */
final class Upstream implements AutoCloseable {

    static final String BODY = "0123456789";

    private final Map<String, Integer> handled = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpServer server;

    Upstream() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many requests with this key came through. */
    int handled(String key) {
        return handled.getOrDefault(key, 0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String key = exchange.getRequestHeaders().getFirst("X-Api-Key");
            handled.merge(key == null ? "" : key, 1, Integer::sum);
            byte[] body = BODY.getBytes(StandardCharsets.US_ASCII);
            exchange.getResponseHeaders().set("RateLimit", "\"theirs\";r=1");
            exchange.getResponseHeaders().set("x-tokens-used", "700");
            boolean fails = exchange.getRequestURI().getPath().endsWith("/fails");
            exchange.sendResponseHeaders(fails ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
