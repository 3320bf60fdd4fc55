package dev.zaelimiter.tests.deploy;

import static dev.zaelimiter.tests.deploy.MadeStack.list;
import static dev.zaelimiter.tests.deploy.MadeStack.map;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a task runs before there is any of our code, as it stands in the template: run here, by this machine's shell,
 * against a bucket that checks signatures as S3 does. Needs what the image must have: sh, curl, sed, sha256sum.
 */
@Tag("extended")
class WorkerScriptTest {

    private static final String SECRET = "secret/with+odd";
    private static final String TOKEN = "token/with+odd==";

    private final Map<String, byte[]> jars = new HashMap<>();
    private final List<String> refusals = new ArrayList<>();
    private HttpServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/credentials",
                exchange -> send(
                        exchange,
                        200,
                        ("{\"RoleArn\":\"r\",\"AccessKeyId\":\"AKIDEXAMPLE\",\"SecretAccessKey\":\"" + SECRET
                                        + "\",\"Token\":\"" + TOKEN + "\",\"Expiration\":\"2030-01-01T00:00:00Z\"}")
                                .getBytes(StandardCharsets.UTF_8)));
        server.createContext("/bucket/jars/", exchange -> {
            String refusal = refusal(exchange);
            byte[] jar = jars.get(exchange.getRequestURI().getPath().replaceAll(".*/|\\.jar", ""));
            if (refusal != null) {
                refusals.add(refusal);
                send(exchange, 403, new byte[0]);
            } else {
                send(exchange, jar == null ? 404 : 200, jar == null ? new byte[0] : jar);
            }
        });
        server.start();
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"started with $*\"; ls\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** What S3 would not like about a signature; null if it is right. */
    private static String refusal(HttpExchange exchange) {
        String given = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String names = given.replaceAll(".*SignedHeaders=([^,]*),.*", "$1");
        String payload = exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
        if (payload == null || !names.contains("x-amz-content-sha256") || !names.contains("x-amz-security-token")) {
            return "not signed: " + names;
        } else if (!TOKEN.equals(exchange.getRequestHeaders().getFirst("x-amz-security-token"))) {
            return "another token";
        }
        StringBuilder canonical =
                new StringBuilder("GET\n" + exchange.getRequestURI().getRawPath() + "\n\n");
        for (String name : names.split(";")) {
            canonical
                    .append(name)
                    .append(':')
                    .append(exchange.getRequestHeaders().getFirst(name))
                    .append('\n');
        }
        canonical.append('\n').append(names).append('\n').append(payload);
        String scope = given.replaceAll(".*Credential=AKIDEXAMPLE/([^,]*),.*", "$1");
        String toSign = "AWS4-HMAC-SHA256\n" + exchange.getRequestHeaders().getFirst("x-amz-date") + "\n" + scope + "\n"
                + hash(canonical.toString().getBytes(StandardCharsets.UTF_8));
        byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/")) {
            key = hmac(key, part);
        }
        String expected = HexFormat.of().formatHex(hmac(key, toSign));
        return given.endsWith("Signature=" + expected) && scope.endsWith("/eu-west-1/s3/aws4_request")
                ? null
                : "another signature";
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private String push(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        jars.put(hash(bytes), bytes);
        return hash(bytes);
    }

    private Cloud.Ran run(String path, String... hashes) throws Exception {
        Map<String, Object> container =
                map(list(MadeStack.loadTest().properties("TaskDefinition").get("ContainerDefinitions"))
                        .get(0));
        List<String> command = new ArrayList<>();
        list(container.get("EntryPoint")).forEach(each -> command.add((String) each));
        list(container.get("Command")).forEach(each -> command.add((String) each));
        command.set(0, "/bin/sh");
        Path out = Files.createTempFile(folder, "out", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        String here = "http://127.0.0.1:" + server.getAddress().getPort();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        path,
                        "TMPDIR",
                        folder.toString(),
                        "AWS_REGION",
                        "eu-west-1",
                        "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                        here + "/credentials",
                        "ZAEL_LOADTEST_S3",
                        here,
                        "ZAEL_LOADTEST_BUCKET",
                        "bucket",
                        "ZAEL_LOADTEST_CLASS",
                        "some.Worker",
                        "ZAEL_LOADTEST_JARS",
                        String.join(" ", hashes)));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return new Cloud.Ran(process.exitValue(), Files.readString(out), "");
        } finally {
            process.destroyForcibly();
        }
    }

    private String usualPath() {
        return folder.resolve("bin") + ":" + System.getenv("PATH");
    }

    @Test
    void jarsThatWerePushed_areFetchedCheckedAndStarted() throws Exception {
        String program = push("the program");
        String own = push("scenarios of one's own");

        Cloud.Ran ran = run(usualPath(), program, own);

        assertThat(refusals).isEmpty();
        assertThat(ran.exitCode()).as(ran.out()).isZero();
        assertThat(ran.out()).contains("-cp * some.Worker", program + ".jar", own + ".jar");
        assertThat(ran.out()).doesNotContain(SECRET);
    }

    @Test
    void jarThatIsAnother_isNotStarted() throws Exception {
        String program = push("the program");
        jars.put(program, "something else".getBytes(StandardCharsets.UTF_8));
        Cloud.Ran ran = run(usualPath(), program);
        assertThat(ran.exitCode()).isEqualTo(65);
        assertThat(ran.out()).contains("is another").doesNotContain("started with");
    }

    @Test
    void jarThatIsGone_isNamed() throws Exception {
        Cloud.Ran ran = run(usualPath(), "0".repeat(64));
        assertThat(ran.exitCode()).isEqualTo(66);
        assertThat(ran.out()).contains("jar 000").contains("can't be had").doesNotContain("started with");
    }

    @Test
    void imageThatLacksAProgram_saysWhich() throws Exception {
        Cloud.Ran ran = run(folder.resolve("bin").toString(), push("x"));
        assertThat(ran.exitCode()).isEqualTo(64);
        assertThat(ran.out()).contains("the image lacks curl");
    }
}
