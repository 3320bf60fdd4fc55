package dev.zaelimiter.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real browser with one tab, steered by its debugging protocol. For one thread. */
final class Browser implements AutoCloseable {

    private static final String PROGRAM = "chromium";
    private static final long PATIENCE_SECONDS = 120;
    private static final int SHORTEST_PICTURE = 700;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private int width;

    private Browser(Process process, URI tab) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(tab, new Hearing())
                .join();
        call("Page.enable");
        call("Runtime.enable");
        call("Log.enable");
    }

    /** Starts one whose profile is in a directory of the test's own. */
    static Browser start(Path directory) throws Exception {
        Path profile = Files.createTempDirectory(directory, "profile");
        Process process = new ProcessBuilder(
                        PROGRAM,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--force-color-profile=srgb",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("browser.log").toFile())
                .start();
        try {
            String port = lines(profile.resolve("DevToolsActivePort"), process).get(0);
            return new Browser(process, tab(Integer.parseInt(port)));
        } catch (Exception e) {
            process.destroyForcibly().waitFor();
            throw e;
        }
    }

    /** The browser writes the file once it listens. */
    private static List<String> lines(Path file, Process process) throws Exception {
        for (int tries = 0; tries < 600; tries++) {
            if (Files.exists(file)) {
                List<String> lines = Files.readAllLines(file);
                if (lines.size() > 1) {
                    return lines;
                }
            }
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IOException("the browser ended with " + process.exitValue());
            }
        }
        throw new IOException("the browser does not listen");
    }

    private static URI tab(int port) throws Exception {
        java.net.http.HttpResponse<String> tabs = HttpClient.newHttpClient()
                .send(
                        java.net.http.HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                                .build(),
                        java.net.http.HttpResponse.BodyHandlers.ofString());
        for (JsonNode tab : JSON.readTree(tabs.body())) {
            if (tab.get("type").asText().equals("page")) {
                return URI.create(tab.get("webSocketDebuggerUrl").asText());
            }
        }
        throw new IOException("no tab: " + tabs.body());
    }

    private final class Hearing implements WebSocket.Listener {

        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                hear(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void hear(String text) {
        try {
            JsonNode message = JSON.readTree(text);
            if (message.has("id")) {
                CompletableFuture<JsonNode> waiting =
                        answers.remove(message.get("id").asInt());
                if (waiting != null) {
                    waiting.complete(message);
                }
                return;
            }
            String method = message.get("method").asText();
            JsonNode of = message.get("params");
            boolean failed = method.equals("Runtime.exceptionThrown")
                    || (method.equals("Log.entryAdded")
                            && of.get("entry").get("level").asText().equals("error"));
            if (failed) {
                complaints.add(of.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Faults of scripts, breaches of the policy and the like, since the last call. */
    List<String> complaints() {
        List<String> all = List.copyOf(complaints);
        complaints.clear();
        return all;
    }

    JsonNode call(String method, Object... namesAndValues) {
        int id = ids.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        ObjectNode parameters = message.putObject("params");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.set((String) namesAndValues[i], JSON.valueToTree(namesAndValues[i + 1]));
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(message.toString(), true).join();
        JsonNode result = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        if (result.has("error")) {
            throw new IllegalStateException(method + ": " + result.get("error"));
        }
        return result.get("result");
    }

    void size(int columns, int rows) {
        width = columns;
        call(
                "Emulation.setDeviceMetricsOverride",
                "width",
                columns,
                "height",
                rows,
                "deviceScaleFactor",
                1,
                "mobile",
                columns < 600);
    }

    void dark(boolean dark) {
        call(
                "Emulation.setEmulatedMedia",
                "features",
                List.of(
                        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                        Map.of("name", "prefers-reduced-motion", "value", "reduce")));
    }

    void open(String address) {
        call("Page.navigate", "url", address);
    }

    /** What an expression comes to; a promise is waited for. */
    JsonNode ask(String expression) {
        JsonNode result =
                call("Runtime.evaluate", "expression", expression, "awaitPromise", true, "returnByValue", true);
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
        }
        JsonNode value = result.get("result").get("value");
        return value == null ? JSON.nullNode() : value;
    }

    /** Waits, in the browser, until a condition holds. */
    void until(String condition) {
        JsonNode held = ask("new Promise((done) => { let tries = 0; const look = () => { let holds = false;"
                + " try { holds = Boolean(" + condition + "); } catch { holds = false; }"
                + " if (holds || ++tries > 1200) { done(holds); } else { setTimeout(look, 50); } }; look(); })");
        if (!held.asBoolean()) {
            throw new IllegalStateException("never: " + condition + "\n"
                    + ask("location.href + ' ' + document.body.innerText").asText() + "\n" + complaints);
        }
    }

    void type(String text) {
        call("Input.insertText", "text", text);
    }

    /** Presses a key, by its name in the DOM. */
    void press(String key) {
        Map<String, Integer> codes =
                Map.of("Tab", 9, "Enter", 13, "Escape", 27, "ArrowLeft", 37, "ArrowUp", 38, "ArrowDown", 40, " ", 32);
        int code = codes.getOrDefault(key, 0);
        String text = key.equals("Enter") ? "\r" : key.equals(" ") ? " " : "";
        call(
                "Input.dispatchKeyEvent",
                "type",
                text.isEmpty() ? "rawKeyDown" : "keyDown",
                "key",
                key,
                "code",
                key.equals(" ") ? "Space" : key,
                "windowsVirtualKeyCode",
                code,
                "text",
                text);
        call("Input.dispatchKeyEvent", "type", "keyUp", "key", key, "windowsVirtualKeyCode", code);
    }

    /** What the window shows. */
    byte[] view() {
        return captured();
    }

    /** The whole page, however long it is. */
    byte[] picture() {
        int height = Math.max(
                SHORTEST_PICTURE,
                ask("Math.ceil(document.documentElement.scrollHeight)").asInt());
        int shown = width;
        size(shown, height);
        return captured();
    }

    private byte[] captured() {
        ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        JsonNode picture = call("Page.captureScreenshot", "format", "png");
        return Base64.getDecoder().decode(picture.get("data").asText());
    }

    @Override
    public void close() {
        socket.abort();
        // Those that it started write into the profile for a moment after it has ended.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        process.destroy();
        for (ProcessHandle one : all) {
            try {
                one.onExit().get(10, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                one.destroyForcibly();
            } catch (InterruptedException e) {
                all.forEach(ProcessHandle::destroyForcibly);
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
