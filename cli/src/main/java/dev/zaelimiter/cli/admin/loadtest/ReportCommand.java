package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.OperatorCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.ReportFiles;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter loadtest report}. */
@Command(
        name = "report",
        header = "Write the report of a run anew, of what its workers have left.",
        description = "Also of a run that was broken off, or whose workers' folders were fetched from elsewhere.%n")
@Manual(
        examples = "loadtest report loadtest-20261129-125000",
        keys = {
            "page",
            "stopped",
            "admitted",
            "refused",
            "degraded",
            "failed",
            "per_second",
            "p50_us",
            "p99_us",
            "throttled",
            "write_units_per_admitted",
            "dollars_per_million",
            "tokens_beyond_limits",
            "notes"
        })
public final class ReportCommand extends OperatorCommand {

    @Parameters(paramLabel = "RUN", description = "The folder of the run.")
    private Path folder = Path.of("");

    @Override
    protected int run(Output output) {
        Report report = Report.of(RunFolder.read(folder));
        try {
            ReportFiles.write(folder, report);
        } catch (IOException e) {
            throw new BadInputException("the folder " + folder + " can't be written: " + e.getMessage(), e);
        }
        boolean stopped =
                report.workers().stream().anyMatch(worker -> worker.end().equals("stopped"));
        output.object(Summary.of(folder, report, stopped));
        return ExitCodes.OK;
    }
}
