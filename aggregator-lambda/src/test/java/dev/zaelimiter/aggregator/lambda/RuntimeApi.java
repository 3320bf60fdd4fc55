package dev.zaelimiter.aggregator.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A stand-in for Lambda's runtime API, on this host alone: gives events, and takes answers. */
final class RuntimeApi implements AutoCloseable {

    private static final int DEADLINE_MILLIS = 30_000;

    private final HttpServer server;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Long> restored = new CompletableFuture<>();
    private final AtomicInteger number = new AtomicInteger();

    RuntimeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/2018-06-01/runtime/", this::serve);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (path.endsWith("/restore/next")) {
            // As if the snapshot had been made, and woken at once.
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            restored.complete(System.nanoTime());
            return;
        }
        if (path.endsWith("/invocation/next")) {
            next(exchange);
            return;
        }
        answers.add(path.substring(path.lastIndexOf('/') + 1) + " " + new String(body, StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(202, -1);
        exchange.close();
    }

    private void next(HttpExchange exchange) throws IOException {
        try {
            byte[] event = events.take().getBytes(StandardCharsets.UTF_8);
            var headers = exchange.getResponseHeaders();
            headers.add("Lambda-Runtime-Aws-Request-Id", "request-" + number.incrementAndGet());
            headers.add("Lambda-Runtime-Deadline-Ms", Long.toString(System.currentTimeMillis() + DEADLINE_MILLIS));
            headers.add("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:f");
            headers.add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, event.length);
            exchange.getResponseBody().write(event);
            exchange.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Done with the time of {@link System#nanoTime} when the function is ready for its snapshot, which wakes at once.
     */
    CompletableFuture<Long> restored() {
        return restored;
    }

    /**
     * Calls the function; gives {@code response} or {@code error}, and what it said. Null if it said nothing for a
     * minute.
     */
    String call(String event) throws InterruptedException {
        events.add(event);
        return answers.poll(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
