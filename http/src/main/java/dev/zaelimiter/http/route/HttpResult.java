package dev.zaelimiter.http.route;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The response to a request, as a framework's filter shows it when it is complete. */
public interface HttpResult {

    /**
     * The status.
     *
     * @return for example 200
     */
    int status();

    /**
     * The value of a field of the response.
     *
     * @param name a field's name; case does not matter
     * @return empty if it is not there
     */
    Optional<String> header(String name);

    /**
     * How many bytes its body has.
     *
     * @return bytes, before any compression by the server; negative if they were not counted
     */
    long bytes();

    /**
     * What was noted of the request while it was handled.
     *
     * @param name an attribute's name
     * @return its value, or null
     */
    @Nullable
    Object attribute(String name);
}
