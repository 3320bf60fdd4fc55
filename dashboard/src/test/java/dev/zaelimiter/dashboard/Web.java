package dev.zaelimiter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Talks HTTP/1.1 to a port of this machine, and sends whatever headers it is told: no client would send some of them.
 */
final class Web {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final long PAUSE_NANOS = 20_000_000;

    private final int port;

    Web(int port) {
        this.port = port;
    }

    /** What came back. */
    record Answer(int status, Map<String, String> headers, String body) {

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new IllegalStateException(body, e);
            }
        }

        String error() {
            return json().get("error").asText();
        }
    }

    String host() {
        return "127.0.0.1:" + port;
    }

    /** The headers that the page itself sends. */
    Map<String, String> own() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", host());
        headers.put(Guard.KEY, RunningDashboard.KEY);
        headers.put("Sec-Fetch-Site", "same-origin");
        return headers;
    }

    /**
     * Asks as the page does: what takes longer to read than a request waits, as on a busy machine, is asked for again.
     */
    JsonNode ask(String path, String... namesAndValues) {
        long start = System.nanoTime();
        while (true) {
            Answer answer = get(path, own(), namesAndValues);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            JsonNode told = answer.json();
            if (!told.path("reading").asBoolean(false)) {
                return told;
            }
            assertThat(System.nanoTime() - start).as(answer.body()).isLessThan(LONGEST_NANOS);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    Answer get(String path, Map<String, String> headers, String... namesAndValues) {
        return send("GET", path + (namesAndValues.length == 0 ? "" : "?" + form(namesAndValues)), headers, "");
    }

    /** Changes something as the page does. */
    Answer post(String path, String... namesAndValues) {
        Map<String, String> headers = own();
        headers.put("Origin", "http://" + host());
        headers.put("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8");
        return send("POST", path, headers, form(namesAndValues));
    }

    private static String form(String... namesAndValues) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            form.append(i == 0 ? "" : "&")
                    .append(namesAndValues[i])
                    .append('=')
                    .append(URLEncoder.encode(namesAndValues[i + 1], StandardCharsets.UTF_8));
        }
        return form.toString();
    }

    Answer send(String method, String target, Map<String, String> headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        request.append("Connection: close\r\n");
        if (!method.equals("GET") && !method.equals("HEAD")) {
            request.append("Content-Length: ").append(content.length).append("\r\n");
        }
        request.append("\r\n");
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(content);
            socket.getOutputStream().flush();
            return read(socket.getInputStream());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Answer read(InputStream in) throws IOException {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        assertThat(end).as("an answer: " + text).isPositive();
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(java.util.Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        return new Answer(Integer.parseInt(lines[0].split(" ")[1]), headers, text.substring(end + 4));
    }
}
