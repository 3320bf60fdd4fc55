package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The bucket of a load test: jars by their hashes, notes of the newest ones, and folders of runs. For one thread. */
final class LoadTestBucket {

    /** What names of what belongs to runs begin with. */
    static final String RUNS = "runs/";

    private static final int MISSING = 404;
    private static final int HASH_DIGITS = 64;

    /** 60 MB at 100 KB a second. */
    private static final Duration UPLOAD_TIMEOUT = Duration.ofMinutes(10);

    /** Of 1,000 objects each. */
    private static final int MOST_PAGES = 10_000;

    private final AwsSite site;
    private final String name;

    LoadTestBucket(AwsSite site, String name) {
        this.site = site;
        this.name = name;
    }

    /**
     * Puts a jar there unless it is there; S3 checks that it is the one that was read. Returns whether it was not
     * there.
     */
    boolean push(PushedJar jar) {
        boolean isNew = !isThere(jar.key());
        if (isNew) {
            String checksum = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(jar.hash()));
            call(
                    "upload " + jar.name() + " to",
                    "s3:PutObject",
                    () -> site.buckets()
                            .putObject(
                                    put -> put.bucket(name)
                                            .key(jar.key())
                                            .contentType("application/java-archive")
                                            .checksumSHA256(checksum)
                                            .overrideConfiguration(change -> change.apiCallTimeout(UPLOAD_TIMEOUT)),
                                    RequestBody.fromFile(jar.file())));
        }
        put(PushedJar.NOTES + jar.name(), jar.hash() + "\n");
        return isNew;
    }

    /** The newest jar of each name, by its hash. */
    Map<String, String> pushed() {
        Map<String, String> found = new TreeMap<>();
        for (S3Object note : list(PushedJar.NOTES)) {
            String hash = call("read " + note.key() + " of", "s3:GetObject", () -> {
                        try (ResponseInputStream<GetObjectResponse> in =
                                site.buckets().getObject(get -> get.bucket(name).key(note.key()))) {
                            return new String(in.readNBytes(HASH_DIGITS), StandardCharsets.UTF_8);
                        } catch (java.io.IOException e) {
                            throw new DeploymentException(
                                    Reason.NO_ANSWER, "can't read " + note.key() + " of bucket " + name, e);
                        }
                    })
                    .strip();
            found.put(note.key().substring(PushedJar.NOTES.length()), hash);
        }
        return found;
    }

    boolean isThere(String key) {
        try {
            site.buckets().headObject(head -> head.bucket(name).key(key));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                return false;
            }
            throw SdkFailures.explain("look for " + key + " in bucket " + name, "s3:GetObject", e);
        } catch (SdkException e) {
            throw SdkFailures.explain("look for " + key + " in bucket " + name, "s3:GetObject", e);
        }
    }

    void put(String key, String text) {
        call(
                "write " + key + " to",
                "s3:PutObject",
                () -> site.buckets()
                        .putObject(
                                put -> put.bucket(name).key(key).contentType("text/plain"),
                                RequestBody.fromString(text, StandardCharsets.UTF_8)));
    }

    void put(String key, Path file) {
        call(
                "write " + key + " to",
                "s3:PutObject",
                () -> site.buckets().putObject(put -> put.bucket(name).key(key), RequestBody.fromFile(file)));
    }

    /** Takes a file, which must not be there yet. */
    void get(String key, Path file) {
        call(
                "read " + key + " of",
                "s3:GetObject",
                () -> site.buckets().getObject(get -> get.bucket(name).key(key), ResponseTransformer.toFile(file)));
    }

    List<S3Object> list(String prefix) {
        return call("list", "s3:ListBucket", () -> {
            List<S3Object> found = new ArrayList<>();
            String next = null;
            for (int page = 0; page < MOST_PAGES; page++) {
                String token = next;
                ListObjectsV2Response answer = site.buckets()
                        .listObjectsV2(list -> list.bucket(name).prefix(prefix).continuationToken(token));
                found.addAll(answer.contents());
                next = answer.nextContinuationToken();
                if (next == null) {
                    break;
                }
            }
            return found;
        });
    }

    /** The names of runs. */
    List<String> runs() {
        return list(RUNS).stream()
                .map(each -> each.key().substring(RUNS.length()))
                .filter(each -> each.contains("/"))
                .map(each -> each.substring(0, each.indexOf('/')))
                .distinct()
                .toList();
    }

    private <T> T call(String doing, String action, java.util.function.Supplier<T> call) {
        return SdkFailures.call(doing + " bucket " + name, action, () -> {
            try {
                return call.get();
            } catch (NoSuchBucketException e) {
                throw new DeploymentException(
                        Reason.STACK_STUCK,
                        "bucket " + name + " of the load test is gone, though its stack is there: delete the load test,"
                                + " and deploy it again",
                        e);
            }
        });
    }
}
