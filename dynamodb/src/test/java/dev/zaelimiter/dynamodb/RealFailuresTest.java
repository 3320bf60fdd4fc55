package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the real client's own failures become, on this host's loopback alone. */
final class RealFailuresTest {

    private static StoreException failure(int port, Duration callTimeout) {
        Connection.Route route =
                new Connection.Route("us-east-1", URI.create("http://127.0.0.1:" + port), Stubs.CREDENTIALS);
        Connection.Settings settings = new Connection.Settings(callTimeout, false, 4);
        try (Connection connection = Connection.make("my-table", route, settings, Environment.system());
                DynamoDbItemStore store = new DynamoDbItemStore(connection, Environment.system())) {
            Throwable thrown = catchThrowable(() -> store.get(Key.of("p", "s")).join());
            assertThat(thrown).hasCauseInstanceOf(StoreException.class);
            return (StoreException) thrown.getCause();
        }
    }

    @Test
    void get_nobodyListens_isUnreachable() throws IOException {
        try (Deaf deaf = new Deaf()) {
            assertThat(failure(deaf.port(), Duration.ofSeconds(60)))
                    .isInstanceOf(StoreException.Unreachable.class)
                    .hasMessageContaining("my-table");
        }
    }

    @Test
    void get_listenerHangsUp_isUncertain() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread hangUp = new Thread(() -> {
                try {
                    while (true) {
                        try (Socket socket = server.accept()) {
                            assertThat(socket.getInputStream().read()).isPositive();
                        }
                    }
                } catch (IOException e) {
                    // The test is over.
                }
            });
            hangUp.setDaemon(true);
            hangUp.start();

            assertThat(failure(server.getLocalPort(), Duration.ofSeconds(60)))
                    .isInstanceOf(StoreException.Uncertain.class);
        }
    }

    @Test
    void get_listenerSaysNothing_isUncertainWhenTheTimeIsOver() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            assertThat(failure(server.getLocalPort(), Duration.ofSeconds(3)))
                    .isInstanceOf(StoreException.Uncertain.class);
        }
    }
}
