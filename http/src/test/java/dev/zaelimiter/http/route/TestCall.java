package dev.zaelimiter.http.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request and its response, for tests. */
final class TestCall implements HttpCall, HttpResult {

    private final String method;
    private final String path;
    private final Map<String, List<String>> fields = new HashMap<>();
    private final Map<String, Object> attributes = new HashMap<>();
    private @Nullable String principal;
    private @Nullable String peer = "192.0.2.7";
    private int status = 200;
    private long bytes = -1;

    private TestCall(String method, String path) {
        this.method = method;
        this.path = path;
    }

    static TestCall of(String method, String path) {
        return new TestCall(method, path);
    }

    TestCall with(String field, String value) {
        fields.computeIfAbsent(field.toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                .add(value);
        return this;
    }

    TestCall attribute(String name, Object value) {
        attributes.put(name, value);
        return this;
    }

    TestCall by(@Nullable String who) {
        this.principal = who;
        return this;
    }

    TestCall from(@Nullable String address) {
        this.peer = address;
        return this;
    }

    TestCall ended(int withStatus, long withBytes) {
        this.status = withStatus;
        this.bytes = withBytes;
        return this;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public List<String> headers(String name) {
        return fields.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public Optional<String> header(String name) {
        return HttpCall.super.header(name);
    }

    @Override
    public @Nullable String peer() {
        return peer;
    }

    @Override
    public @Nullable String principal() {
        return principal;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return attributes.get(name);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
