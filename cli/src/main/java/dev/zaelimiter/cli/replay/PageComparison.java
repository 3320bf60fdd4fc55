package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.List;

/** Several policies side by side. */
final class PageComparison {

    private PageComparison() {}

    static void write(Html html, List<Report> reports) {
        html.raw("<section class=\"stacked policies\">").element("h2", "Policies side by side");
        HtmlTable table = HtmlTable.open(
                html,
                "The same rows under each of them, in one pass. The charts below show the first.",
                List.of("policy", "refused", "of the rows", "median wait", "never fit", "longest run", ""));
        for (Report report : reports) {
            long never = report.waits().never() + report.waits().disabled();
            table.row(ReportText.policy(report))
                    .cell(Text.count(report.rows().refused()))
                    .cell(Text.percent(report.rows().refusedShare()))
                    .cell(ReportText.medianWait(report))
                    .cell(never == 0 ? "none" : Text.count(never))
                    .cell(ReportText.longestRun(report))
                    .bar(1 - report.rows().refusedShare(), report.rows().refusedShare())
                    .end();
        }
        table.close();
        html.raw("</section>\n");
    }
}
