package dev.zaelimiter.tests.python;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Clients of the Python system in a process of their own, which is told line by line what to do. For one thread. */
final class PythonClients implements AutoCloseable {

    private static final Path PYTHON = Path.of(System.getenv()
                    .getOrDefault("BACKENDS_HOME", System.getProperty("user.home") + "/.cache/zae-backends"))
            .resolve("peer/bin/python");
    private static final String SCRIPT = "/python/clients.py";
    private static final long PATIENCE_SECONDS = 120;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path script;
    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    PythonClients(URI endpoint) {
        if (!Files.isExecutable(PYTHON)) {
            throw new IllegalStateException("no " + PYTHON + ": run bin/backends install");
        }
        try {
            script = Files.createTempFile("clients", ".py");
            try (InputStream text = Objects.requireNonNull(PythonClients.class.getResourceAsStream(SCRIPT), SCRIPT)) {
                Files.write(script, text.readAllBytes());
            }
            process = new ProcessBuilder(PYTHON.toString(), script.toString(), endpoint.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answers = process.inputReader(StandardCharsets.UTF_8);
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** What a command failed with. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String kind;

        Failure(String kind, String message) {
            super(kind + ": " + message);
            this.kind = kind;
        }

        /** The name of the exception's class there. */
        String kind() {
            return kind;
        }
    }

    /**
     * Tells a command, and waits for what became of it.
     *
     * @param command what to do
     * @param named what is given to it
     * @return what it returned
     * @throws Failure if it raised something
     */
    JsonNode tell(String command, Map<String, ?> named) {
        Map<String, Object> told = new LinkedHashMap<>(named);
        told.put("do", command);
        JsonNode answer;
        try {
            commands.write(JSON.writeValueAsString(told));
            commands.write('\n');
            commands.flush();
            answer = JSON.readTree(CompletableFuture.supplyAsync(this::line).get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON for " + told, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new IllegalStateException("no answer to " + told, e);
        }
        if (answer.has("error")) {
            throw new Failure(
                    answer.get("error").asText(), answer.get("message").asText());
        }
        return answer.get("ok");
    }

    private String line() {
        try {
            return Objects.requireNonNull(answers.readLine(), "the Python process has ended");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(script);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
