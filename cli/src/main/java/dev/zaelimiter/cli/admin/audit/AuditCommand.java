package dev.zaelimiter.cli.admin.audit;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditPage;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter audit}. */
@Command(name = "audit", header = "Who changed what, and when.", subcommands = AuditCommand.ListEvents.class)
public final class AuditCommand extends Group {

    @Command(name = "list", header = "List changes, the newest first.")
    @Manual(
            examples = {
                "audit list -n my-app",
                "audit list --entity-id key-1 --limit 10 -n my-app",
                "audit list --entity-id '$RESOURCE:gpt-4' --output json -n my-app"
            },
            keys = {"timestamp", "event_id", "action", "entity_id", "principal", "resource", "details", "before"},
            list = true)
    static final class ListEvents extends AdminCommand {

        private static final int MOST = 1000;

        @Option(
                names = {"-e", "--entity-id"},
                paramLabel = "ID",
                description = "An entity's id, $SYSTEM, $RESOURCE:NAME or $NAMESPACE:NAME (default: ${DEFAULT-VALUE}).")
        private String subject = "$SYSTEM";

        @Option(names = "--limit", paramLabel = "N", description = "The most changes (default: ${DEFAULT-VALUE}).")
        private int limit = 100;

        @Option(
                names = "--after",
                paramLabel = "TOKEN",
                description = "Go on from here: what the last page said on standard error.")
        private @Nullable String after;

        @Override
        protected void prepare() {
            if (limit < 1 || limit > MOST) {
                throw new InvalidInputException("--limit", limit, "1 to " + MOST);
            }
        }

        @Override
        protected void run(Administration admin, Output output) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            String next = after;
            do {
                // A page ends at a megabyte too, though fewer were read than were asked for.
                AuditPage page = read(admin, limit - rows.size(), next);
                page.events().forEach(event -> rows.add(fields(event)));
                next = page.next().orElse(null);
            } while (next != null && rows.size() < limit);
            output.rows(rows, "There are no changes of " + subject + ".");
            if (next != null) {
                err().println("There are more: --after '" + next + "'");
            }
        }

        private AuditPage read(Administration admin, int most, @Nullable String from) {
            try {
                return admin.audit().read(subject, most, from);
            } catch (RateLimiterException e) {
                if (from != null && e.getCause() instanceof StoreException.Misuse) {
                    throw new InvalidInputException("--after", from, "what the page before said, on the same store");
                }
                throw e;
            }
        }

        private static Map<String, @Nullable Object> fields(AuditEvent event) {
            return Output.fields(
                    "timestamp", event.timestamp(),
                    "event_id", event.id(),
                    "action", event.action(),
                    "entity_id", event.subject(),
                    "principal", event.principal().orElse(null),
                    "resource", event.resource().orElse(null),
                    "details", event.details(),
                    "before", event.before());
        }
    }
}
