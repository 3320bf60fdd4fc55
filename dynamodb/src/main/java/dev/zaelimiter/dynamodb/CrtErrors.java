package dev.zaelimiter.dynamodb;

import software.amazon.awssdk.crt.CRT;
import software.amazon.awssdk.crt.http.HttpException;

/** The names of the CRT client's errors. A class of its own, since that client may be absent: then it is not loaded. */
final class CrtErrors {

    private static final String TYPE = "software.amazon.awssdk.crt.http.HttpException";

    private CrtErrors() {}

    /** Whether a failure is one of that client, asked without loading it. */
    static boolean isOne(Throwable failure) {
        return failure.getClass().getName().equals(TYPE);
    }

    /** For example {@code AWS_IO_SOCKET_CONNECTION_REFUSED}. Only for {@link #isOne one of that client}. */
    static String name(Throwable failure) {
        return Named.name(failure);
    }

    /** Loaded when it is first needed. */
    private static final class Named {
        private Named() {}

        static String name(Throwable failure) {
            return CRT.awsErrorName(((HttpException) failure).getErrorCode());
        }
    }
}
