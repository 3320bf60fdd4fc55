package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A page for the browser that shows how a load test goes. Served on 127.0.0.1 alone, to those who know its key, by the
 * server of the {@link Dashboard}; it only shows. What it shows is read while somebody looks, and no more often than
 * said. Safe for use by many threads.
 */
public final class LivePage implements AutoCloseable {

    private final WebServer server;
    private final String key;

    private LivePage(WebServer server, String key) {
        this.server = server;
        this.key = key;
    }

    /**
     * Begins to serve it, with a key of its own.
     *
     * @param title what is shown, for people
     * @param port 0 for any that is free, to 65535
     * @param every how often what is shown is read, at most
     * @param state gives the report of the run as an object of JSON; called by any thread, one at a time
     * @return to be closed
     * @throws InvalidInputException if the port is none
     * @throws UncheckedIOException if the port can't be had: a {@link java.net.BindException} is its cause
     */
    public static LivePage start(String title, int port, Duration every, Supplier<String> state) {
        return start(title, port, every, state, Dashboard.newKey());
    }

    /**
     * Begins to serve it, with a key that somebody knows already, as behind a tunnel.
     *
     * @param title what is shown, for people
     * @param port 0 for any that is free, to 65535
     * @param every how often what is shown is read, at most
     * @param state gives the report of the run as an object of JSON; called by any thread, one at a time
     * @param key 20 letters, digits, hyphens and underscores or more, which nobody can guess
     * @return to be closed
     * @throws InvalidInputException if the port or the key is none
     * @throws UncheckedIOException if the port can't be had: a {@link java.net.BindException} is its cause
     */
    public static LivePage start(String title, int port, Duration every, Supplier<String> state, String key) {
        if (port < 0 || port > Dashboard.Builder.HIGHEST_PORT) {
            throw new InvalidInputException("port", port, "0 to " + Dashboard.Builder.HIGHEST_PORT);
        } else if (!key.matches("[\\w-]{20,200}")) {
            throw new InvalidInputException("key", "(not shown)", "20 to 200 letters, digits, hyphens and underscores");
        }
        LiveApi api = new LiveApi(title, every, state, Environment.system());
        try {
            return new LivePage(WebServer.start(port, new Guard(key, false), api, PageFiles.ofARun()), key);
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port + " of 127.0.0.1 can't be had: " + e.getMessage(), e);
        }
    }

    /**
     * A new key, which nobody can guess.
     *
     * @return 24 characters
     */
    public static String newKey() {
        return Dashboard.newKey();
    }

    /**
     * Where it is, with the key. Whoever has this address sees all that the page shows.
     *
     * @return for a browser on this machine
     */
    public URI address() {
        return address(server.port(), key);
    }

    /**
     * Where a page is whose port was chosen elsewhere, as the end of a tunnel.
     *
     * @param port of this machine
     * @param key of the page
     * @return for a browser on this machine
     */
    public static URI address(int port, String key) {
        return URI.create("http://127.0.0.1:" + port + "/#key=" + key);
    }

    /** Ends the page. May be called more than once. */
    @Override
    public void close() {
        server.close();
    }
}
