package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S2: ministack, which runs functions on its host, was open to everybody on the network. */
@Tag("extended")
@Tag("back-end")
final class BackendsTest {

    private static List<InetAddress> addresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .toList();
    }

    private static void connect(InetAddress address, Backend backend) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, backend.endpoint().getPort()), 2_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void start_backend_listensOnThisHostAlone(Backend backend) throws IOException {
        connect(InetAddress.getByName(backend.endpoint().getHost()), backend);

        for (InetAddress address : addresses()) {
            if (!address.isLoopbackAddress()) {
                assertThatThrownBy(() -> connect(address, backend))
                        .as("%s on %s", backend, address)
                        .isInstanceOf(IOException.class);
            }
        }
        assertThat(addresses()).isNotEmpty();
    }
}
