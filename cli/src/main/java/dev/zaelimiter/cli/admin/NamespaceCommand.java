package dev.zaelimiter.cli.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code zae-limiter namespace}. */
@Command(
        name = "namespace",
        header = "Namespaces: tenants of one store, apart from one another.",
        subcommands = {
            NamespaceCommand.Register.class,
            NamespaceCommand.ListNames.class,
            NamespaceCommand.Show.class,
            NamespaceCommand.Delete.class,
            NamespaceCommand.Recover.class,
            NamespaceCommand.Orphans.class,
            NamespaceCommand.Purge.class
        },
        footer = {
            "",
            "Examples:",
            "  zae-limiter namespace register tenant-a tenant-b --embedded limits.zae",
            "  zae-limiter namespace delete tenant-a --yes --embedded limits.zae"
        })
public final class NamespaceCommand extends Group {

    private static Map<String, @Nullable Object> fields(Namespace namespace) {
        return Output.fields(
                "name", namespace.name(),
                "namespace_id", namespace.id(),
                "status", namespace.status(),
                "created_at", namespace.createdAt(),
                "deleted_at", namespace.deletedAt().orElse(null));
    }

    private static List<Map<String, @Nullable Object>> rows(List<Namespace> namespaces) {
        return namespaces.stream().map(NamespaceCommand::fields).toList();
    }

    @Command(name = "register", header = "Register namespaces; one that exists stays as it is.")
    static final class Register extends AdminCommand {

        @Parameters(paramLabel = "NAME", arity = "1..*", description = "Their names.")
        private final List<String> names = new ArrayList<>();

        @Override
        void run(Administration admin, Output output) {
            // Each name is looked at before the first is written.
            names.forEach(admin.namespaces()::get);
            output.rows(rows(names.stream().map(admin.namespaces()::register).toList()), "");
        }
    }

    @Command(name = "list", header = "List the namespaces in use.")
    static final class ListNames extends AdminCommand {

        @Override
        void run(Administration admin, Output output) {
            output.rows(rows(admin.namespaces().list()), "There is no namespace.");
        }
    }

    @Command(name = "show", header = "Show a namespace.")
    static final class Show extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "Its name.")
        private String name = "";

        @Override
        void run(Administration admin, Output output) {
            output.object(fields(admin.namespaces()
                    .get(name)
                    .orElseThrow(() -> new NamespaceNotFoundException(name, "does not exist"))));
        }
    }

    @Command(name = "delete", header = "Take a namespace out of use; its items stay until it is purged.")
    static final class Delete extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "Its name.")
        private String name = "";

        @Option(names = "--yes", description = "Needed: no process can open it by its name any more.")
        private boolean yes;

        @Override
        void run(Administration admin, Output output) {
            requireYes(yes, "namespace " + name);
            if (name.equals("default")) {
                throw new InvalidInputException(
                        "NAME", name, "any namespace but the one that each command opens, and makes anew");
            }
            Namespace deleted = admin.namespaces().delete(name);
            output.done(
                    "Namespace " + name + " is deleted; its id is " + deleted.id()
                            + ", by which it can be recovered or purged.",
                    fields(deleted));
        }
    }

    @Command(name = "recover", header = "Bring a deleted namespace back into use.")
    static final class Recover extends AdminCommand {

        @Parameters(paramLabel = "ID", description = "Its opaque id.")
        private String id = "";

        @Override
        void run(Administration admin, Output output) {
            Namespace recovered = admin.namespaces().recover(id);
            output.done("Namespace " + recovered.name() + " is in use again.", fields(recovered));
        }
    }

    @Command(name = "orphans", header = "List deleted namespaces, which can be recovered or purged.")
    static final class Orphans extends AdminCommand {

        @Override
        void run(Administration admin, Output output) {
            output.rows(rows(admin.namespaces().deleted()), "No namespace is deleted.");
        }
    }

    @Command(name = "purge", header = "Delete all items of a deleted namespace for good.")
    static final class Purge extends AdminCommand {

        @Parameters(paramLabel = "ID", description = "Its opaque id.")
        private String id = "";

        @Option(names = "--yes", description = "Needed: what is deleted is gone.")
        private boolean yes;

        @Option(
                names = {"-q", "--quiet"},
                description = "Show no progress.")
        private boolean quiet;

        @Override
        void run(Administration admin, Output output) {
            requireYes(yes, "all items of namespace " + id);
            long deleted = admin.namespaces().purge(id, count -> {
                if (!quiet) {
                    err().println(count + " items deleted");
                }
            });
            output.done(
                    "Namespace " + id + " is purged; items deleted: " + deleted + ".",
                    Output.fields("namespace_id", id, "items_deleted", deleted));
        }
    }
}
