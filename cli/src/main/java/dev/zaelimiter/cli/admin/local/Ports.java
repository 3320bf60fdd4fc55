package dev.zaelimiter.cli.admin.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Ports of 127.0.0.1. Between the look and the use somebody else may take one; then the back end says so. */
final class Ports {

    static final int HIGHEST = 65_535;

    /** Where local DynamoDBs usually are, and some more: web servers like the first one too. */
    static final int FIRST = 8000;

    static final int LAST = 8019;

    private static final int ANSWER_MILLIS = 300;

    private Ports() {}

    /**
     * A port to use.
     *
     * @param wished null for the first free one of the usual ones, 0 for any
     * @throws LocalException if it is taken, or not for this user
     */
    static int choose(@Nullable Integer wished) {
        if (wished != null) {
            return wished == 0 ? any() : checked(wished);
        }
        for (int port = FIRST; port <= LAST; port++) {
            if (problem(port) == null) {
                return port;
            }
        }
        throw new LocalException("the ports " + FIRST + " to " + LAST
                + " are all taken by other programs: give another with --port, or 0 for any that is free");
    }

    private static int checked(int port) {
        String problem = problem(port);
        if (problem != null) {
            throw new LocalException(
                    "port " + port + " " + problem + ": give another with --port, or 0 for any that is free");
        }
        return port;
    }

    private static @Nullable String problem(int port) {
        InetSocketAddress address = new InetSocketAddress(loopback(), port);
        try (Socket asking = new Socket()) {
            // On some systems a port can be bound although a server on all addresses has it.
            asking.connect(address, ANSWER_MILLIS);
            return "is taken by another program";
        } catch (IOException e) {
            // Nobody answers.
        }
        try (ServerSocket trial = new ServerSocket()) {
            trial.bind(address);
            return null;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("ermission")
                    ? "is for the superuser"
                    : "is taken by another program";
        }
    }

    private static int any() {
        try (ServerSocket trial = new ServerSocket(0, 1, loopback())) {
            return trial.getLocalPort();
        } catch (IOException e) {
            throw new LocalException("no port of 127.0.0.1 is free: " + e.getMessage(), e);
        }
    }

    static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
