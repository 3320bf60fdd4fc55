package dev.zaelimiter.testkit.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A server on this machine that speaks as OpenAI's chat completions do, complete and streamed, and answers what it is
 * told to: for tests of what an application does with usage, refusals and broken answers. Safe for use by many threads.
 *
 * <pre>{@code
 * try (StandInModel model = StandInModel.start()) {
 *     model.next(ModelReply.of("Hello", " there").using(12, 2));
 *     model.next(ModelReply.failing(429).header("Retry-After", "20"));
 *     callTheModelAt(model.url());
 * }
 * }</pre>
 */
public final class StandInModel implements AutoCloseable {

    /** Nobody waits for a stalled answer for longer. */
    private static final long LONGEST_STALL_SECONDS = 30;

    private static final int LONGEST_REQUEST = 4 * 1024 * 1024;

    private final HttpServer server;
    private final ExecutorService threads;
    private final Queue<ModelReply> next = new ConcurrentLinkedQueue<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Function<String, ModelReply> otherwise;

    private StandInModel(HttpServer server, Function<String, ModelReply> otherwise) {
        this.server = server;
        this.otherwise = otherwise;
        this.threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "stand-in-model");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * Starts a model that has nothing to say of its own: without a reply it answers 500.
     *
     * @return a model on a free port of the loopback address
     */
    public static StandInModel start() {
        return start(request -> ModelReply.failing(500));
    }

    /**
     * Starts a model.
     *
     * @param otherwise what it answers when no reply is waiting, given the request's body
     * @return a model on a free port of the loopback address
     */
    public static StandInModel start(Function<String, ModelReply> otherwise) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            return new StandInModel(HttpServer.create(address, 0), otherwise);
        } catch (IOException e) {
            throw new UncheckedIOException("no port for a stand-in model", e);
        }
    }

    /**
     * Where it is, as clients of OpenAI want it: {@code /chat/completions} comes after it.
     *
     * @return an address that ends in {@code /v1}
     */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    }

    /**
     * Says what the next request gets for which no reply is waiting yet.
     *
     * @param reply the answer
     * @return this model
     */
    public StandInModel next(ModelReply reply) {
        next.add(reply);
        return this;
    }

    /**
     * The bodies of all requests.
     *
     * @return in the order of coming
     */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        // Not closed where an answer breaks off: closing would end it in good order.
        String request = new String(exchange.getRequestBody().readNBytes(LONGEST_REQUEST), StandardCharsets.UTF_8);
        requests.add(request);
        ModelReply waiting = next.poll();
        ModelReply reply = waiting != null ? waiting : otherwise.apply(request);
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        boolean streamed = reply.status() == 200 && ChatJson.asksForAStream(request);
        exchange.getResponseHeaders().set("Content-Type", streamed ? "text/event-stream" : "application/json");
        if (streamed) {
            exchange.sendResponseHeaders(reply.status(), 0);
            stream(exchange, reply, ChatJson.asksForUsage(request));
        } else {
            complete(exchange, reply);
        }
    }

    private void complete(HttpExchange exchange, ModelReply reply) throws IOException {
        byte[] body = (reply.status() == 200 ? ChatJson.completion(reply) : ChatJson.error(reply.status()))
                .getBytes(StandardCharsets.UTF_8);
        if (reply.stalls()) {
            stall();
        }
        exchange.sendResponseHeaders(reply.status(), body.length);
        OutputStream out = exchange.getResponseBody();
        if (reply.breaksOff()) {
            out.write(body, 0, body.length / 2);
            out.flush();
            throw new IOException("breaks off, as it was told");
        }
        out.write(body);
        exchange.close();
    }

    private void stream(HttpExchange exchange, ModelReply reply, boolean withUsage) throws IOException {
        OutputStream out = exchange.getResponseBody();
        for (String piece : reply.pieces()) {
            event(out, ChatJson.piece(piece));
        }
        if (reply.stalls()) {
            stall();
        }
        if (reply.stalls() || reply.breaksOff()) {
            throw new IOException("breaks off, as it was told");
        }
        if (reply.tool() != null) {
            event(out, ChatJson.pieceOfATool(reply.tool()));
        }
        event(out, ChatJson.lastPiece(reply.tool() != null));
        if (withUsage && reply.usage() != null) {
            event(out, ChatJson.pieceOfUsage(reply.usage()));
        }
        event(out, "[DONE]");
        exchange.close();
    }

    private static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private void stall() {
        try {
            if (!closed.await(LONGEST_STALL_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a stalled answer was forgotten");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
