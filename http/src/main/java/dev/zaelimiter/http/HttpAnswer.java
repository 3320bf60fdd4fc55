package dev.zaelimiter.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A whole response that is sent instead of the one that was asked for. Immutable. */
public final class HttpAnswer {

    private static final String JSON = "application/problem+json";
    private static final String HTML = "text/html; charset=utf-8";

    private final Problem problem;
    private final List<HeaderField> fields;
    private final boolean html;

    private HttpAnswer(Problem problem, List<HeaderField> fields, boolean html) {
        this.problem = problem;
        this.fields = fields;
        this.html = html;
    }

    /** As problem JSON, until the client is known to prefer something else. */
    static HttpAnswer of(Problem problem, List<HeaderField> fields) {
        List<HeaderField> all = new ArrayList<>(fields);
        // No cache may keep a 429 (RFC 6585, section 4); the others change just as soon.
        all.add(new HeaderField("Cache-Control", "no-store"));
        return new HttpAnswer(problem, List.copyOf(all), false);
    }

    /**
     * The same in the form that the client prefers: HTML if it says so, otherwise problem JSON.
     *
     * @param accept the value of its {@code Accept} field, or null if it sent none; what makes no sense is passed over
     * @return an answer
     */
    public HttpAnswer acceptedBy(@Nullable String accept) {
        return new HttpAnswer(problem, fields, Accept.prefersHtml(accept));
    }

    /**
     * The status.
     *
     * @return 429 for a refusal; 400, 403, 500 or 503 otherwise
     */
    public int status() {
        return problem.status();
    }

    /**
     * All fields but {@code Content-Type} and {@code Content-Length}.
     *
     * @return in the order in which to send them
     */
    public List<HeaderField> fields() {
        return fields;
    }

    /**
     * The value of {@code Content-Type}.
     *
     * @return that of {@link #body()}
     */
    public String contentType() {
        return html ? HTML : JSON;
    }

    /**
     * The body.
     *
     * @return text
     */
    public String body() {
        return html ? problem.html() : problem.json();
    }

    /**
     * The body as it is sent. A response to {@code HEAD} has its length, and no body.
     *
     * @return UTF-8
     */
    public byte[] bytes() {
        return body().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return status() + " " + fields + " " + body();
    }
}
