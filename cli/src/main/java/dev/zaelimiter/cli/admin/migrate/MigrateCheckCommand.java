package dev.zaelimiter.cli.admin.migrate;

import dev.zaelimiter.Environment;
import dev.zaelimiter.admin.survey.Finding;
import dev.zaelimiter.admin.survey.Survey;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ProgressLine;
import dev.zaelimiter.cli.admin.OperatorCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.ReadableStore;
import dev.zaelimiter.cli.admin.store.StoreFacts;
import dev.zaelimiter.cli.admin.store.StoreSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter migrate check}. */
@Command(
        name = "check",
        header = "Tell what would change for a table of the Python system, and change nothing.",
        description = {
            "Reads every item of the store, of all namespaces, also of one that a newer writer keeps others out of; so it"
                    + " takes as long, and costs as much, as the table is large. The right to scan the table is needed.%n",
            "Each thing has a verdict: same, it works as there; costs, it costs more than it needs to; differs, it works, but"
                    + " not in every way; refused, acquires that it decides for fail here, and name it; first, it has to be"
                    + " dealt with before; unseen, nobody can see it in a table.%n",
            "Ends with 1 if something is refused or comes first.%n"
        })
@Manual(
        examples = {"migrate check -n my-app --region eu-west-1", "migrate check --embedded limits.zae --output json"},
        keys = {"finding", "verdict", "count", "where", "detail"},
        list = true)
public final class MigrateCheckCommand extends OperatorCommand {

    private static final int AT_ONCE = 100;

    @Mixin
    private final ReadableStore store = new ReadableStore();

    @Option(
            names = {"-q", "--quiet"},
            order = 155,
            description = "Show no progress.")
    private boolean quiet;

    @Override
    protected int run(Output output) {
        StoreSource source = store.source();
        Reading reading = new Reading();
        // A file is read first: of one that is no store its facts would say the same in worse words.
        Survey survey = new Survey(Environment.system().wallMillis(), source.billsReads());
        source.readAll(reading::towards, item -> {
            survey.add(item);
            reading.one();
        });
        reading.end();
        StoreFacts facts = source.facts();
        List<Finding> findings = new ArrayList<>(TableFindings.of(facts));
        findings.addAll(survey.findings());
        show(findings, output);
        return findings.stream().anyMatch(finding -> finding.verdict().isInTheWay()) ? ExitCodes.FAILURE : ExitCodes.OK;
    }

    /** People are shown what there is, and told of the rest in a line; programs get all of it. */
    private static void show(List<Finding> findings, Output output) {
        List<Finding> there = findings.stream()
                .filter(finding -> !output.isForPeople() || !finding.detail().equals(Survey.NONE))
                .toList();
        output.rows(there.stream().map(MigrateCheckCommand::row).toList(), "");
        if (there.size() < findings.size()) {
            output.line("");
            output.line("Looked for, and not there: "
                    + findings.stream()
                            .filter(finding -> !there.contains(finding))
                            .map(Finding::subject)
                            .collect(Collectors.joining(", "))
                    + ".");
        }
    }

    private static Map<String, @Nullable Object> row(Finding finding) {
        return Output.fields(
                "finding", finding.subject(),
                "verdict", finding.verdict().name().toLowerCase(Locale.ROOT),
                "count", finding.count(),
                "where", finding.where(),
                "detail", finding.detail());
    }

    /** How far it has come. */
    private final class Reading {
        private @Nullable ProgressLine line;
        private long items;

        void towards(long expected) {
            line = ProgressLine.of(err(), "items", expected);
        }

        void one() {
            items++;
            if (line != null && !quiet && items % AT_ONCE == 0) {
                line.at(items);
            }
        }

        void end() {
            if (line != null) {
                line.end();
            }
        }
    }
}
