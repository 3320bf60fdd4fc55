package dev.zaelimiter.infra;

import dev.zaelimiter.infra.DeploymentException.Reason;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** Failures of calls to AWS, in the words of a deployment. */
final class SdkFailures {

    /** As IAM says which action is missing, in an answer or in an event of a stack. */
    private static final Pattern ACTION = Pattern.compile("not authorized to perform: ?([a-z0-9-]+:[A-Za-z0-9*]+)");

    private static final Set<String> DENIED = Set.of(
            "AccessDenied", "AccessDeniedException", "AuthorizationError", "UnauthorizedOperation", "Forbidden", "403");
    private static final Set<String> STRANGER = Set.of(
            "ExpiredToken",
            "ExpiredTokenException",
            "InvalidClientTokenId",
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
            "UnrecognizedClientException",
            "IncompleteSignature");

    /** A chain of causes may be a ring. */
    private static final int DEEPEST = 20;

    private SdkFailures() {}

    /**
     * Makes a call.
     *
     * @param doing what it is for: {@code look at stack my-app}
     * @param action what must be allowed, if the answer does not say it
     */
    static <T> T call(String doing, String action, Supplier<T> call) {
        try {
            return call.get();
        } catch (SdkException e) {
            throw explain(doing, action, e);
        }
    }

    static DeploymentException explain(String doing, String action, SdkException failure) {
        String said = said(failure);
        if (failure instanceof AbortedException) {
            return interrupted(doing, failure);
        } else if (isDenied(failure)) {
            return new DeploymentException(
                    Reason.DENIED,
                    "can't " + doing + ": " + action(said, action) + " is not allowed; give it to who runs this ("
                            + said + ")",
                    failure);
        } else if (failure instanceof AwsServiceException service && STRANGER.contains(code(service))) {
            return new DeploymentException(
                    Reason.DENIED,
                    "can't " + doing + ": the credentials are wrong or have expired (" + said + ")",
                    failure);
        } else if (has(failure, "Unable to load credentials")) {
            return new DeploymentException(
                    Reason.DENIED,
                    "can't " + doing + ": there are no credentials; give a profile, or set AWS_ACCESS_KEY_ID and"
                            + " AWS_SECRET_ACCESS_KEY, or run with a role",
                    failure);
        } else if (has(failure, "Unable to load region")) {
            return new DeploymentException(
                    Reason.NO_ANSWER,
                    "can't " + doing + ": the region is not known; give one, or set AWS_REGION",
                    failure);
        }
        Throwable unreached = unreached(failure);
        if (unreached != null) {
            said = "nobody answers (" + unreached.getMessage() + "); check the region, the endpoint and the network";
        }
        return new DeploymentException(Reason.NO_ANSWER, "can't " + doing + ": " + said, failure);
    }

    private static DeploymentException interrupted(String doing, SdkException failure) {
        Thread.currentThread().interrupt();
        return new DeploymentException(
                Reason.GOES_ON,
                "was interrupted on the way to " + doing
                        + "; what CloudFormation was told to do before goes on: run the same again to follow it",
                failure);
    }

    /** The cause that says that there was no connection; null if there was one. */
    private static @Nullable Throwable unreached(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof UnknownHostException || cause instanceof ConnectException) {
                return cause;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** What the service said, without names of classes and numbers of requests. */
    static String said(SdkException failure) {
        String message = failure instanceof AwsServiceException service && service.awsErrorDetails() != null
                ? service.awsErrorDetails().errorMessage()
                : failure.getMessage();
        String text = message == null || message.isEmpty() ? failure.toString() : message;
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    static boolean isDenied(SdkException failure) {
        return failure instanceof AwsServiceException service
                && (DENIED.contains(code(service))
                        || ACTION.matcher(said(failure)).find());
    }

    static String code(AwsServiceException failure) {
        String code = failure.awsErrorDetails() == null
                ? null
                : failure.awsErrorDetails().errorCode();
        return code == null ? String.valueOf(failure.statusCode()) : code;
    }

    /** The action that a text says is missing; null if it says nothing of the kind. */
    static @Nullable String missingAction(String said) {
        Matcher found = ACTION.matcher(said);
        return found.find() ? found.group(1) : null;
    }

    private static String action(String said, String usual) {
        String found = missingAction(said);
        return found == null ? usual : found;
    }

    private static boolean has(Throwable failure, String words) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (String.valueOf(cause.getMessage()).contains(words)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
