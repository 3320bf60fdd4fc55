package dev.zaelimiter.loadtest.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two runs side by side as one HTML page. */
public final class ComparisonPage {

    private ComparisonPage() {}

    /** The whole page. */
    public static String html(Report first, Report second) {
        Comparison comparison = Comparison.of(first, second);
        Html html = new Html()
                .begin(
                        "Load tests " + first.plan().name() + " and "
                                + second.plan().name(),
                        0);
        html.raw("<header>")
                .element(
                        "h1",
                        "Load tests " + first.plan().name() + " and "
                                + second.plan().name());
        html.raw("</header>\n");
        if (!comparison.differences().isEmpty()) {
            html.raw("<section class=\"warn\">")
                    .element("h2", "They were asked different things")
                    .raw("<ul class=\"notes\">");
            comparison.differences().forEach(each -> html.element("li", each));
            html.raw("</ul></section>\n");
        }
        if (!comparison.notes().isEmpty()) {
            html.raw("<section class=\"warn\">")
                    .element("h2", "To know before you trust this")
                    .raw("<ul class=\"notes\">");
            comparison.notes().forEach(each -> html.element("li", each));
            html.raw("</ul></section>\n");
        }
        List<List<String>> rows = new ArrayList<>();
        for (Comparison.Row row : comparison.rows()) {
            rows.add(List.of(row.name(), Html.number(row.first()), Html.number(row.second()), change(row)));
        }
        html.raw("<section>")
                .table(
                        "Figure by figure",
                        List.of("", first.plan().name(), second.plan().name(), "change"),
                        rows)
                .raw("</section>\n");
        return html.end();
    }

    /** A change for people. */
    public static String change(Comparison.Row row) {
        return Double.isNaN(row.change()) ? "" : String.format(Locale.ROOT, "%+.1f%%", row.change() * 100);
    }
}
