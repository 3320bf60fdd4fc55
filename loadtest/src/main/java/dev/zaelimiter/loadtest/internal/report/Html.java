package dev.zaelimiter.loadtest.internal.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Writes a page that stands alone: no script, nothing loaded. For one thread. */
final class Html {

    /** Whatever got into the page in spite of everything runs nothing, loads nothing and sends nothing. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

    private final StringBuilder text = new StringBuilder();
    private int tables;

    /** The head of a page; {@code everySeconds} 0 for one that stays as it is. */
    Html begin(String title, int everySeconds) {
        raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + CONTENT_POLICY + "\">\n")
                .raw(everySeconds > 0 ? "<meta http-equiv=\"refresh\" content=\"" + everySeconds + "\">\n" : "")
                .raw("<meta name=\"generator\" content=\"zae-limiter\">\n<link rel=\"icon\" href=\"data:,\">\n");
        return element("title", title).raw("\n<style>\n" + style() + "</style>\n</head>\n<body>\n<main>\n");
    }

    String end() {
        return raw("</main>\n</body>\n</html>\n").text.toString();
    }

    private static String style() {
        try (InputStream in = Objects.requireNonNull(Html.class.getResourceAsStream("page.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Html raw(String markup) {
        text.append(markup);
        return this;
    }

    /** An element with nothing but text in it; its name may be followed by attributes. */
    Html element(String start, String content) {
        return raw("<" + start + ">" + escaped(content) + "</" + start.split(" ", 2)[0] + ">");
    }

    /**
     * A table, each row of which begins with its name. What it shows stands above the box that scrolls: within, it
     * would be as wide as the table, and cut where that is cut.
     */
    Html table(String caption, List<String> head, List<List<String>> rows) {
        String id = "table-" + ++tables;
        element("p class=\"caption\" id=\"" + id + "\"", caption);
        raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"" + id + "\">");
        raw("<table aria-labelledby=\"" + id + "\"><thead><tr>");
        head.forEach(each -> element("th scope=\"col\"", each));
        raw("</tr></thead><tbody>");
        for (List<String> row : rows) {
            raw("<tr>").element("th scope=\"row\"", row.get(0));
            row.subList(1, row.size()).forEach(each -> element("td", each));
            raw("</tr>");
        }
        return raw("</tbody></table></div>\n");
    }

    static String escaped(String content) {
        return content.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Microseconds as people read them; a dash for those that are not known. */
    static String time(long micros) {
        if (micros < 0) {
            return "–";
        }
        return micros < 1000
                ? micros + " µs"
                : micros < 1_000_000
                        ? String.format(Locale.ROOT, "%.1f ms", micros / 1000.0)
                        : String.format(Locale.ROOT, "%.2f s", micros / 1e6);
    }

    /** How long something was to last: whole seconds where it is some. */
    static String seconds(long millis) {
        return millis % 1000 == 0 || millis >= 10_000
                ? String.format(Locale.ROOT, "%,d s", Math.round(millis / 1000.0))
                : String.format(Locale.ROOT, "%.3f s", millis / 1000.0).replaceFirst("0+ s$", " s");
    }

    static String percent(double share) {
        return share > 0 && share < 0.001 ? "<0.1%" : String.format(Locale.ROOT, "%.1f%%", share * 100);
    }

    static String number(double number) {
        if (number < 0 || Double.isNaN(number)) {
            return "not known";
        }
        if (number == Math.rint(number)) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        return number < 10 ? String.format(Locale.ROOT, "%.3f", number) : String.format(Locale.ROOT, "%,.0f", number);
    }
}
