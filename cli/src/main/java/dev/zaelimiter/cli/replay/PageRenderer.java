package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Shows an outcome as one HTML page that stands alone: no script, nothing loaded, light or dark as the reader's device
 * has it, and each chart also as a table.
 */
final class PageRenderer {

    private static final int TOP = 10;

    /** Whatever got into the page in spite of everything runs nothing, loads nothing and sends nothing. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

    private final ReplayOutcome outcome;
    private final Report report;
    private final Html html = new Html();

    private PageRenderer(ReplayOutcome outcome) {
        this.outcome = outcome;
        this.report = outcome.main();
    }

    /** The whole page. */
    static String render(ReplayOutcome outcome) {
        return new PageRenderer(outcome).page();
    }

    private String page() {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + CONTENT_POLICY + "\">\n")
                .raw("<meta name=\"generator\" content=\"zae-limiter\">\n<link rel=\"icon\" href=\"data:,\">\n")
                .element("title", "Replay of " + outcome.file())
                .raw("\n<style>\n" + style() + "</style>\n</head>\n<body>\n<main>\n");
        header();
        if (outcome.suggestion() != null) {
            PageSuggestion.write(html, outcome.suggestion());
        }
        if (outcome.reports().size() > 1) {
            PageComparison.write(html, outcome.reports());
        }
        PageCharts charts = new PageCharts(html, report);
        charts.traffic();
        charts.balances();
        limits();
        waits();
        entities();
        notes();
        html.raw("</main>\n</body>\n</html>\n");
        return html.toString();
    }

    private void header() {
        html.raw("<header>").element("h1", "Replay of " + outcome.file());
        html.element("p class=\"soft\"", TableRenderer.span(report));
        html.element("p class=\"soft\"", "Limits: " + ReportText.policy(report));
        PageWords.origin(html, outcome.provenance());
        html.raw("</header>\n");
        cards();
    }

    private void cards() {
        Report.Rows rows = report.rows();
        html.raw("<dl class=\"cards\">");
        card("admitted", Text.count(rows.admitted()), Text.percent(1 - rows.refusedShare()), "is-admitted");
        card(
                "refused",
                Text.count(rows.refused()),
                Text.percent(rows.refusedShare()),
                rows.refused() > 0 ? "is-refused" : "");
        Report.Waits waits = report.waits();
        if (waits.count() > 0) {
            card(
                    waits.never() + waits.disabled() == 0 ? "median wait of the refused" : "median wait, where it ends",
                    DurationText.of(waits.medianMillis()),
                    "95% within " + DurationText.of(waits.p95Millis()),
                    "");
        }
        long endless = waits.never() + waits.disabled();
        if (endless > 0) {
            card(
                    "never fit, however long they wait",
                    Text.count(endless),
                    Text.percent((double) endless / rows.refused()) + " of the refused",
                    "is-refused");
        }
        if (report.longestStreak() != null) {
            Report.Streak streak = report.longestStreak();
            card(
                    "longest run of refusals",
                    Text.count(streak.rows(), "row", "rows"),
                    "in " + DurationText.of(streak.toMillis() - streak.fromMillis()),
                    "");
        }
        if (rows.broken().count() > 0) {
            card("skipped, can't be read", Text.count(rows.broken().count()), "see below", "");
        }
        html.raw("</dl>\n");
    }

    private void card(String name, String figure, String more, String style) {
        html.raw("<div>")
                .element("dt", name)
                .element("dd class=\"figure " + style + "\"", figure)
                .element("dd class=\"soft\"", more)
                .raw("</div>");
    }

    private void limits() {
        html.raw("<section class=\"stacked limits\">").element("h2", "Limits");
        HtmlTable table = HtmlTable.open(
                html,
                "",
                List.of("limit", "allows", "refused", "peak use", "of capacity", TableRenderer.debtTitle(report)));
        for (Report.OfLimit figures : report.limits()) {
            table.row(figures.label())
                    .cell(TableRenderer.allows(figures.limit()))
                    .cell(Text.count(figures.refused()))
                    .cell(Text.count(figures.peakUse()))
                    .cell(Text.percent((double) figures.peakUse()
                            / Math.max(1, figures.limit().capacity())))
                    .cell(TableRenderer.debt(figures, report))
                    .end();
        }
        table.close();
        html.raw("</section>\n");
    }

    private void waits() {
        if (report.waits().count() == 0) {
            endless();
            return;
        }
        List<ReportText.WaitRange> ranges = ReportText.waits(report);
        double most =
                ranges.stream().mapToLong(ReportText.WaitRange::rows).max().orElse(1);
        html.raw("<section>").element("h2", "Waits");
        HtmlTable table = HtmlTable.open(
                html, "After how long refused rows would have fitted.", List.of("wait", "rows", "of the refused", ""));
        for (ReportText.WaitRange range : ranges) {
            table.row(range.label())
                    .cell(Text.count(range.rows()))
                    .cell(Text.percent((double) range.rows() / report.rows().refused()))
                    .bar(0, range.rows() / most)
                    .end();
        }
        table.close();
        endlessSentences();
        html.raw("</section>\n");
    }

    private void endless() {
        if (report.rows().refused() > 0) {
            html.raw("<section>").element("h2", "Waits");
            endlessSentences();
            html.raw("</section>\n");
        }
    }

    private void endlessSentences() {
        List<String> sentences = ReportText.waitSentences(report);
        sentences
                .subList(report.waits().count() > 0 ? 1 : 0, sentences.size())
                .forEach(sentence -> html.element("p", sentence));
    }

    private void entities() {
        if (!report.severalBuckets()) {
            return;
        }
        html.raw("<section>").element("h2", "Top entities").raw("<div class=\"two\">");
        entities("Most rows", report.top().busiest(TOP));
        List<TopEntities.Entity> refused = report.top().mostRefused(TOP);
        if (!refused.isEmpty()) {
            entities("Most refused rows", refused);
        }
        html.raw("</div>");
        if (report.top().missing() > 0) {
            html.element(
                    "p class=\"soft\"",
                    "There are very many entities, and each count may lack up to "
                            + Text.count(report.top().missing()) + " rows.");
        }
        html.raw("</section>\n");
    }

    private void entities(String caption, List<TopEntities.Entity> entities) {
        double most =
                entities.stream().mapToLong(TopEntities.Entity::rows).max().orElse(1);
        HtmlTable table = HtmlTable.open(html, caption, List.of("entity", "rows", "refused", ""));
        for (TopEntities.Entity entity : entities) {
            table.row(entity.entity())
                    .cell(Text.count(entity.rows()))
                    .cell(Text.count(entity.refused()))
                    .bar(entity.admitted() / most, entity.refused() / most)
                    .end();
        }
        table.close();
    }

    private void notes() {
        html.raw("<section>").element("h2", "How the rows were read").raw("<ul class=\"notes\">");
        outcome.assumptions().forEach(sentence -> html.element("li", sentence));
        html.raw("</ul>");
        for (ReportText.ProblemKind kind : ReportText.problems(report.rows())) {
            html.element("p", kind.title()).raw("<ul class=\"notes\">");
            kind.lines().forEach(line -> html.element("li", line));
            html.raw("</ul>");
        }
        html.raw("</section>\n");
        PageWords.meanings(html, report);
        html.raw("<footer>").element("p class=\"soft\"", "Times are in UTC.").raw("</footer>\n");
    }

    private static String style() {
        try (InputStream css = Objects.requireNonNull(PageRenderer.class.getResourceAsStream("page.css"))) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of this program can't be read", e);
        }
    }
}
