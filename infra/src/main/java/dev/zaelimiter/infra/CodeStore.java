package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Buckets of a stack: the one with the function's code, and the archive. For one thread. */
final class CodeStore {

    private static final int MISSING = 404;
    private static final int FORBIDDEN = 403;

    /** A jar of 20 MB at 35 KB a second. */
    private static final Duration UPLOAD_TIMEOUT = Duration.ofMinutes(10);

    /** Of 1,000 objects each. */
    private static final int MOST_PAGES = 100_000;

    private final AwsSite site;
    private final DeploymentListener listener;

    CodeStore(AwsSite site, DeploymentListener listener) {
        this.site = site;
        this.listener = listener;
    }

    /** Puts the code into a bucket, unless it is there: its name is that of its content. */
    void upload(FunctionCode code, String bucket) {
        if (isThere(bucket, code.key())) {
            return;
        }
        listener.next("uploading " + code.jar().getFileName() + " to " + bucket + "/" + code.key());
        SdkFailures.call(
                "upload the function's code to bucket " + bucket,
                "s3:PutObject",
                () -> site.buckets()
                        .putObject(
                                put -> put.bucket(bucket)
                                        .key(code.key())
                                        .contentType("application/java-archive")
                                        .overrideConfiguration(override -> override.apiCallTimeout(UPLOAD_TIMEOUT)),
                                RequestBody.fromFile(code.jar())));
    }

    private boolean isThere(String bucket, String key) {
        try {
            site.buckets().headObject(head -> head.bucket(bucket).key(key));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING || e.statusCode() == FORBIDDEN) {
                // Who may not list a bucket is told 403 of what is not there; the upload says what is really missing.
                return false;
            }
            throw SdkFailures.explain("look into bucket " + bucket, "s3:GetObject", e);
        } catch (SdkException e) {
            throw SdkFailures.explain("look into bucket " + bucket, "s3:GetObject", e);
        }
    }

    /** Removes code that is neither that of now nor that of before, which a change that fails may still go back to. */
    void removeOlder(String bucket, List<String> kept) {
        List<String> old = names(bucket).stream()
                .filter(name -> name.startsWith(FunctionCode.PREFIX) && !kept.contains(name))
                .toList();
        delete(bucket, old);
    }

    /**
     * Refuses a bucket with anything but code in it: a stack can't be deleted with it, and it is not ours to delete.
     */
    void refuseOthers(String bucket) {
        List<String> others = names(bucket).stream()
                .filter(name -> !name.startsWith(FunctionCode.PREFIX))
                .toList();
        if (!others.isEmpty()) {
            throw new DeploymentException(
                    Reason.BUCKET_NOT_EMPTY,
                    "bucket " + bucket + " of the stack, which is for the function's code, holds " + others.size()
                            + " objects that deploy did not put there, such as '" + others.get(0)
                            + "': nothing was deleted; move them away, and run this again");
        }
    }

    /** Removes all code from a bucket; one that is gone is as good. */
    void removeCode(String bucket) {
        delete(
                bucket,
                names(bucket).stream()
                        .filter(name -> name.startsWith(FunctionCode.PREFIX))
                        .toList());
    }

    private List<String> names(String bucket) {
        return SdkFailures.call("list bucket " + bucket, "s3:ListBucket", () -> {
            List<String> names = new ArrayList<>();
            String next = null;
            try {
                for (int page = 0; page < MOST_PAGES; page++) {
                    String token = next;
                    ListObjectsV2Response answer = site.buckets()
                            .listObjectsV2(list -> list.bucket(bucket).continuationToken(token));
                    answer.contents().stream().map(S3Object::key).forEach(names::add);
                    next = answer.nextContinuationToken();
                    if (next == null) {
                        break;
                    }
                }
            } catch (NoSuchBucketException e) {
                return List.of();
            }
            return names;
        });
    }

    private void delete(String bucket, List<String> names) {
        deleteObjects(
                bucket,
                names.stream()
                        .map(name -> ObjectIdentifier.builder().key(name).build())
                        .toList());
    }

    private void deleteObjects(String bucket, List<ObjectIdentifier> objects) {
        for (int from = 0; from < objects.size(); from += 1000) {
            List<ObjectIdentifier> some = objects.subList(from, Math.min(objects.size(), from + 1000));
            SdkFailures.call("empty bucket " + bucket, "s3:DeleteObject", () -> {
                var answer = site.buckets()
                        .deleteObjects(remove -> remove.bucket(bucket)
                                .delete(all -> all.objects(some).quiet(true)));
                if (answer.hasErrors() && !answer.errors().isEmpty()) {
                    throw new DeploymentException(
                            "AccessDenied".equals(answer.errors().get(0).code()) ? Reason.DENIED : Reason.FAILED,
                            "can't empty bucket " + bucket + ": object '"
                                    + answer.errors().get(0).key() + "': "
                                    + answer.errors().get(0).message()
                                    + "; s3:DeleteObject and s3:DeleteObjectVersion must be allowed");
                }
                return answer;
            });
        }
    }

    /** Removes a bucket with all that is in it, and all versions of that. */
    void destroy(String bucket) {
        listener.next("deleting bucket " + bucket + " and all in it");
        SdkFailures.call("delete bucket " + bucket, "s3:ListBucketVersions", () -> {
            try {
                removeVersions(bucket);
                return SdkFailures.call(
                        "delete bucket " + bucket,
                        "s3:DeleteBucket",
                        () -> site.buckets().deleteBucket(remove -> remove.bucket(bucket)));
            } catch (NoSuchBucketException e) {
                return null;
            }
        });
    }

    /** Removes all that is in a bucket; one that is gone is as good. */
    void empty(String bucket) {
        SdkFailures.call("empty bucket " + bucket, "s3:ListBucketVersions", () -> {
            try {
                removeVersions(bucket);
            } catch (NoSuchBucketException e) {
                // As good as empty.
            }
            return null;
        });
    }

    private void removeVersions(String bucket) {
        for (int page = 0; page < MOST_PAGES; page++) {
            ListObjectVersionsResponse answer = site.buckets().listObjectVersions(list -> list.bucket(bucket));
            List<ObjectIdentifier> objects = new ArrayList<>();
            answer.versions().forEach(each -> objects.add(identifier(each.key(), each.versionId())));
            answer.deleteMarkers().forEach(each -> objects.add(identifier(each.key(), each.versionId())));
            if (objects.isEmpty()) {
                break;
            }
            deleteObjects(bucket, objects);
        }
    }

    private static ObjectIdentifier identifier(String key, String version) {
        return ObjectIdentifier.builder().key(key).versionId(version).build();
    }
}
