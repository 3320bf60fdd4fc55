package dev.zaelimiter.cli.admin.watch;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Interrupt;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.PageOptions;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.dashboard.Dashboard;
import java.io.UncheckedIOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter dashboard}. */
@Command(
        name = "dashboard",
        header = "Show limits, balances, rates and changes as a page in the browser of this machine.",
        description =
                "Prints the address of the page, and serves it on 127.0.0.1 until Ctrl-C ends it. The address holds a"
                        + " key: whoever knows it sees the page. Nothing is written unless --allow-changes is given, and the store is"
                        + " read only while somebody looks. On another machine: ssh -L 8421:127.0.0.1:8421 HOST.%n")
@Manual(
        examples = {
            "dashboard -n my-app --region eu-west-1",
            "dashboard -n my-app --every 30 --read-units 120",
            "dashboard --embedded limits.zae --allow-changes --port 0"
        },
        keys = {"address", "port", "namespace", "changes_allowed"})
public final class DashboardCommand extends SessionCommand {

    private static final double MILLIS = 1000;

    @Mixin
    private final PageOptions page = new PageOptions(8421);

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            description = "How often what is shown is read (default: ${DEFAULT-VALUE}).")
    private double every = 5;

    @Option(
            names = "--read-units",
            paramLabel = "N",
            description = "About how many read units a minute the page may take from a table; 0 for no bound"
                    + " (default: ${DEFAULT-VALUE}).")
    private long readUnits = 600;

    @Option(
            names = "--buckets",
            paramLabel = "N",
            description = "How many buckets are read to show a resource or an entity (default: ${DEFAULT-VALUE}).")
    private int buckets = 1000;

    @Option(names = "--allow-changes", description = "Let the page set and delete limits, and change switches.")
    private boolean allowChanges;

    @Override
    protected void prepare() {
        if (!(every >= 0.5 && every <= 3600)) {
            throw new InvalidInputException("--every", every, "0.5 to 3600 seconds");
        }
        page.check(0);
    }

    @Override
    protected int run(Session session, Output output) {
        Dashboard.Builder builder = Dashboard.of(session.repository())
                .title(session.source().title() + ", namespace " + session.namespace())
                .port(page.port())
                .every(Duration.ofMillis(Math.round(every * MILLIS)))
                .buckets(buckets)
                .readUnits(readUnits);
        if (!session.source().billsReads()) {
            builder.readUnits(0);
        }
        if (allowChanges) {
            builder.allowChanges(session.admin());
        }
        try (Interrupt interrupt = new Interrupt();
                Dashboard dashboard = builder.start()) {
            output.done(
                    "Open " + dashboard.address(),
                    Output.fields(
                            "address",
                            dashboard.address(),
                            "port",
                            dashboard.port(),
                            "namespace",
                            session.namespace(),
                            "changes_allowed",
                            allowChanges));
            if (output.isForPeople()) {
                output.line((allowChanges ? "Limits can be changed there. " : "") + "Ctrl-C ends it.");
            }
            output.flush();
            interrupt.await(page.time());
        } catch (UncheckedIOException e) {
            err().println("zae-limiter dashboard: " + page.cannotListen(e));
            err().flush();
            return ExitCodes.FAILURE;
        }
        return ExitCodes.OK;
    }
}
