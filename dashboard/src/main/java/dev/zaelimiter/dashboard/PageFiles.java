package dev.zaelimiter.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The files of the page, read once. Immutable: what is not listed is not there. */
final class PageFiles {

    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

    private final Map<String, Reply> files = new LinkedHashMap<>();

    PageFiles() {
        files.put("/", read("page.html", HTML));
        files.put("/page.css", read("page.css", CSS));
        files.put("/icon.svg", read("icon.svg", "image/svg+xml"));
        for (String module : new String[] {
            "page",
            "client",
            "elements",
            "words",
            "chart",
            "search",
            "overview",
            "entity",
            "limits",
            "resource",
            "usage",
            "audit",
            "changes"
        }) {
            files.put("/" + module + ".js", read(module + ".js", JAVASCRIPT));
        }
    }

    @Nullable
    Reply find(String path) {
        return files.get(path);
    }

    private static Reply read(String name, String type) {
        try (InputStream in = Objects.requireNonNull(PageFiles.class.getResourceAsStream(name), name)) {
            return new Reply(Reply.OK, type, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("a file of this program can't be read", e);
        }
    }
}
