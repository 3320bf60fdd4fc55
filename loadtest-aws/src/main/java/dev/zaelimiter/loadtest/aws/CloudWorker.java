package dev.zaelimiter.loadtest.aws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What a task of a load test runs. It is told what to do by the environment that its stack and its run set. */
public final class CloudWorker {

    /** The bucket of the load test. */
    static final String BUCKET = "ZAEL_LOADTEST_BUCKET";

    private static final String RUN = "ZAEL_LOADTEST_RUN";
    private static final String WORKER = "ZAEL_LOADTEST_WORKER";
    private static final int UNUSABLE = 2;

    private CloudWorker() {}

    /**
     * Works, and ends the process with the worker's exit code.
     *
     * @param args none
     * @throws IOException if there is no place for files
     */
    public static void main(String[] args) throws IOException {
        System.exit(work(System.getenv(), System.getProperty("java.class.path")));
    }

    static int work(Map<String, String> environment, String classPath) throws IOException {
        String run = environment.getOrDefault(RUN, "");
        String worker = environment.getOrDefault(WORKER, "");
        if (!run.matches("[a-z0-9][a-z0-9-]{0,35}") || !worker.matches("[0-9]{1,3}")) {
            System.err.println(RUN + " or " + WORKER + " is missing or wrong: '" + run + "', '" + worker + "'");
            return UNUSABLE;
        }
        Path folder = Files.createTempDirectory("run");
        try (RunObjects objects = RunObjects.of(environment.getOrDefault(BUCKET, ""), run)) {
            WorkerProcess process = new WorkerProcess(objects, folder, Integer.parseInt(worker), classPath);
            Thread ending = new Thread(process::endAndWait, "zae-limiter-worker-end");
            Runtime.getRuntime().addShutdownHook(ending);
            return process.run();
        }
    }
}
