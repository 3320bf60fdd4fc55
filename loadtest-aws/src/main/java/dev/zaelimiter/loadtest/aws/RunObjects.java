package dev.zaelimiter.loadtest.aws;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** What a run has in the bucket. For one thread at a time. */
final class RunObjects implements AutoCloseable {

    private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);
    private static final int BUFFER = 1 << 16;

    /** Who may not list a bucket is told 403 of what is not there. */
    private static final List<Integer> NOT_THERE = List.of(403, 404);

    /** A name from elsewhere must not lead out of the folder. */
    private static final Pattern RESULT = Pattern.compile("worker-[0-9]{1,4}/[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");

    private final S3Client s3;
    private final String bucket;
    private final String prefix;
    private final Map<Path, String> written = new HashMap<>();

    RunObjects(S3Client s3, String bucket, String run) {
        this.s3 = s3;
        this.bucket = bucket;
        this.prefix = "runs/" + run + "/";
    }

    /** In the region and with the credentials of the environment. */
    static RunObjects of(String bucket, String run) {
        boolean elsewhere = System.getenv("AWS_ENDPOINT_URL") != null || System.getenv("AWS_ENDPOINT_URL_S3") != null;
        return new RunObjects(
                S3Client.builder()
                        .httpClient(UrlConnectionHttpClient.create())
                        .overrideConfiguration(override -> override.apiCallTimeout(CALL_TIMEOUT))
                        .forcePathStyle(elsewhere)
                        .build(),
                bucket,
                run);
    }

    /** Fetches what all workers of the run are told. */
    void fetchPlan(Path folder) {
        s3.getObject(
                get -> get.bucket(bucket).key(prefix + "run.json"),
                ResponseTransformer.toFile(folder.resolve("run.json")));
        try {
            s3.getObject(
                    get -> get.bucket(bucket).key(prefix + "trace.tsv"),
                    ResponseTransformer.toFile(folder.resolve("trace.tsv")));
        } catch (S3Exception e) {
            if (!NOT_THERE.contains(e.statusCode())) {
                throw e;
            }
        }
    }

    /** Fetches what the workers have written since the last time. */
    void fetchResults(Path folder) throws IOException {
        for (S3Object each : s3.listObjectsV2Paginator(
                        list -> list.bucket(bucket).prefix(prefix))
                .contents()) {
            String name = each.key().substring(prefix.length());
            Path file = folder.resolve(name);
            String version = each.eTag() + " " + each.size();
            if (RESULT.matcher(name).matches() && !version.equals(written.get(file))) {
                Files.createDirectories(folder.resolve(name.substring(0, name.indexOf('/'))));
                byte[] content = s3.getObjectAsBytes(get -> get.bucket(bucket).key(each.key()))
                        .asByteArray();
                Files.write(file, content);
                written.put(file, version);
            }
        }
    }

    /** Fetches when all begin, once that is said. */
    boolean fetchStart(Path folder) throws IOException {
        try {
            byte[] said = s3.getObjectAsBytes(get -> get.bucket(bucket).key(prefix + RunPlan.START))
                    .asByteArray();
            Path part = Files.write(folder.resolve("start.part"), said);
            Files.move(part, folder.resolve(RunPlan.START), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (S3Exception e) {
            if (NOT_THERE.contains(e.statusCode())) {
                return false;
            }
            throw e;
        }
    }

    /** Whether the run was ended by whoever started it. */
    boolean isToStop() {
        try {
            s3.headObject(head -> head.bucket(bucket).key(prefix + "stop"));
            return true;
        } catch (S3Exception e) {
            if (NOT_THERE.contains(e.statusCode())) {
                return false;
            }
            throw e;
        }
    }

    /** Fetches a jar that was pushed, unless it is another than its name says. */
    void fetchJar(String hash, Path file) throws IOException {
        MessageDigest digest = sha256();
        try (ResponseInputStream<GetObjectResponse> in =
                s3.getObject(get -> get.bucket(bucket).key("jars/" + hash + ".jar"))) {
            Files.copy(in, file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(hash)) {
            Files.delete(file);
            throw new IOException("jar " + hash + " in the bucket is not the one that was pushed: push it again");
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Puts what a worker has written since the last time. */
    void put(Path folder, int worker) throws IOException {
        Path own = folder.resolve("worker-" + worker);
        if (!Files.isDirectory(own)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(own)) {
            files = all.filter(Files::isRegularFile)
                    // How it went comes last: where it is, all is.
                    .sorted((one, other) -> Boolean.compare(isEnd(one), isEnd(other)))
                    .toList();
        }
        for (Path file : files) {
            FileTime changed = Files.getLastModifiedTime(file);
            byte[] content = Files.readAllBytes(file);
            String version = changed + " " + content.length;
            if (!version.equals(written.get(file))) {
                s3.putObject(
                        put -> put.bucket(bucket).key(prefix + own.getFileName() + "/" + file.getFileName()),
                        RequestBody.fromBytes(content));
                written.put(file, version);
            }
        }
    }

    private static boolean isEnd(Path file) {
        return file.endsWith("worker.json");
    }

    @Override
    public void close() {
        s3.close();
    }
}
