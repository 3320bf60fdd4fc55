package dev.zaelimiter.http.route;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request, as a framework's filter shows it. It is asked on the thread that entered, before the request is handled.
 */
public interface HttpCall {

    /**
     * The method.
     *
     * @return for example {@code GET}
     */
    String method();

    /**
     * The path as it came: percent-encoded, with parameters after semicolons, without the query.
     *
     * @return for example {@code /v1/caf%C3%A9}
     */
    String path();

    /**
     * The values of a field, in their order.
     *
     * @param name a field's name; case does not matter
     * @return one for each line; empty if it is not there
     */
    List<String> headers(String name);

    /**
     * The address of the connection.
     *
     * @return an address, with or without a port; null if it is not known
     */
    @Nullable
    String peer();

    /**
     * Who is logged in.
     *
     * @return a name; null if nobody is
     */
    @Nullable
    String principal();

    /**
     * What a token says of who is logged in.
     *
     * @param name a claim's name, as {@code tenant}
     * @return its value; null if it says nothing of that, or there is no token
     */
    default @Nullable Object claim(String name) {
        return null;
    }

    /**
     * What was noted of the request on its way.
     *
     * @param name an attribute's name
     * @return its value, or null
     */
    @Nullable
    Object attribute(String name);

    /**
     * The value of a field that may stand there once.
     *
     * @param name a field's name
     * @return empty if it is not there, or more than once: nobody knows which one others read
     */
    default Optional<String> header(String name) {
        List<String> values = headers(name);
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }

    /**
     * What stands in the path in place of a variable of the route's pattern. Filters don't implement it.
     *
     * @param name the variable's name, without braces
     * @return decoded; empty if the pattern has no such variable
     */
    default Optional<String> pathVariable(String name) {
        return Optional.empty();
    }
}
