package dev.zaelimiter.cli.admin.namespace;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Namespace;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ProgressLine;
import dev.zaelimiter.cli.admin.AboutNamespaces;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.DestroyingCommand;
import dev.zaelimiter.cli.admin.output.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Subcommands of {@code namespace} for those that are deleted, and are known by their ids. */
final class OutOfUse {

    private OutOfUse() {}

    @Command(name = "recover", header = "Bring a deleted namespace back into use.")
    @Manual(
            examples = "namespace recover 0aB1cD2eF3g -n my-app",
            keys = {"name", "namespace_id", "status", "created_at", "deleted_at"})
    static final class Recover extends AdminCommand implements AboutNamespaces {

        @Parameters(paramLabel = "ID", description = "Its opaque id.")
        private String id = "";

        @Override
        protected void run(Administration admin, Output output) {
            Namespace recovered = admin.namespaces().recover(id);
            output.done("Namespace " + recovered.name() + " is in use again.", Fields.of(recovered));
        }
    }

    @Command(name = "orphans", header = "List deleted namespaces, which can be recovered or purged.")
    @Manual(
            examples = "namespace orphans -n my-app",
            keys = {"name", "namespace_id", "status", "created_at", "deleted_at"},
            list = true)
    static final class Orphans extends AdminCommand implements AboutNamespaces {

        @Override
        protected void run(Administration admin, Output output) {
            output.rows(Fields.of(admin.namespaces().deleted()), "No namespace is deleted.");
        }
    }

    @Command(name = "purge", header = "Delete all items of a deleted namespace for good.")
    @Manual(
            examples = "namespace purge 0aB1cD2eF3g --yes -n my-app",
            keys = {"namespace_id", "items_deleted"})
    static final class Purge extends DestroyingCommand implements AboutNamespaces {

        @Parameters(paramLabel = "ID", description = "Its opaque id.")
        private String id = "";

        @Option(
                names = {"-q", "--quiet"},
                description = "Show no progress.")
        private boolean quiet;

        @Override
        protected String what() {
            return "all items of namespace " + id;
        }

        @Override
        protected void run(Administration admin, Output output) {
            boolean known = admin.namespaces().getById(id).isPresent();
            ProgressLine progress = new ProgressLine(err(), "items deleted");
            long deleted = admin.namespaces().purge(id, count -> {
                if (!quiet) {
                    progress.at(count);
                }
            });
            progress.end();
            output.done(
                    (known ? "Namespace " + id + " is purged" : "No namespace has the id " + id) + "; items deleted: "
                            + deleted + ".",
                    Output.fields("namespace_id", id, "items_deleted", deleted));
        }
    }
}
