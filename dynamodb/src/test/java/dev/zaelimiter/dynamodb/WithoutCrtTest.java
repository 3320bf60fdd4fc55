package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * D5: who leaves the CRT client out, which is most of what the limiter weighs, has another one on the class path. Here
 * a class loader stands for such a class path: that of the tests without some jars. Over a real connection, on this
 * host.
 */
final class WithoutCrtTest {

    /** What is left out of the class path: the CRT client and the native library that it stands on. */
    private static final List<String> CRT = List.of("aws-crt-client", "aws-crt-");

    private static final List<String> NETTY = List.of("netty-nio-client");

    private static URLClassLoader without(List<String> jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            File file = new File(entry);
            if (jars.stream().noneMatch(file.getName()::startsWith)) {
                urls.add(file.toURI().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Runs one of the programs below as on a class path without some jars. */
    private static Object run(List<String> jars, String program, URI endpoint) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = without(jars)) {
            Thread.currentThread().setContextClassLoader(loader);
            var constructor = loader.loadClass(WithoutCrtTest.class.getName() + "$" + program)
                    .getDeclaredConstructor(String.class);
            constructor.setAccessible(true);
            return ((Callable<?>) constructor.newInstance(endpoint.toString())).call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static DynamoDbBuilder builder(String endpoint) {
        return DynamoDbRepository.builder("my-table")
                .region("us-east-1")
                .endpoint(URI.create(endpoint))
                .credentials("local", "local");
    }

    /** Opens a table. */
    static final class Connect implements Callable<String> {
        private final String endpoint;

        Connect(String endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public String call() {
            loadTheClient();
            builder(endpoint).connect().close();
            return "opened, and " + (there("software.amazon.awssdk.crt.CRT") ? "CRT" : "no CRT") + " is there";
        }

        /**
         * A busy machine loads its classes for longer than opening waits for a connection, which is not what is tested.
         */
        private static void loadTheClient() {
            assertThatThrownBy(() -> builder("http://127.0.0.1:9").connect()).isInstanceOf(CannotOpenException.class);
        }

        private static boolean there(String type) {
            try {
                Class.forName(type, false, WithoutCrtTest.class.getClassLoader());
                return true;
            } catch (ClassNotFoundException e) {
                return false;
            }
        }
    }

    /** Fails to open a table, and says why. */
    static final class Fail implements Callable<String> {
        private final String endpoint;

        Fail(String endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public String call() {
            try {
                builder(endpoint).connect().close();
                return "opened";
            } catch (CannotOpenException e) {
                return e.reason() + ": " + e.getMessage();
            }
        }
    }

    @Test
    void connect_withoutCrt_goesOverNetty() throws Exception {
        List<String> operations = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String operation =
                    exchange.getRequestHeaders().getFirst("X-Amz-Target").replaceFirst(".*\\.", "");
            operations.add(operation);
            boolean namespace = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    .contains("#NAMESPACE#default");
            String answer = operation.equals("DescribeTable")
                    ? "{\"Table\": " + TableDescriptions.fitting("ACTIVE") + "}"
                    : namespace
                            ? "{\"Item\": {\"PK\": {\"S\": \"_/SYSTEM#\"}, \"SK\": {\"S\": \"#NAMESPACE#default\"},"
                                    + " \"namespace_id\": {\"S\": \"abcdefghijk\"}}}"
                            : "{}";
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());

            assertThat(run(CRT, "Connect", endpoint)).isEqualTo("opened, and no CRT is there");

            assertThat(operations).containsExactly("DescribeTable", "GetItem", "GetItem");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void connect_withoutCrtAndNobodyListens_saysWhatToCheck() throws Exception {
        try (Deaf deaf = new Deaf()) {
            assertThat((String) run(CRT, "Fail", URI.create("http://127.0.0.1:" + deaf.port())))
                    .startsWith("NO_ANSWER")
                    .contains("check the endpoint");
        }
    }

    @Test
    void connect_withoutAnyClientOfHttp_saysWhatToAdd() throws Exception {
        List<String> both = new ArrayList<>(CRT);
        both.addAll(NETTY);

        assertThat((String) run(both, "Fail", URI.create("http://127.0.0.1:1")))
                .startsWith("LIBRARY_UNFIT")
                .contains("aws-crt-client or netty-nio-client");
    }

    @Test
    void choose_nothingThere_isRefused() {
        assertThatThrownBy(() -> HttpClients.choose(List.of(), "; broken"))
                .isInstanceOfSatisfying(
                        CannotOpenException.class, e -> assertThat(e.reason()).isEqualTo(Reason.LIBRARY_UNFIT))
                .hasMessageContaining("broken");
    }
}
