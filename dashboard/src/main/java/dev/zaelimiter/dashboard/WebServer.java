package dev.zaelimiter.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Serves the page on this machine alone, by the JDK's own server. Its threads are daemons. */
final class WebServer {

    private static final int THREADS = 32;
    private static final int BACKLOG = 50;
    private static final int MOST_BYTES = 64 * 1024;
    private static final long PATIENCE_SECONDS = 5;

    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
            + " require-trusted-types-for 'script'; trusted-types 'none'";

    private final HttpServer server;
    private final ExecutorService threads;
    private final Guard guard;
    private final Answering api;
    private final PageFiles files;

    private WebServer(HttpServer server, Guard guard, Answering api, PageFiles files) {
        this.server = server;
        this.guard = guard;
        this.api = api;
        this.files = files;
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "zae-limiter-dashboard-http-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Begins to serve.
     *
     * @param port 0 for any that is free
     * @throws IOException if the port can't be had
     */
    static WebServer start(int port, Guard guard, Answering api, PageFiles files) throws IOException {
        prepare();
        InetAddress here = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        WebServer web = new WebServer(HttpServer.create(new InetSocketAddress(here, port), BACKLOG), guard, api, files);
        web.server.setExecutor(web.threads);
        web.server.createContext("/", web::serve);
        startAsDaemon(web.server);
        return web;
    }

    /** The thread that hears of connections is like the one that starts it, and there is no other way to say so. */
    private static void startAsDaemon(HttpServer server) {
        Thread starter = new Thread(server::start, "zae-limiter-dashboard-start");
        starter.setDaemon(true);
        starter.start();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The server has no other way to be told. */
    private static void prepare() {
        unlessSaid("sun.net.httpserver.maxReqTime", "10");
        unlessSaid("sun.net.httpserver.maxRspTime", "10");
        // On JDK 17 it sends head and body apart, and the body would wait 40 ms for the head to be acknowledged.
        unlessSaid("sun.net.httpserver.nodelay", "true");
    }

    private static void unlessSaid(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** A browser that goes away midway is no concern of anybody. */
    private void serve(HttpExchange exchange) {
        try (exchange) {
            Reply reply;
            try {
                reply = reply(exchange);
            } catch (RuntimeException e) {
                reply = Failures.reply(e);
            }
            send(exchange, reply);
        } catch (IOException gone) {
            exchange.close();
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean asksApi = path.startsWith(Answering.PREFIX);
        Reply refusal = guard.refusal(exchange.getRequestMethod(), asksApi, exchange.getRequestHeaders());
        if (refusal != null) {
            return refusal;
        }
        if (!asksApi) {
            Reply file = files.find(path);
            return file == null ? Reply.error(Reply.NOT_FOUND, "there is nothing here") : file;
        }
        boolean writes = exchange.getRequestMethod().equals("POST");
        String fields = exchange.getRequestURI().getRawQuery();
        if (writes) {
            fields = body(exchange);
            if (fields == null) {
                return Reply.error(Reply.TOO_LARGE, "more than " + MOST_BYTES + " bytes");
            }
        }
        return api.answer(writes, path.substring(Answering.PREFIX.length()), Form.of(fields));
    }

    private static @Nullable String body(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        return bytes.length > MOST_BYTES ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", reply.type());
        headers.set("Content-Security-Policy", CONTENT_POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            headers.set("Content-Length", String.valueOf(reply.body().length));
        }
        exchange.sendResponseHeaders(reply.status(), head ? -1 : reply.body().length);
        if (!head) {
            exchange.getResponseBody().write(reply.body());
        }
    }

    /** Serves nothing more, and ends the threads. */
    void close() {
        server.stop(0);
        threads.shutdownNow();
        try {
            boolean unused = threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
