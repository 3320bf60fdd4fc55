package dev.zaelimiter.cli.admin.look;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.admin.StoreVersions;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.cli.admin.store.StoreFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code zae-limiter check}. */
@Command(
        name = "check",
        header = "Check that this program and the store fit each other.",
        description =
                "Ends with 1 if something needs to be done. What keeps the store from being opened at all is said in"
                        + " one line, and ends with 2.%n")
@Manual(
        examples = {"check -n my-app --region eu-west-1", "check --embedded limits.zae"},
        keys = {"check", "ok", "detail"},
        list = true)
public final class CheckCommand extends SessionCommand {

    /** What a host's clock may be wrong by before somebody should look at it. */
    private static final long WRONG_MILLIS = 2000;

    @Override
    protected int run(Session session, Output output) {
        StoreFacts store = session.source().facts();
        Optional<StoreVersions> versions = session.admin().versions();
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        rows.add(row("store", store.healthy(), store.kind() + " " + store.name() + " is " + store.state()));
        rows.add(row("namespace", true, session.namespace() + " exists"));
        if (store.kind().equals("table")) {
            rows.add(row(
                    "versions",
                    versions.isPresent(),
                    versions.map(CheckCommand::text)
                            .orElse("there is no record of versions: any command with --create makes it")));
            rows.add(row(
                    "time to live",
                    !Boolean.FALSE.equals(store.timeToLive()),
                    store.timeToLive() == null
                            ? "may not be asked"
                            : store.timeToLive()
                                    ? "unused buckets vanish"
                                    : "is off, so unused buckets stay: switch it on for the attribute ttl"));
            rows.add(clock(session.repository().statistics().clock()));
        }
        rows.add(migrations(session.admin().migrations().begun()));
        output.rows(rows, "");
        return rows.stream().allMatch(row -> Boolean.TRUE.equals(row.get("ok"))) ? ExitCodes.OK : ExitCodes.FAILURE;
    }

    private static String text(StoreVersions versions) {
        return "schema " + versions.schema().orElse("not said") + ", clients of at least "
                + versions.leastClient().orElse("any version");
    }

    /** Whether there is anything to do is told by 'upgrade --dry-run', which reads much more. */
    private static Map<String, @Nullable Object> migrations(List<String> begun) {
        return row(
                "migrations",
                begun.isEmpty(),
                begun.isEmpty()
                        ? "none was broken off"
                        : String.join(", ", begun) + " was broken off, or is at work: 'upgrade' goes on with it");
    }

    private static Map<String, @Nullable Object> clock(ClockStatus clock) {
        long surelyWrong = Math.abs(clock.offsetMillis()) - Math.max(0, clock.boundMillis());
        return row(
                "clock",
                surelyWrong < WRONG_MILLIS,
                "this host's is " + Math.abs(clock.offsetMillis()) + " ms "
                        + (clock.offsetMillis() < 0 ? "ahead of" : "behind") + " the store's, give or take "
                        + clock.boundMillis() + " ms");
    }

    private static Map<String, @Nullable Object> row(String check, boolean ok, String detail) {
        return Output.fields("check", check, "ok", ok, "detail", detail);
    }
}
