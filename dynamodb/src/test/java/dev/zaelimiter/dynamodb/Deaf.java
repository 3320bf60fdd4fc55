package dev.zaelimiter.dynamodb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of this machine where nobody listens. It is held, so that no other program listens there a moment later: a
 * port that was free may be anybody's by then.
 */
final class Deaf implements AutoCloseable {

    private final Socket held = new Socket();

    Deaf() throws IOException {
        held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int port() {
        return held.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        held.close();
    }
}
