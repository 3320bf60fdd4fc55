package dev.zaelimiter.cli.admin.usage;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.Usage;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsagePage;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.store.StoreException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter usage}. */
@Command(
        name = "usage",
        header = "What was consumed, by the hour, the day and the month.",
        subcommands = {UsageCommand.ListWindows.class, UsageCommand.Summary.class})
public final class UsageCommand extends Group {

    private static final String NONE =
            "No such usage is stored. An aggregator writes it; where none runs, there is none.";

    /** As exact as it was counted, however large it is. */
    private static BigDecimal number(UsageAmount amount) {
        return new BigDecimal(amount.toString());
    }

    /** To the thousandth, without an exponent. */
    private static BigDecimal rounded(double average) {
        BigDecimal rounded = new BigDecimal(average).setScale(3, RoundingMode.HALF_UP);
        return new BigDecimal(rounded.stripTrailingZeros().toPlainString());
    }

    /** {@code usage list}. */
    @Command(
            name = "list",
            header = "List windows of usage, the newest first.",
            description =
                    "A row for each limit of an entity on a resource in a window. Consumption counts in the window in"
                            + " which it was written, in UTC; what was given back is subtracted.%n")
    @Manual(
            examples = {
                "usage list -e user-123 -n my-app",
                "usage list -e user-123 -r gpt-4 --since 2d --plot -n my-app",
                "usage list -r gpt-4 --window daily --since 2026-03-01 --until 2026-04-01 --output csv -n my-app"
            },
            keys = {"window_start", "window", "entity_id", "resource", "name", "consumed", "bypassed", "overdrawn"},
            list = true)
    static final class ListWindows extends SessionCommand {

        private static final int MOST = 1000;

        /** Between the windows that are asked for lie those of other lengths: an answer may hold none of the former. */
        private static final int MOST_READS = 100;

        @Mixin
        private final UsageOptions which = new UsageOptions();

        @Option(names = "--limit", paramLabel = "N", description = "The most windows (default: ${DEFAULT-VALUE}).")
        private int limit = 100;

        @Option(
                names = "--after",
                paramLabel = "TOKEN",
                description = "Go on where another call ended, which said what to give here.")
        private @Nullable String after;

        private @Nullable UsageQuery query;

        @Override
        protected void prepare() {
            if (limit < 1 || limit > MOST) {
                throw new InvalidInputException("--limit", limit, "1 to " + MOST);
            }
            query = which.query(Instant.now());
        }

        @Override
        protected int run(Session session, Output output) {
            which.requirePlottable(output);
            UsagePage page = page(session.repository().usage());
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            page.records()
                    .forEach(record -> record.limits().forEach((name, usage) -> rows.add(row(record, name, usage))));
            output.rows(rows, NONE);
            if (which.plots() && !rows.isEmpty()) {
                UsagePlot plot = new UsagePlot(which.window());
                page.records().forEach(plot::add);
                plot.lines(output.terminal()).forEach(output::line);
            }
            page.next().ifPresent(next -> err().println("There may be more: --after " + next));
            return ExitCodes.OK;
        }

        /** As many windows as were asked for, if there are so many. */
        private UsagePage page(Usage usage) {
            UsagePage page = page(usage, limit, after);
            List<UsageRecord> records = new ArrayList<>(page.records());
            for (int reads = 1;
                    reads < MOST_READS && records.size() < limit && page.next().isPresent();
                    reads++) {
                page = page(usage, limit - records.size(), page.next().get());
                records.addAll(page.records());
            }
            return new UsagePage(records, page.next());
        }

        /** Only the store knows its tokens; one that is none is wrong use, and the same call would not help. */
        private UsagePage page(Usage usage, int most, @Nullable String after) {
            try {
                return usage.read(Objects.requireNonNull(query, "query"), most, after);
            } catch (StoreFailureException failed) {
                if (after != null && failed.getCause() instanceof StoreException.Misuse) {
                    throw new InvalidInputException("--after", after, "what the call before said to give here");
                }
                throw failed;
            }
        }

        private static Map<String, @Nullable Object> row(UsageRecord record, String name, LimitUsage usage) {
            return Output.fields(
                    "window_start",
                    record.start(),
                    "window",
                    record.window().text(),
                    "entity_id",
                    record.entity(),
                    "resource",
                    record.resource(),
                    "name",
                    name,
                    "consumed",
                    number(usage.consumed()),
                    "bypassed",
                    number(usage.bypassed()),
                    "overdrawn",
                    usage.overdrawn());
        }
    }

    /** {@code usage summary}. */
    @Command(
            name = "summary",
            header = "Sum windows of usage up: total, average and peak of each limit.",
            description = "The average is over windows in which anything was consumed. Reads all of them.%n")
    @Manual(
            examples = {
                "usage summary -e user-123 -n my-app",
                "usage summary -r gpt-4 --window monthly --since 2026-01-01 --plot -n my-app"
            },
            keys = {"name", "consumed", "average", "peak", "peak_start", "windows", "bypassed", "overdrawn"},
            list = true)
    static final class Summary extends SessionCommand {

        private static final int AT_ONCE = 1000;

        @Mixin
        private final UsageOptions which = new UsageOptions();

        private @Nullable UsageQuery query;

        @Override
        protected void prepare() {
            query = which.query(Instant.now());
        }

        @Override
        protected int run(Session session, Output output) {
            which.requirePlottable(output);
            UsageQuery asked = Objects.requireNonNull(query, "query");
            Usage usage = session.repository().usage();
            UsageSummary summary = usage.summary(asked);
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            summary.limits().forEach((name, total) -> rows.add(row(name, total, summary.windows())));
            output.rows(rows, NONE);
            if (which.plots() && !rows.isEmpty()) {
                plot(usage, asked).lines(output.terminal()).forEach(output::line);
            }
            return ExitCodes.OK;
        }

        private UsagePlot plot(Usage usage, UsageQuery asked) {
            UsagePlot plot = new UsagePlot(which.window());
            String token = null;
            do {
                UsagePage page = usage.read(asked, AT_ONCE, token);
                page.records().forEach(plot::add);
                token = page.next().orElse(null);
            } while (token != null);
            return plot;
        }

        private static Map<String, @Nullable Object> row(String name, UsageSummary.Total total, long windows) {
            return Output.fields(
                    "name",
                    name,
                    "consumed",
                    number(total.usage().consumed()),
                    "average",
                    rounded(total.average()),
                    "peak",
                    number(total.peak()),
                    "peak_start",
                    total.peakStart(),
                    "windows",
                    windows,
                    "bypassed",
                    number(total.usage().bypassed()),
                    "overdrawn",
                    total.usage().overdrawn());
        }
    }
}
