package dev.zaelimiter.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * What the workers of a run have measured, fetched into a folder; what has not changed is not fetched again. For one
 * thread.
 */
final class RunResults {

    /** A name from elsewhere must not lead out of the folder. */
    private static final Pattern FILE = Pattern.compile("(worker-[0-9]{1,4}/)?[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");

    private final LoadTestBucket bucket;
    private final String prefix;
    private final Path folder;
    private final Map<String, String> fetched = new HashMap<>();

    RunResults(LoadTestBucket bucket, String run, Path folder) {
        this.bucket = bucket;
        this.prefix = LoadTestBucket.RUNS + run + "/";
        this.folder = folder;
    }

    /** Fetches what is new; returns whether anything was. */
    boolean fetch() {
        boolean any = false;
        for (S3Object each : bucket.list(prefix)) {
            String name = each.key().substring(prefix.length());
            String version = each.eTag() + " " + each.size();
            boolean ours = FILE.matcher(name).matches() && !name.equals(FunctionWorkers.STOP);
            if (ours && !version.equals(fetched.get(name))) {
                take(each.key(), folder.resolve(name));
                fetched.put(name, version);
                any = true;
            }
        }
        return any;
    }

    /** The whole file or the one of before. */
    private void take(String key, Path file) {
        try {
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.deleteIfExists(part);
            bucket.get(key, part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("'" + file + "' can't be written", e);
        }
    }

    /** Whether a worker could begin. */
    boolean ready(int worker) {
        return Files.isRegularFile(folder.resolve("worker-" + worker).resolve("ready"));
    }

    /** Whether a worker has said to the end what it measured. */
    boolean measured(int worker) {
        return Files.isRegularFile(folder.resolve("worker-" + worker).resolve("worker.json"));
    }
}
