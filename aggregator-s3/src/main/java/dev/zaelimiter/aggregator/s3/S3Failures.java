package dev.zaelimiter.aggregator.s3;

import dev.zaelimiter.store.StoreException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Sorts what S3 says by what may be done about it. */
final class S3Failures {

    private static final int FORBIDDEN = 403;
    private static final int MISSING = 404;
    private static final int CONFLICT = 409;
    private static final int SERVER_ERROR = 500;

    private final String what;
    private final S3Location location;
    private final boolean kms;

    /**
     * For one place.
     *
     * @param what what is there, in a word
     */
    S3Failures(String what, S3Location location, boolean kms) {
        this.what = what;
        this.location = location;
        this.kms = kms;
    }

    StoreException of(SdkException failure) {
        String said = what + " " + location + ": " + failure.getMessage();
        if (failure instanceof S3Exception service) {
            String code = service.awsErrorDetails() == null
                    ? ""
                    : String.valueOf(service.awsErrorDetails().errorCode());
            return of(service, code, said);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException || cause instanceof ConnectException) {
                return new StoreException.Unreachable(
                        said + "; no connection: check the region, the endpoint and the network", failure);
            }
        }
        return said.contains("Unable to load credentials")
                ? new StoreException.Denied(
                        what + " " + location + ": there are no credentials: give them in the environment, a profile or"
                                + " a role",
                        failure)
                : new StoreException.Uncertain(said, failure);
    }

    private StoreException of(S3Exception service, String code, String said) {
        int status = service.statusCode();
        if (code.equals("NoSuchBucket") || status == MISSING) {
            return new StoreException.Denied(
                    said + "; there is no bucket " + location.bucket() + ": make it, or check its name and region",
                    service);
        } else if (status == FORBIDDEN) {
            return new StoreException.Denied(
                    said + "; s3:PutObject and s3:GetObject must be allowed on it"
                            + (kms ? ", and kms:GenerateDataKey and kms:Decrypt on the key" : ""),
                    service);
        } else if (status == CONFLICT) {
            return new StoreException.Conflict(said, service);
        } else if (service.isThrottlingException() || code.equals("SlowDown")) {
            return new StoreException.Throttled(said, service);
        }
        return status >= SERVER_ERROR
                ? new StoreException.Uncertain(said, service)
                : new StoreException.Misuse(said, service);
    }
}
