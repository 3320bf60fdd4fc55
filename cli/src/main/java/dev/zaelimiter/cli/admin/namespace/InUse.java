package dev.zaelimiter.cli.admin.namespace;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AboutNamespaces;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.DestroyingCommand;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Subcommands of {@code namespace} for those that have a name. */
final class InUse {

    private InUse() {}

    @Command(name = "register", header = "Register namespaces; one that exists stays as it is.")
    @Manual(
            examples = "namespace register tenant-alpha tenant-beta -n my-app",
            keys = {"name", "namespace_id", "status", "created_at", "deleted_at"},
            list = true)
    static final class Register extends AdminCommand implements AboutNamespaces {

        @Parameters(paramLabel = "NAME", arity = "1..*", description = "Their names.")
        private final List<String> names = new ArrayList<>();

        @Override
        protected void run(Administration admin, Output output) {
            // Each name is looked at before the first is written.
            names.forEach(admin.namespaces()::get);
            output.rows(
                    Fields.of(names.stream().map(admin.namespaces()::register).toList()), "");
        }
    }

    @Command(name = "list", header = "List the namespaces in use.")
    @Manual(
            examples = "namespace list -n my-app",
            keys = {"name", "namespace_id", "status", "created_at", "deleted_at"},
            list = true)
    static final class ListNames extends AdminCommand implements AboutNamespaces {

        @Override
        protected void run(Administration admin, Output output) {
            output.rows(Fields.of(admin.namespaces().list()), "There is no namespace.");
        }
    }

    @Command(name = "show", header = "Show a namespace.")
    @Manual(
            examples = "namespace show tenant-alpha -n my-app",
            keys = {"name", "namespace_id", "status", "created_at", "deleted_at"})
    static final class Show extends AdminCommand implements AboutNamespaces {

        @Parameters(paramLabel = "NAME", description = "Its name.")
        private String name = "";

        @Override
        protected void run(Administration admin, Output output) {
            output.object(Fields.of(admin.namespaces()
                    .get(name)
                    .orElseThrow(() -> new NamespaceNotFoundException(
                            name, "does not exist: 'zae-limiter namespace list' shows those that do"))));
        }
    }

    @Command(name = "delete", header = "Take a namespace out of use; its items stay until it is purged.")
    @Manual(
            examples = "namespace delete tenant-alpha --yes -n my-app",
            keys = {"name", "namespace_id", "status", "created_at", "deleted_at"})
    static final class Delete extends DestroyingCommand implements AboutNamespaces {

        @Parameters(paramLabel = "NAME", description = "Its name.")
        private String name = "";

        @Override
        protected String what() {
            if (name.equals("default")) {
                throw new InvalidInputException("NAME", name, "any namespace but the one that commands use by default");
            }
            return "namespace " + name;
        }

        @Override
        protected void run(Administration admin, Output output) {
            Namespace deleted = admin.namespaces().delete(name);
            output.done(
                    "Namespace " + name + " is deleted; its id is " + deleted.id()
                            + ", by which it can be recovered or purged.",
                    Fields.of(deleted));
        }
    }
}
