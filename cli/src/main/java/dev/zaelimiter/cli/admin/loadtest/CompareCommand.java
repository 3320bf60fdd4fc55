package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.OperatorCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import dev.zaelimiter.loadtest.internal.report.Comparison;
import dev.zaelimiter.loadtest.internal.report.ComparisonPage;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter loadtest compare}. */
@Command(name = "compare", header = "Put two runs side by side.")
@Manual(
        examples = "loadtest compare before after --html before-and-after.html",
        keys = {"figure", "first", "second", "change"},
        list = true)
public final class CompareCommand extends OperatorCommand {

    @Parameters(index = "0", paramLabel = "FIRST", description = "The folder of one run.")
    private Path first = Path.of("");

    @Parameters(index = "1", paramLabel = "SECOND", description = "The folder of the other.")
    private Path second = Path.of("");

    @Option(names = "--html", paramLabel = "FILE", description = "Write it as a page too.")
    private @Nullable Path html;

    @Override
    protected int run(Output output) {
        Report one = Report.of(RunFolder.read(first));
        Report two = Report.of(RunFolder.read(second));
        Comparison comparison = Comparison.of(one, two);
        if (html != null) {
            try {
                WrittenWhole.write(html.toAbsolutePath(), ComparisonPage.html(one, two));
            } catch (IOException e) {
                throw new BadInputException("--html " + html + " can't be written: " + e.getMessage(), e);
            }
        }
        output.rows(
                comparison.rows().stream()
                        .map(row -> Output.fields(
                                "figure", row.name(),
                                "first", known(row.first()),
                                "second", known(row.second()),
                                "change", ComparisonPage.change(row)))
                        .toList(),
                "none");
        for (String difference : comparison.differences()) {
            err().println("Note: they were asked different things: " + difference);
        }
        for (String note : comparison.notes()) {
            err().println("Note: " + note);
        }
        err().flush();
        return ExitCodes.OK;
    }

    /** Null if it is not known; a count is shown as one. */
    private static @Nullable Number known(double number) {
        if (Double.isNaN(number)) {
            return null;
        }
        double rounded = Summary.rounded(number);
        return rounded == Math.rint(rounded) ? (Number) (long) rounded : (Number) rounded;
    }
}
