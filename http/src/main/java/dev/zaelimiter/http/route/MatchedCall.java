package dev.zaelimiter.http.route;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request with the variables that its route found in the path. */
record MatchedCall(HttpCall call, Map<String, String> variables) implements HttpCall {

    @Override
    public String method() {
        return call.method();
    }

    @Override
    public String path() {
        return call.path();
    }

    @Override
    public List<String> headers(String name) {
        return call.headers(name);
    }

    @Override
    public @Nullable String peer() {
        return call.peer();
    }

    @Override
    public @Nullable String principal() {
        return call.principal();
    }

    @Override
    public @Nullable Object claim(String name) {
        return call.claim(name);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return call.attribute(name);
    }

    @Override
    public Optional<String> pathVariable(String name) {
        return Optional.ofNullable(variables.get(name));
    }
}
