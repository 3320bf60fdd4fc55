package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report as one HTML page to pass on: no script, nothing loaded, light or dark as the reader's device has it. */
public final class ReportPage {

    private static final int MOST_BUCKETS = 100;

    private final Report report;
    private final Html html = new Html();

    private ReportPage(Report report) {
        this.report = report;
    }

    /** The whole page. */
    public static String html(Report report) {
        return new ReportPage(report).page(0);
    }

    /**
     * The same of a run that goes on: the page asks for itself again.
     *
     * @param report so far
     * @param everySeconds how often, 1 or more
     * @return the page
     */
    public static String live(Report report, int everySeconds) {
        return new ReportPage(report).page(everySeconds);
    }

    private String page(int everySeconds) {
        html.begin("Load test " + report.plan().name(), everySeconds);
        header();
        notes();
        PageChart chart = new PageChart(html, report.seconds());
        chart.bars(
                "Acquires a second",
                Outcome.ALL.stream()
                        .map(outcome -> new PageChart.Series(
                                outcome.label(),
                                outcome.label(),
                                second -> second.counts().of(outcome)))
                        .toList());
        chart.curves(
                "How long admitted acquires took",
                List.of(
                        new PageChart.Series("half of them", "p50", Second::p50),
                        new PageChart.Series("99 of 100", "p99", Second::p99)),
                Html::time);
        latencies();
        stages();
        buckets();
        workers();
        return html.end();
    }

    private void header() {
        RunPlan plan = report.plan();
        html.raw("<header>").element("h1", "Load test " + plan.name());
        html.element(
                "p class=\"soft\"",
                PlanText.scenarios(plan) + " on " + plan.store().title() + ", namespace " + plan.namespace());
        html.element(
                "p class=\"soft\"",
                plan.workers() + (plan.workers() == 1 ? " worker" : " workers") + "; " + PlanText.stages(plan));
        html.raw("</header>\n");
        cards();
    }

    private void cards() {
        html.raw("<dl class=\"cards\">");
        for (Outcome outcome : Outcome.ALL) {
            card(
                    outcome.label(),
                    Html.count(report.counts().of(outcome)),
                    Html.percent(report.counts().share(outcome)));
        }
        Latency admitted = report.latency(Outcome.ADMITTED);
        card("acquires a second", Html.number(report.perSecond()), "on average");
        card("99 of 100 within", Html.time(admitted.p99()), "half within " + Html.time(admitted.p50()));
        Cost cost = report.cost();
        card(
                "a million admitted",
                cost.dollarsPerMillion() < 0
                        ? "not known"
                        : String.format(Locale.ROOT, "$%.2f", cost.dollarsPerMillion()),
                cost.unitsPerAdmitted() < 0
                        ? "the store does not say"
                        : Html.number(cost.unitsPerAdmitted()) + " write units each");
        card("writes turned away", Html.count(report.counts().throttled()), "for their capacity");
        card(
                "splits",
                Html.count(report.counts().splits()),
                report.counts().merges() == 0
                        ? "of shards of buckets"
                        : "of shards; " + Html.count(report.counts().merges()) + " made one again");
        card(
                "beyond a limit",
                report.buckets().isEmpty()
                        ? "not looked"
                        : Html.count(report.buckets().stream()
                                .mapToLong(OverAdmission::excess)
                                .sum()),
                "tokens");
        html.raw("</dl>\n");
    }

    private void card(String name, String figure, String more) {
        html.raw("<div>")
                .element("dt", name)
                .element("dd class=\"figure\"", figure)
                .element("dd class=\"soft\"", more)
                .raw("</div>");
    }

    private void notes() {
        if (report.notes().isEmpty() && !report.overAdmitted()) {
            return;
        }
        html.raw("<section class=\"warn\">")
                .element("h2", "To know before you trust this")
                .raw("<ul class=\"notes\">");
        if (report.overAdmitted()) {
            html.element("li", "a limit gave more than its capacity and what came back: see the table of limits");
        }
        report.notes().forEach(note -> html.element("li", note));
        html.raw("</ul></section>\n");
    }

    private void latencies() {
        html.raw("<section>").element("h2", "Times");
        List<List<String>> rows = new ArrayList<>();
        report.latencies()
                .forEach((tag, latency) -> rows.add(List.of(
                        tag.equals(Report.STORE) ? "round trip to the store" : tag,
                        Html.count(latency.count()),
                        Html.time(latency.p50()),
                        Html.time(latency.p90()),
                        Html.time(latency.p95()),
                        Html.time(latency.p99()),
                        Html.time(latency.p999()),
                        Html.time(latency.max()))));
        html.table(
                        "From when an acquire was due to its answer, of all workers together",
                        List.of("", "count", "p50", "p90", "p95", "p99", "p99.9", "longest"),
                        rows)
                .raw("</section>\n");
    }

    private void stages() {
        if (report.stages().size() < 2) {
            return;
        }
        html.raw("<section>").element("h2", "Stages");
        List<List<String>> rows = new ArrayList<>();
        for (StageResult stage : report.stages()) {
            rows.add(List.of(
                    Html.count(stage.stage().users()),
                    stage.stage().perSecond() == 0
                            ? "as fast as can be"
                            : Html.number(stage.stage().perSecond()),
                    Html.number(stage.perSecond()),
                    Html.percent(stage.counts().share(Outcome.REFUSED)),
                    Html.time(stage.admitted().p50()),
                    Html.time(stage.admitted().p99()),
                    stage.cpu() < 0 ? "not known" : Html.percent(stage.cpu())));
        }
        html.table(
                        "Load after load",
                        List.of("users", "asked for", "a second", "refused", "p50", "p99", "processor"),
                        rows)
                .raw("</section>\n");
    }

    private void buckets() {
        if (report.buckets().isEmpty()) {
            return;
        }
        html.raw("<section>").element("h2", "Limits");
        List<List<String>> rows = new ArrayList<>();
        report.buckets().stream()
                .sorted((a, b) -> a.excess() != b.excess()
                        ? Long.compare(b.excess(), a.excess())
                        : Long.compare(b.consumed(), a.consumed()))
                .limit(MOST_BUCKETS)
                .forEach(bucket -> rows.add(List.of(
                        bucket.entity() + " on " + bucket.resource(),
                        bucket.limit(),
                        Html.count(bucket.shards()),
                        Html.count(bucket.consumed()),
                        Html.count(bucket.taken()),
                        Html.count(bucket.allowed()),
                        Html.count(bucket.excess()))));
        String more = report.buckets().size() > MOST_BUCKETS ? "; the first " + MOST_BUCKETS : "";
        html.table(
                        "What the store has counted, what workers took themselves, and what the limit allows at most"
                                + more,
                        List.of("bucket", "limit", "shards", "consumed", "taken", "allowed", "beyond"),
                        rows)
                .raw("</section>\n");
    }

    private void workers() {
        html.raw("<section>").element("h2", "Workers");
        List<List<String>> rows = new ArrayList<>();
        for (WorkerResult worker : report.workers()) {
            rows.add(List.of(
                    "worker " + worker.number(),
                    worker.end(),
                    Html.count(worker.counts().of(Outcome.ADMITTED)),
                    Html.count(worker.counts().of(Outcome.REFUSED)),
                    Html.count(worker.counts().of(Outcome.DEGRADED)),
                    Html.count(worker.counts().of(Outcome.FAILED)),
                    worker.clockOffsetMillis() + " ms"));
        }
        html.table(
                        "Each by itself; its clock was set right by the last column",
                        List.of("", "end", "admitted", "refused", "degraded", "failed", "clock"),
                        rows)
                .raw("</section>\n");
    }
}
