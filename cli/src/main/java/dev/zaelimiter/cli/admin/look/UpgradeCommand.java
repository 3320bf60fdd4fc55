package dev.zaelimiter.cli.admin.look;

import dev.zaelimiter.admin.migration.MigrationPlan;
import dev.zaelimiter.admin.migration.MigrationReport;
import dev.zaelimiter.admin.migration.Migrations;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ProgressLine;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.admin.AboutNamespaces;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter upgrade}. */
@Command(
        name = "upgrade",
        header = "Bring what older versions have stored to this one's form.",
        description = "Looks through all namespaces first, and asks before it writes. The limiter works without it, and"
                + " meanwhile. A run that was broken off goes on where it was; one that another operator takes over stops. Ends with 1"
                + " if something can't be done on this store.%n")
@Manual(
        examples = {"upgrade --dry-run -n my-app --region eu-west-1", "upgrade --yes -n my-app"},
        keys = {"migration", "state", "items", "writes", "left", "detail"},
        list = true)
public final class UpgradeCommand extends SessionCommand implements AboutNamespaces {

    private static final long WORTH_A_WORD = 10_000;

    @Option(names = "--dry-run", description = "Only show what would be written.")
    private boolean dryRun;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Mixin
    private final Consent consent = new Consent();

    @Override
    protected int run(Session session, Output output) {
        Migrations migrations = session.admin().migrations();
        ProgressLine looking = new ProgressLine(err(), "items looked at");
        List<MigrationPlan> plans = migrations.plan(count -> show(looking, count));
        looking.end();
        long writes = plans.stream()
                .filter(MigrationPlan::toBeRun)
                .mapToLong(MigrationPlan::writes)
                .sum();
        boolean nothing = plans.stream().noneMatch(MigrationPlan::toBeRun);
        if (!dryRun && !nothing) {
            String deed = "changes or deletes " + Text.count(writes, "item", "items") + " of older versions in "
                    + session.source().title();
            consent.require(prompt(), "This " + deed + ". Go on?", "this " + deed);
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (MigrationPlan plan : plans) {
            rows.add(dryRun || !plan.toBeRun() ? row(plan) : row(plan, run(migrations, plan)));
        }
        output.rows(rows, "");
        return plans.stream().anyMatch(plan -> plan.state() == MigrationPlan.State.BLOCKED)
                ? ExitCodes.FAILURE
                : ExitCodes.OK;
    }

    private MigrationReport run(Migrations migrations, MigrationPlan plan) {
        ProgressLine progress = ProgressLine.of(err(), "items of " + plan.id(), plan.items());
        MigrationReport report = migrations.run(plan.id(), count -> show(progress, count));
        progress.end();
        return report;
    }

    private void show(ProgressLine line, long count) {
        if (!quiet && count >= WORTH_A_WORD) {
            line.at(count);
        }
    }

    private static Map<String, @Nullable Object> row(MigrationPlan plan) {
        return row(plan, plan.state().name().toLowerCase(Locale.ROOT), plan.items(), plan.writes(), plan.left());
    }

    private static Map<String, @Nullable Object> row(MigrationPlan plan, MigrationReport report) {
        return row(plan, "done", report.items(), report.written(), report.left());
    }

    private static Map<String, @Nullable Object> row(
            MigrationPlan plan, String state, long items, long writes, long left) {
        return Output.fields(
                "migration", plan.id(),
                "state", state,
                "items", items,
                "writes", writes,
                "left", left,
                "detail", plan.why().map(why -> plan.what() + "; " + why).orElse(plan.what()));
    }
}
