package dev.zaelimiter.cli.admin.audit;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.AuditPage;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.output.Output;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter audit}. */
@Command(name = "audit", header = "Who changed what, and when.", subcommands = AuditCommand.ListEvents.class)
public final class AuditCommand extends Group {

    @Command(
            name = "list",
            header = "List changes, the newest first: of everything in the namespace, or of one thing.",
            description = "For the next page, give the event_id of the last row to --after.%n")
    @Manual(
            examples = {
                "audit list -n my-app",
                "audit list --since 2h -n my-app",
                "audit list --resource gpt-4 -n my-app",
                "audit list --entity-id key-1 --since 2026-03-01 --until 2026-03-02T12:00:00Z -n my-app",
                "audit list --limit 100 --after 01JNRB0Q7N0000000000000000 --output json -n my-app"
            },
            keys = {"timestamp", "event_id", "action", "entity_id", "principal", "resource", "details", "before"},
            list = true)
    static final class ListEvents extends AdminCommand {

        private static final int MOST = 1000;

        @ArgGroup
        private @Nullable Subject subject;

        @Option(names = "--since", paramLabel = "TIME", description = "From then on: " + Times.SYNTAX + ".")
        private @Nullable String since;

        @Option(names = "--until", paramLabel = "TIME", description = "Until just before then.")
        private @Nullable String until;

        @Option(names = "--limit", paramLabel = "N", description = "The most changes (default: ${DEFAULT-VALUE}).")
        private int limit = 100;

        @Option(
                names = "--after",
                paramLabel = "EVENT",
                description = "Go on after this event_id, that of the last row of the page before.")
        private @Nullable String after;

        private @Nullable Instant from;
        private @Nullable Instant to;
        private @Nullable String named;

        /** Of what; of everything if nothing is said. */
        static final class Subject {

            @Option(
                    names = {"-e", "--entity-id"},
                    paramLabel = "ID",
                    converter = AuditSubjects.class,
                    description = "Changes of this entity. $SYSTEM, $RESOURCE:NAME and $NAMESPACE:NAME are known too.")
            private @Nullable String entity;

            @Option(
                    names = {"-r", "--resource"},
                    paramLabel = "NAME",
                    converter = AResource.class,
                    description = "Changes of this resource's limits.")
            private @Nullable String resource;

            @Option(names = "--system", description = "Changes of the system's limits.")
            private boolean system;

            private @Nullable String text() {
                if (resource != null) {
                    return AuditLog.resource(resource);
                }
                return system ? AuditLog.SYSTEM : entity;
            }
        }

        @Override
        protected void prepare() {
            if (limit < 1 || limit > MOST) {
                throw new InvalidInputException("--limit", limit, "1 to " + MOST);
            }
            Instant now = Instant.now();
            from = since == null ? null : Times.parse("--since", since, now);
            to = until == null ? null : Times.parse("--until", until, now);
            if (from != null && to != null && !from.isBefore(to)) {
                throw new InvalidInputException("--until", until, "a time after --since, which is " + from);
            }
            if (after != null && !after.matches("[0-9A-HJKMNP-TV-Z]{26}")) {
                throw new InvalidInputException("--after", after, "the event_id of a row, 26 letters and digits");
            }
            named = subject == null ? null : subject.text();
        }

        @Override
        protected void run(Administration admin, Output output) {
            AuditPage page = named == null
                    ? admin.audit().readAll(from, to, limit, after)
                    : new OneSubject(admin.audit(), named).read(from, to, limit, after);
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            page.events().forEach(event -> rows.add(fields(event, output.isForPeople())));
            output.rows(
                    rows,
                    "There are no " + (since == null && until == null ? "" : "such ") + "changes"
                            + (named == null ? "." : " of " + AuditSubjects.shown(named) + "."));
            if (rows.isEmpty()) {
                advise();
            }
            page.next().ifPresent(next -> err().println("There are more: --after " + next));
        }

        /** A shell takes {@code $RESOURCE} away, and an entity may be called like what is left. */
        private void advise() {
            if (named != null && named.matches("(RESOURCE|NAMESPACE)?:.*|SYSTEM")) {
                err().println("Note: '" + named + "' is looked for as an entity. Changes of a resource are listed by"
                        + " --resource NAME, those of the system by --system, and those of a namespace by"
                        + " --entity-id '$NAMESPACE:NAME', in single quotes.");
            }
        }

        private static Map<String, @Nullable Object> fields(AuditEvent event, boolean forPeople) {
            return Output.fields(
                    "timestamp", event.timestamp(),
                    "event_id", event.id(),
                    "action", event.action(),
                    "entity_id", forPeople ? AuditSubjects.shown(event.subject()) : event.subject(),
                    "principal", event.principal().orElse(null),
                    "resource", event.resource().orElse(null),
                    "details", event.details(),
                    "before", event.before());
        }
    }
}
