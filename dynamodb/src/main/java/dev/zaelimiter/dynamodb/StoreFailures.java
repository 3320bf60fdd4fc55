package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.StoreException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Sorts what went wrong by what may be assumed of the write. What is not known to be harmless is
 * {@link StoreException.Uncertain}: to take a write for not applied when it was would charge a caller twice.
 */
final class StoreFailures {

    private static final Set<String> THROTTLED = Set.of(
            "ProvisionedThroughputExceededException",
            "ProvisionedThroughputExceeded",
            "ThrottlingException",
            "ThrottlingError",
            "Throttling",
            "RequestLimitExceeded",
            "RequestThrottledException",
            "TooManyRequestsException",
            "LimitExceededException");
    private static final Set<String> CONFLICT =
            Set.of("TransactionConflictException", "TransactionConflict", "ReplicatedWriteConflictException");
    private static final Set<String> CREDENTIALS = Set.of(
            "AccessDeniedException",
            "AccessDenied",
            "UnrecognizedClientException",
            "IncompleteSignatureException",
            "IncompleteSignature",
            "MissingAuthenticationTokenException",
            "MissingAuthenticationToken",
            "InvalidClientTokenId",
            "NotAuthorized",
            "OptInRequired",
            "KMSAccessDeniedException",
            "KMSDisabledException",
            "KMSInvalidStateException",
            "KMSNotFoundException",
            "InaccessibleEncryptionCredentialsException");
    private static final Set<String> SIGNATURE =
            Set.of("InvalidSignatureException", "SignatureDoesNotMatch", "AuthFailure");
    private static final Set<String> EXPIRED = Set.of(
            "ExpiredTokenException", "ExpiredToken", "RequestExpired", "RequestTimeTooSkewed", "RequestInTheFuture");
    private static final Set<String> INVALID = Set.of(
            "ValidationException",
            "ValidationError",
            "SerializationException",
            "UnknownOperationException",
            "IdempotentParameterMismatchException",
            "ItemCollectionSizeLimitExceededException",
            "ItemCollectionSizeLimitExceeded",
            "DuplicateItem",
            "DuplicateItemException",
            "TrimmedDataAccessException",
            "ExpiredIteratorException");

    /** What the HTTP client fails with before it has a connection. */
    private static final Set<String> NO_CONNECTION = Set.of(
            "AWS_IO_SOCKET_CONNECTION_REFUSED",
            "AWS_IO_SOCKET_CONNECT_ABORTED",
            "AWS_IO_SOCKET_NO_ROUTE_TO_HOST",
            "AWS_IO_SOCKET_INVALID_ADDRESS",
            "AWS_IO_TLS_ERROR_NEGOTIATION_FAILURE",
            "AWS_IO_TLS_NEGOTIATION_TIMEOUT",
            "AWS_ERROR_HTTP_CONNECTION_MANAGER_ACQUISITION_TIMEOUT",
            "AWS_ERROR_HTTP_CONNECTION_MANAGER_MAX_PENDING_ACQUISITIONS_EXCEEDED",
            "AWS_ERROR_HTTP_CONNECTION_MANAGER_SHUTTING_DOWN");

    private static final Set<String> NO_HOST = Set.of(
            "AWS_IO_DNS_INVALID_NAME",
            "AWS_IO_DNS_NO_ADDRESS_FOR_HOST",
            "AWS_IO_DNS_QUERY_FAILED",
            "AWS_IO_DNS_HOST_REMOVED_FROM_CACHE");

    private static final int SERVER_ERROR = 500;

    private static final String NO_CREDENTIALS = "unable to load credentials";

    private static final String NOT_DYNAMODB = "; this is no answer of DynamoDB: check the endpoint";

    private final String table;

    StoreFailures(String table) {
        this.table = table;
    }

    /**
     * Sorts a failed call.
     *
     * @param failure what the SDK threw
     * @return what it means
     */
    StoreException of(Throwable failure) {
        Throwable cause = unwrap(failure);
        if (cause instanceof StoreException store) {
            return store;
        }
        try {
            if (cause instanceof TransactionCanceledException cancelled) {
                return cancelled(cancelled);
            }
            return cause instanceof AwsServiceException service ? ofService(service) : ofClient(cause);
        } catch (RuntimeException | Error e) {
            // An SDK that lacks a class which is needed here, or a failure that was not foreseen.
            return new StoreException.Uncertain(
                    "table " + table + ": " + cause + "; what it means can't be told: " + e + advice(e), cause);
        }
    }

    /**
     * Whether a request was, or may have been, refused for its time: DynamoDB calls a signature invalid whether its
     * time or its key is wrong. If it was the time, the SDK has corrected itself by the date of this answer. By how
     * much is not known here: the SDK's own exception loses that on its way out.
     */
    static boolean isSkewed(Throwable failure) {
        return unwrap(failure) instanceof AwsServiceException service
                && (service.isClockSkewException() || SIGNATURE.contains(code(service)));
    }

    /** An answer that no DynamoDB gives. It may have done what it was asked for all the same. */
    StoreException noAnswer(String what) {
        return new StoreException.Uncertain("table " + table + ": " + what + NOT_DYNAMODB, null);
    }

    /** The source of the credentials failed, so nothing was sent. */
    StoreException ofCredentials(Throwable failure) {
        Throwable cause = unwrap(failure);
        return new StoreException.Denied(
                "table " + table
                        + (Causes.says(cause, NO_CREDENTIALS)
                                ? ": there are no credentials: give them in the environment, a profile or a role, or to"
                                        + " the builder"
                                : ": there are no credentials, since their source failed: " + Causes.said(cause)
                                        + "; check the profile, role or program that they come from"),
                cause);
    }

    /** Nothing was sent, since the source of the credentials has not answered yet. */
    StoreException noCredentialsYet(long waitedNanos) {
        return new StoreException.Unreachable(
                "table " + table + ": not sent, since there are no credentials yet: their source was asked "
                        + waitedNanos / 1_000_000 + " ms ago and has not answered",
                null);
    }

    /**
     * What a request gets that waited for its turn for too long.
     *
     * @param underWay how many requests were before it
     * @param patience how long it waited at least
     */
    StoreException crowdedOut(int underWay, Duration patience) {
        return new StoreException.Unreachable(
                "table " + table + ": not sent, since for " + patience.toMillis() + " ms " + underWay
                        + " other requests were under way: the table answers slowly, or there are too many buckets at"
                        + " once for maxConcurrency " + underWay,
                null);
    }

    static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private StoreException ofService(AwsServiceException e) {
        String code = code(e);
        String said = "table " + table + ": " + said(e, code);
        if (THROTTLED.contains(code)) {
            return Throttles.of(said, e);
        } else if (CONFLICT.contains(code)) {
            return new StoreException.Conflict(said, e);
        } else if (code.equals("TransactionInProgressException")) {
            // The same token is at work already: an earlier sending of this very transaction, which may yet land.
            return new StoreException.Uncertain(said, e);
        } else if (code.equals("ResourceNotFoundException") || code.equals("TableNotFoundException")) {
            return new StoreException.Denied(
                    said + "; there is no such table or index in this region and account: check the name, the region"
                            + " and the endpoint, or create it with DynamoDbRepository.open",
                    e);
        } else if (SIGNATURE.contains(code) || EXPIRED.contains(code) || CREDENTIALS.contains(code)) {
            return new StoreException.Denied(said + adviceOnCredentials(code), e);
        } else if (INVALID.contains(code)) {
            return new StoreException.Misuse(said, e);
        } else if (e.isThrottlingException()) {
            return Throttles.of(said, e);
        } else if (e.statusCode() >= SERVER_ERROR || e.statusCode() == 0) {
            return new StoreException.Uncertain(code.isEmpty() ? said + NOT_DYNAMODB : said, e);
        }
        if (code.isEmpty()) {
            return new StoreException.Misuse(said + NOT_DYNAMODB, e);
        }
        // A 4xx that we don't know: refused before anything was done, and no better for being sent again.
        return e.statusCode() == 403 ? new StoreException.Denied(said, e) : new StoreException.Misuse(said, e);
    }

    private static String adviceOnCredentials(String code) {
        if (SIGNATURE.contains(code)) {
            return "; check the credentials, above all the secret key, and this host's clock";
        } else if (EXPIRED.contains(code)) {
            return "; the credentials have expired or this host's clock is wrong: renew the credentials, or set the clock";
        }
        return "; check the credentials, and that their policy allows this action on the table and its indexes";
    }

    /** The name that DynamoDB gives to an error, or an empty text if it was not DynamoDB that answered. */
    static String code(AwsServiceException e) {
        if (e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null) {
            return "";
        }
        return e.awsErrorDetails().errorCode();
    }

    private static String said(AwsServiceException e, String code) {
        String message =
                e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorMessage();
        String name = code.isEmpty() ? "HTTP " + e.statusCode() : code;
        return message == null || message.isBlank() ? name : name + ": " + message;
    }

    /** A cancelled transaction whose reasons are not conditions alone. The worst reason counts: nothing was applied. */
    private StoreException cancelled(TransactionCanceledException e) {
        StoreException.Throttled throttled = null;
        StoreException.Conflict conflict = null;
        for (int i = 0; i < e.cancellationReasons().size(); i++) {
            CancellationReason reason = e.cancellationReasons().get(i);
            String said = "table " + table + ": write " + i + " of a transaction: " + reason.code()
                    + (reason.message() == null ? "" : ": " + reason.message());
            if (INVALID.contains(reason.code())) {
                return new StoreException.Misuse(said, e);
            } else if (CREDENTIALS.contains(reason.code())) {
                return new StoreException.Denied(said, e);
            } else if (THROTTLED.contains(reason.code())) {
                throttled = new StoreException.Throttled(said, e);
            } else if (CONFLICT.contains(reason.code())) {
                conflict = new StoreException.Conflict(said, e);
            }
        }
        if (throttled != null) {
            return throttled;
        }
        return conflict != null
                ? conflict
                : new StoreException.Conflict("table " + table + ": transaction cancelled: " + said(e, code(e)), e);
    }

    private StoreException ofClient(Throwable cause) {
        if (Causes.says(cause, NO_CREDENTIALS)) {
            return ofCredentials(cause);
        }
        String said = "table " + table + ": " + Causes.said(cause);
        String http = Causes.httpError(cause);
        if (NO_HOST.contains(http) || Causes.has(cause, UnknownHostException.class)) {
            return new StoreException.Unreachable(said + "; no such host: check the region and the endpoint", cause);
        } else if (NO_CONNECTION.contains(http)
                || Causes.has(cause, ConnectException.class)
                || Causes.has(cause, NoRouteToHostException.class)
                || Causes.has(cause, SSLHandshakeException.class)
                || Causes.says(cause, "acquire operation took longer")
                || Causes.says(cause, "acquiring a connection")
                || Causes.says(cause, "maximum pending connection acquisitions exceeded")) {
            return new StoreException.Unreachable(
                    said + "; no connection: check the endpoint, the network and its certificates", cause);
        }
        return new StoreException.Uncertain(said + advice(cause), cause);
    }

    private static String advice(Throwable cause) {
        if (Causes.has(cause, LinkageError.class)) {
            return "; something on the class path is missing or of another version: " + SdkVersion.said();
        } else if (Causes.has(cause, ApiCallTimeoutException.class)) {
            return "; the table or the network is slow, or callTimeout is too short";
        } else if (Causes.says(cause, "unexpected character")) {
            return NOT_DYNAMODB;
        } else if (Causes.says(cause, "socket is closed")) {
            return "; if it goes on, check the endpoint: does it speak http or https?";
        }
        return "";
    }
}
