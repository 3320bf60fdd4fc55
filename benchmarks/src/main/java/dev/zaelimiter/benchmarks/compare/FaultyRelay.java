package dev.zaelimiter.benchmarks.compare;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between a client and the store, and loses or delays the answers to some writes, after the store has done them.
 * Which ones depends on the number of the write alone, so that everybody meets the same.
 */
final class FaultyRelay implements AutoCloseable {

    /** What a callee may add to a request, and the store needs to see. */
    private static final List<String> HEADERS =
            List.of("Content-Type", "X-Amz-Target", "Authorization", "X-Amz-Date", "X-Amz-Security-Token");

    private static final String WRITES = ".*\\.(UpdateItem|PutItem|DeleteItem|TransactWriteItems)";

    private final URI store;
    private final double lost;
    private final double late;
    private final long lateMillis;
    private final AtomicLong writes = new AtomicLong();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpServer server;

    /**
     * Listens from now on, on this host alone.
     *
     * @param store where requests go
     * @param lost which share of the answers to writes never comes
     * @param late which share comes late
     * @param lateMillis how late
     */
    FaultyRelay(URI store, double lost, double late, long lateMillis) throws IOException {
        this.store = store;
        this.lost = lost;
        this.late = late;
        this.lateMillis = lateMillis;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpResponse<byte[]> answer = send(exchange);
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            if (target != null && target.matches(WRITES)) {
                double chance = new SplittableRandom(writes.getAndIncrement()).nextDouble();
                if (chance < lost) {
                    return; // The connection is closed without a word.
                } else if (chance < lost + late) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(lateMillis));
                }
            }
            answer.headers().map().forEach((name, values) -> {
                if (!name.equalsIgnoreCase("content-length") && !name.equalsIgnoreCase("transfer-encoding")) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> send(HttpExchange exchange) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(store.resolve("/"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        exchange.getRequestBody().readAllBytes()));
        for (String header : HEADERS) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
