package dev.zaelimiter.tests.backends;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and a store, and does to each request what a {@link FaultPlan} says. Each connection of the
 * client has one of its own to the store, and a thread.
 */
final class FaultProxy implements AutoCloseable {

    private static final Pattern WRITES =
            Pattern.compile(".*\\.(UpdateItem|PutItem|DeleteItem|TransactWriteItems|BatchWriteItem)");

    private final FaultPlan plan;
    private final URI store;
    private final Duration lateness;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "fault-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong number = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);

    /**
     * Starts to listen, on this host alone.
     *
     * @param store where the requests go
     * @param plan what happens to them
     * @param lateness how late a late request or answer is: longer than its sender waits
     */
    FaultProxy(URI store, FaultPlan plan, Duration lateness) throws IOException {
        this.store = store;
        this.plan = plan;
        this.lateness = lateness;
        this.server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                return; // Closed.
            }
        }
    }

    /** One connection, until either side hangs up or a fault cuts it. */
    private void serve(Socket client) {
        try (client;
                Socket upstream = new Socket(store.getHost(), store.getPort())) {
            open.add(client);
            open.add(upstream);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            InputStream fromClient = new BufferedInputStream(client.getInputStream());
            InputStream fromStore = new BufferedInputStream(upstream.getInputStream());
            boolean goesOn = true;
            while (goesOn) {
                HttpMessage request = HttpMessage.read(fromClient);
                goesOn = request != null && pass(request, client, upstream, fromStore);
            }
        } catch (IOException e) {
            // Somebody hung up, which is what this is about.
        } finally {
            open.removeIf(Socket::isClosed);
        }
    }

    /** One request; false if its fault ends the connection. */
    private boolean pass(HttpMessage request, Socket client, Socket upstream, InputStream fromStore)
            throws IOException {
        String target = request.header("x-amz-target");
        boolean write = target != null && WRITES.matcher(target).matches();
        writes.addAndGet(write ? 1 : 0);
        NetworkFault fault = plan.of(number.getAndIncrement(), write);
        underWay.incrementAndGet();
        try {
            if (fault == NetworkFault.LATE_REQUEST) {
                beLate();
            }
            HttpMessage answer = null;
            if (fault.arrives()) {
                request.write(upstream.getOutputStream());
                answer = HttpMessage.read(fromStore);
            }
            if (fault == NetworkFault.LATE_ANSWER) {
                beLate();
            }
            HttpMessage given = left(fault, answer);
            if (given != null) {
                given.write(client.getOutputStream());
            }
            return given != null;
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** What a fault leaves of the store's answer, or null for a cut. */
    private static @Nullable HttpMessage left(NetworkFault fault, @Nullable HttpMessage answer) {
        return switch (fault) {
            case CUT_BEFORE, CUT_AFTER -> null;
            case THROTTLED -> HttpMessage.error(400, "ProvisionedThroughputExceededException");
            case THROTTLED_KEY_RANGE ->
                HttpMessage.error(
                        400,
                        "ProvisionedThroughputExceededException",
                        ",\"ThrottlingReasons\":[{\"reason\":\"TableWriteKeyRangeThroughputExceeded\",\"resource\":\"arn\"}]");
            case DENIED -> HttpMessage.error(400, "AccessDeniedException");
            case ERROR_BEFORE, ERROR_AFTER -> HttpMessage.error(500, "InternalServerError");
            case NONE, LATE_ANSWER, LATE_REQUEST -> answer;
        };
    }

    /** How many requests have come so far. */
    long arrived() {
        return number.get();
    }

    /** How many of them were to change something. */
    long writes() {
        return writes.get();
    }

    /** How many requests are here or at the store. */
    int underWay() {
        return underWay.get();
    }

    private void beLate() {
        try {
            boolean unused = closing.await(lateness.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        server.close();
        for (Socket each : open) {
            each.close();
        }
        threads.shutdownNow();
    }
}
