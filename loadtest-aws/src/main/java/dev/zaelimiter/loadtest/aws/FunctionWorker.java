package dev.zaelimiter.loadtest.aws;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a function of a load test runs: one worker for each call. Lambda calls the same object again and again, with the
 * same disk: what a call has fetched and written goes with it. For one call at a time.
 */
public final class FunctionWorker {

    /** What folders of calls are called. */
    private static final String FOLDER = "zae-limiter-run-";

    private final Map<String, String> environment;
    private final Path disk;
    private final Function<String, RunObjects> objectsOfRun;

    /** Made by Lambda. */
    public FunctionWorker() {
        this(
                System.getenv(),
                Path.of(System.getProperty("java.io.tmpdir")),
                run -> RunObjects.of(System.getenv().getOrDefault(CloudWorker.BUCKET, ""), run));
    }

    FunctionWorker(Map<String, String> environment, Path disk, Function<String, RunObjects> objectsOfRun) {
        this.environment = environment;
        this.disk = disk;
        this.objectsOfRun = objectsOfRun;
    }

    /**
     * Works until the run is over.
     *
     * @param event {@code {"run":NAME,"worker":NUMBER,"jars":HASHES}}; the first jar is the program, which the function
     *     has
     * @param answer gets the worker's exit code
     * @throws IOException if the event is another, or a jar is not the one that was pushed
     */
    public void work(InputStream event, OutputStream answer) throws IOException {
        Map<String, String> fields = fields(event);
        String run = fields.getOrDefault("run", "");
        String worker = fields.getOrDefault("worker", "");
        if (!run.matches("[a-z0-9][a-z0-9-]{0,35}") || !worker.matches("[0-9]{1,3}")) {
            throw new IOException("not a call of a load test: " + fields);
        }
        clear();
        Path folder = Files.createTempDirectory(disk, FOLDER);
        try (RunObjects objects = objectsOfRun.apply(run)) {
            List<String> classPath = ownClassPath();
            String[] jars = fields.getOrDefault("jars", "").split(" ");
            for (int i = 1; i < jars.length; i++) {
                if (!jars[i].matches("[0-9a-f]{64}")) {
                    throw new IOException("not a call of a load test: '" + jars[i] + "' is not the hash of a jar");
                }
                Path jar = folder.resolve(jars[i] + ".jar");
                objects.fetchJar(jars[i], jar);
                classPath.add(jar.toString());
            }
            int exitCode = new WorkerProcess(
                            objects, folder, Integer.parseInt(worker), String.join(File.pathSeparator, classPath))
                    .run();
            answer.write(("{\"exit_code\":" + exitCode + "}").getBytes(StandardCharsets.UTF_8));
        } finally {
            remove(folder);
        }
    }

    /**
     * A call that was cut off at the end of its time has left its folder; on a disk of Lambda's no other is at work.
     */
    private void clear() throws IOException {
        if (environment.containsKey("LAMBDA_TASK_ROOT")) {
            try (DirectoryStream<Path> left = Files.newDirectoryStream(disk, FOLDER + "*")) {
                left.forEach(FunctionWorker::remove);
            }
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            System.err.println("what was fetched can't be removed: " + e.getMessage());
        }
    }

    /** Where Lambda has put the function's code; elsewhere that of this process. */
    private List<String> ownClassPath() {
        String root = environment.get("LAMBDA_TASK_ROOT");
        return new ArrayList<>(List.of(root == null ? System.getProperty("java.class.path") : root));
    }

    private static Map<String, String> fields(InputStream event) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = new JsonFactory().createParser(event)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a call of a load test: not an object of JSON");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken().isStructStart()) {
                    json.skipChildren();
                } else {
                    fields.put(name, json.getText());
                }
            }
        }
        return fields;
    }
}
