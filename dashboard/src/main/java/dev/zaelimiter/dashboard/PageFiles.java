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

    private PageFiles(String html, String... modules) {
        files.put("/", read(html, HTML));
        files.put("/page.css", read("page.css", CSS));
        files.put("/icon.svg", read("icon.svg", "image/svg+xml"));
        for (String module : modules) {
            files.put("/" + module + ".js", read(module + ".js", JAVASCRIPT));
        }
    }

    static PageFiles ofTheDashboard() {
        return new PageFiles(
                "page.html",
                "page",
                "frame",
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
                "changes");
    }

    /** The page of a load test, which shares what it can. */
    static PageFiles ofARun() {
        return new PageFiles("run.html", "run", "frame", "client", "elements", "words", "chart");
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
