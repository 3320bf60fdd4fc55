package dev.zaelimiter.dynamodb;

import java.lang.reflect.Method;

/**
 * The names of the CRT client's errors. That client may be absent, and its jar has no module name of its own: a module
 * that requires it can't be published. So it is asked by reflection, when it has failed and only then.
 */
final class CrtErrors {

    private static final String TYPE = "software.amazon.awssdk.crt.http.HttpException";
    private static final String NAMES = "software.amazon.awssdk.crt.CRT";

    private CrtErrors() {}

    /** Whether a failure is one of that client, asked without loading it. */
    static boolean isOne(Throwable failure) {
        return failure.getClass().getName().equals(TYPE);
    }

    /**
     * For example {@code AWS_IO_SOCKET_CONNECTION_REFUSED}. Only for {@link #isOne one of that client}.
     *
     * @return an empty text if a later version of that client names its errors otherwise
     */
    static String name(Throwable failure) {
        try {
            Object code = failure.getClass().getMethod("getErrorCode").invoke(failure);
            Method name = Class.forName(NAMES, true, failure.getClass().getClassLoader())
                    .getMethod("awsErrorName", int.class);
            return String.valueOf(name.invoke(null, code));
        } catch (ReflectiveOperationException otherVersion) {
            return "";
        }
    }
}
