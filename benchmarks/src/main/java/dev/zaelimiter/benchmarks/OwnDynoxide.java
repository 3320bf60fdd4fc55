package dev.zaelimiter.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A dynoxide that was just started, and ends with this. It keeps each record of each stream for as long as it runs, of
 * tables that are long gone too, and looks at all of them for each write to a table with a stream and for each read of
 * one: what a stream costs can be measured on a new one alone, and for some seconds.
 */
final class OwnDynoxide implements AutoCloseable {

    private static final Path PROGRAM = Path.of(System.getenv()
                    .getOrDefault("BACKENDS_HOME", System.getProperty("user.home") + "/.cache/zae-backends"))
            .resolve("cargo/bin/dynoxide");
    private static final int TRIES = 100;
    private static final long PAUSE_MILLIS = 100;

    private final Process process;
    private final URI endpoint;

    private OwnDynoxide(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /**
     * Starts one, on a port of its own of this host alone.
     *
     * @throws IllegalStateException if it is not installed, or does not start within ten seconds
     */
    static OwnDynoxide start() throws IOException, InterruptedException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException("dynoxide is not there (" + PROGRAM + "): run bin/backends install");
        }
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, here)) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(PROGRAM.toString(), "--port", Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(here, port), 1000);
                return new OwnDynoxide(process, URI.create("http://127.0.0.1:" + port));
            } catch (IOException notYet) {
                // It is another program: nobody tells when it listens.
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
        process.destroy();
        throw new IllegalStateException("dynoxide did not start on port " + port);
    }

    URI endpoint() {
        return endpoint;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
