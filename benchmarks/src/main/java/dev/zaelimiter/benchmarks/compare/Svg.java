package dev.zaelimiter.benchmarks.compare;

import java.util.Locale;

/**
 * A drawing. It is read on light and on dark pages: it follows what the reader has chosen, and brings its own
 * background, since the page that shows it may have chosen otherwise. Each contender has a colour of its own in all
 * drawings.
 */
final class Svg {

    static final int WIDTH = 780;

    private static final String STYLE = """
            <style>
            .paper{fill:#ffffff}
            text{fill:#1f2328;font:13px system-ui,-apple-system,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}
            .title{font-size:16px;font-weight:600}
            .quiet{fill:#59636e}
            .grid{stroke:#d8dee4;stroke-width:1}
            .axis{stroke:#818b98;stroke-width:1}
            .line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
            .ours{--c:#0969da}.python{--c:#bc4c00}.bare{--c:#59636e}
            .memory{--c:#218bff}.bucket4j{--c:#8250df}.resilience4j{--c:#bf3989}
            .line.ours,.line.python,.line.bare,.line.memory,.line.bucket4j,.line.resilience4j{stroke:var(--c)}
            rect.ours,rect.python,rect.bare,rect.memory,rect.bucket4j,rect.resilience4j{fill:var(--c)}
            circle.ours,circle.python,circle.bare,circle.memory,circle.bucket4j,circle.resilience4j{fill:var(--c)}
            text.ours,text.python,text.bare,text.memory,text.bucket4j,text.resilience4j{fill:var(--c);font-weight:600}
            @media (prefers-color-scheme:dark){
            .paper{fill:#0d1117}
            text{fill:#f0f6fc}
            .quiet{fill:#9198a1}
            .grid{stroke:#262c36}
            .axis{stroke:#656c76}
            .ours{--c:#4493f8}.python{--c:#f0883e}.bare{--c:#9198a1}
            .memory{--c:#79c0ff}.bucket4j{--c:#ab7df8}.resilience4j{--c:#f778ba}
            }
            </style>
            """;

    private final StringBuilder body = new StringBuilder();
    private final String title;
    private final int height;

    Svg(String title, String subtitle, int height) {
        this.title = title;
        this.height = height;
        text(16, 28, "title", "start", title);
        text(16, 48, "quiet", "start", subtitle);
    }

    void text(double x, double y, String style, String anchor, String text) {
        body.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">%s</text>%n",
                x,
                y,
                style,
                anchor,
                escaped(text)));
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        body.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n",
                x1,
                y1,
                x2,
                y2,
                style));
    }

    void bar(double x, double y, double width, double high, String style) {
        body.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" class=\"%s\"/>%n",
                x,
                y,
                width,
                high,
                style));
    }

    void dot(double x, double y, String style) {
        body.append(
                String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" class=\"%s\"/>%n", x, y, style));
    }

    /** A line through points: x and y in turn. */
    void path(double[] points, String style) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            path.append(String.format(Locale.ROOT, "%s%.1f,%.1f", i == 0 ? "" : " ", points[i], points[i + 1]));
        }
        body.append("<polyline points=\"")
                .append(path)
                .append("\" class=\"line ")
                .append(style)
                .append("\"/>\n");
    }

    @Override
    public String toString() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + height + "\" width=\"" + WIDTH
                + "\" height=\"" + height + "\" role=\"img\" aria-label=\"" + escaped(title) + "\">\n" + STYLE
                + "<rect class=\"paper\" width=\"" + WIDTH + "\" height=\"" + height + "\" rx=\"6\"/>\n"
                + body.toString().replace(System.lineSeparator(), "\n") + "</svg>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
