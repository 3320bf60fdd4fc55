package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import java.io.IOException;
import java.nio.file.Path;

/** The files of a report, beside what it is made of. */
public final class ReportFiles {

    /** The page. */
    public static final String PAGE = "report.html";

    private ReportFiles() {}

    /**
     * Writes all three.
     *
     * @param run the folder of the run
     * @param report of it
     * @throws IOException if one can't be written
     */
    public static void write(Path run, Report report) throws IOException {
        WrittenWhole.write(run.resolve("report.json"), ReportJson.text(report));
        WrittenWhole.write(run.resolve("report.csv"), ReportCsv.text(report));
        WrittenWhole.write(run.resolve(PAGE), ReportPage.html(report));
    }
}
