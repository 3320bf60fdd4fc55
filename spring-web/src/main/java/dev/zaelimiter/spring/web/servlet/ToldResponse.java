package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.HeaderField;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.List;

/**
 * A response that tells of our limits alone: a service behind a gateway may tell of its own in fields of the same
 * names, and clients would read both as one. For one thread at a time, as responses are.
 */
final class ToldResponse extends HttpServletResponseWrapper {

    private final List<HeaderField> ours;

    private ToldResponse(HttpServletResponse response, List<HeaderField> ours) {
        super(response);
        this.ours = ours;
    }

    static HttpServletResponse of(HttpServletResponse response, List<HeaderField> ours) {
        for (HeaderField field : ours) {
            response.setHeader(field.name(), field.value());
        }
        return ours.isEmpty() ? response : new ToldResponse(response, ours);
    }

    private boolean isOurs(String name) {
        for (HeaderField field : ours) {
            if (field.name().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void setHeader(String name, String value) {
        if (!isOurs(name)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (!isOurs(name)) {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (!isOurs(name)) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (!isOurs(name)) {
            super.addIntHeader(name, value);
        }
    }
}
