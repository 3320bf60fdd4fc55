package dev.zaelimiter.dashboard;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with.
 *
 * @param status of HTTP
 * @param type of the content
 * @param body all of it; not to be changed
 */
record Reply(int status, String type, byte[] body) {

    static final int OK = 200;
    static final int WRONG = 400;
    static final int NO_KEY = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int WRONG_METHOD = 405;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int TOO_MANY = 429;
    static final int FAULT = 500;
    static final int NO_STORE = 503;
    static final int NO_ANSWER = 504;

    static Reply json(Map<String, @Nullable Object> value) {
        return json(OK, value);
    }

    static Reply json(int status, Map<String, @Nullable Object> value) {
        return new Reply(status, "application/json", Json.of(value).getBytes(StandardCharsets.UTF_8));
    }

    /** Says in a sentence what went wrong. */
    static Reply error(int status, String message) {
        return json(status, Json.map("error", message));
    }
}
