package dev.zaelimiter.tests.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proxy does what its plan says, and the plan what its seed says; on this host's loopback alone. */
class FaultProxyTest {

    private static final HttpMessage OK = message("HTTP/1.1 200 OK", "done");
    private static final HttpMessage WRITE =
            message("POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.UpdateItem", "{}");
    private static final HttpMessage READ = message("POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.GetItem", "{}");

    private final AtomicInteger arrived = new AtomicInteger();
    private final ServerSocket store = store();
    private final FaultPlan plan = new FaultPlan(1);

    private static HttpMessage message(String head, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new HttpMessage(head + "\r\nContent-Length: " + bytes.length + "\r\n\r\n", bytes);
    }

    /** Says yes to everything. */
    private ServerSocket store() {
        try {
            ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            Thread thread = new Thread(() -> {
                try {
                    while (true) {
                        try (Socket socket = server.accept()) {
                            BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
                            while (HttpMessage.read(in) != null) {
                                arrived.incrementAndGet();
                                OK.write(socket.getOutputStream());
                            }
                        }
                    }
                } catch (IOException e) {
                    // The test is over.
                }
            });
            thread.setDaemon(true);
            thread.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private static @Nullable HttpMessage send(Socket socket, HttpMessage request) throws IOException {
        request.write(socket.getOutputStream());
        return HttpMessage.read(new BufferedInputStream(socket.getInputStream()));
    }

    private FaultProxy proxy() throws IOException {
        return new FaultProxy(URI.create("http://127.0.0.1:" + store.getLocalPort()), plan, Duration.ofMillis(20));
    }

    private static Socket connect(FaultProxy proxy) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.endpoint().getPort());
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, 1, 200",
        "THROTTLED, 0, 400",
        "CUT_BEFORE, 0, 0",
        "CUT_AFTER, 1, 0",
        "ERROR_BEFORE, 0, 500",
        "ERROR_AFTER, 1, 500",
        "LATE_ANSWER, 1, 200",
        "LATE_REQUEST, 1, 200",
    })
    void request_withFault_arrivesOrNotAndIsAnsweredOrNot(NetworkFault fault, int arrives, int status)
            throws IOException {
        plan.next(fault);
        try (FaultProxy proxy = proxy();
                Socket client = connect(proxy)) {
            HttpMessage answer = send(client, WRITE);

            assertThat(arrived).hasValue(arrives);
            assertThat(fault.arrives()).isEqualTo(arrives == 1);
            assertThat(answer == null ? "cut" : answer.head())
                    .startsWith(status == 0 ? "cut" : "HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void requests_onOneConnection_goOnAfterAnAnsweredFault() throws IOException {
        plan.next(NetworkFault.ERROR_AFTER, NetworkFault.THROTTLED);
        try (FaultProxy proxy = proxy();
                Socket client = connect(proxy)) {
            assertThat(send(client, READ)).isNotNull();
            assertThat(plan.pending())
                    .as("reads leave what is ordered for writes")
                    .isEqualTo(2);
            assertThat(send(client, WRITE)).isNotNull();
            assertThat(send(client, WRITE)).isNotNull();
            HttpMessage last = send(client, WRITE);

            assertThat(last).isNotNull();
            assertThat(last.head()).isEqualTo(OK.head());
            assertThat(last.body()).isEqualTo(OK.body());
            assertThat(arrived).hasValue(3);
            assertThat(plan.counts())
                    .containsEntry(NetworkFault.NONE, 2)
                    .containsEntry(NetworkFault.ERROR_AFTER, 1)
                    .containsEntry(NetworkFault.THROTTLED, 1);
        }
    }

    @Test
    void plan_sameSeed_decidesTheSameOfEachNumberInAnyOrder() {
        List<NetworkFault> faults = List.of(NetworkFault.CUT_AFTER, NetworkFault.THROTTLED);
        FaultPlan forwards = new FaultPlan(7);
        FaultPlan backwards = new FaultPlan(7);
        forwards.atRandom(0.05, faults);
        backwards.atRandom(0.05, faults);
        int count = 10_000;
        List<NetworkFault> first = new ArrayList<>();
        List<NetworkFault> second = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            first.add(forwards.of(i, new SplittableRandom(i).nextBoolean()));
            second.add(0, backwards.of(count - 1 - i, true));
        }

        assertThat(first).isEqualTo(second);
        assertThat(first.stream().filter(fault -> fault == NetworkFault.NONE)).hasSizeBetween(9_400, 9_600);
        assertThat(first).contains(NetworkFault.CUT_AFTER, NetworkFault.THROTTLED);
    }

    @Test
    void plan_otherSeed_decidesOtherwise() {
        List<NetworkFault> faults = List.of(NetworkFault.CUT_AFTER);
        FaultPlan one = new FaultPlan(7);
        FaultPlan other = new FaultPlan(8);
        one.atRandom(0.5, faults);
        other.atRandom(0.5, faults);
        int same = 0;
        for (int i = 0; i < 1_000; i++) {
            same += one.of(i, false) == other.of(i, false) ? 1 : 0;
        }

        assertThat(same).isBetween(400, 600);
    }
}
