package dev.zaelimiter.cli.admin.manifest;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.admin.manifest.Applied;
import dev.zaelimiter.admin.manifest.LevelDiff;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestPlan;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.ProgressLine;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.Group;
import dev.zaelimiter.cli.admin.SessionCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code zae-limiter limits}. */
@Command(
        name = "limits",
        header = "Limits as a file declares them.",
        subcommands = {
            LimitsCommand.Plan.class,
            LimitsCommand.Diff.class,
            LimitsCommand.Apply.class,
            LimitsCommand.Export.class
        })
public final class LimitsCommand extends Group {

    /** A command that compares a file with what is stored, in the namespace that the file names. */
    abstract static class WithManifest extends SessionCommand {

        @Option(
                names = {"-f", "--file"},
                paramLabel = "FILE",
                required = true,
                description = "The manifest, in YAML; - is standard input.")
        private String file = "";

        private @Nullable Manifest manifest;

        @Override
        protected void prepare() {
            manifest = ManifestFile.read(file);
        }

        @Override
        protected @Nullable String usualNamespace() {
            return manifest == null ? null : manifest.namespace();
        }

        @Override
        protected int run(Session session, Output output) {
            if (manifest == null) {
                throw new IllegalStateException("not prepared");
            }
            if (!manifest.namespace().equals(session.namespace())) {
                throw new InvalidInputException(
                        "--namespace", session.namespace(), "that of the file, '" + manifest.namespace() + "'");
            }
            return run(session, session.admin().declared().plan(manifest), output);
        }

        abstract int run(Session session, ManifestPlan plan, Output output);
    }

    @Command(name = "plan", header = "Show what applying a file would change. Changes nothing.")
    @Manual(
            examples = "limits plan -f limits.yaml -n my-app",
            keys = {"action", "entity_id", "resource", "changes"},
            list = true)
    static final class Plan extends WithManifest {

        @Override
        int run(Session session, ManifestPlan plan, Output output) {
            LevelChangesOutput.show(output, plan);
            if (plan.needsNewClients()) {
                session.admin().leastClientToBeRaised().ifPresent(least -> {
                    output.flush();
                    err().println("Note: applying this " + Consent.lockingOut(least) + ".");
                });
            }
            return ExitCodes.OK;
        }
    }

    @Command(
            name = "diff",
            header = "Show how a file and what is stored differ, and end with 1 if they do. Changes nothing.")
    @Manual(
            examples = "limits diff -f limits.yaml -n my-app",
            keys = {"action", "entity_id", "resource", "changes"},
            list = true)
    static final class Diff extends WithManifest {

        @Override
        int run(Session session, ManifestPlan plan, Output output) {
            LevelChangesOutput.show(output, plan);
            return plan.changes().isEmpty() ? ExitCodes.OK : ExitCodes.FAILURE;
        }
    }

    @Command(
            name = "apply",
            header = "Make what is stored as a file declares it.",
            description =
                    "Writes only what differs, and deletes only what an earlier file declared. What was interrupted"
                            + " is finished by the same command.%n")
    @Manual(
            examples = "limits apply -f limits.yaml --yes -n my-app",
            keys = {"done", "conflicts", "overtaken"})
    static final class Apply extends WithManifest {

        @Mixin
        private final Consent consent = new Consent();

        @Option(
                names = {"-q", "--quiet"},
                description = "Show no progress.")
        private boolean quiet;

        @Override
        int run(Session session, ManifestPlan plan, Output output) {
            if (output.isForPeople()) {
                LevelChangesOutput.show(output, plan);
                output.flush();
            }
            requireConsent(session, plan);
            ProgressLine progress =
                    ProgressLine.of(err(), "levels changed", plan.changes().size());
            long[] count = {0};
            Applied applied = session.admin().declared().apply(plan, level -> {
                if (!quiet) {
                    progress.at(++count[0]);
                }
            });
            progress.end();
            output.done(
                    "Levels changed: " + applied.done().size() + ".",
                    Output.fields(
                            "done", LevelChangesOutput.fields(applied.done()),
                            "conflicts", LevelChangesOutput.fields(applied.conflicts()),
                            "overtaken", applied.overtaken()));
            if (!applied.complete()) {
                err().println("Somebody else changed "
                        + (applied.overtaken()
                                ? "the declared limits"
                                : applied.conflicts().size() + " of the levels")
                        + " meanwhile: plan again.");
                return ExitCodes.FAILURE;
            }
            return ExitCodes.OK;
        }

        private void requireConsent(Session session, ManifestPlan plan) {
            long deleted = plan.count(LevelDiff.Action.DELETE);
            if (deleted > 0) {
                String what = "the limits of " + Text.count(deleted, "level", "levels");
                consent.require(prompt(), "Delete " + what + "?", "this deletes " + what);
            }
            if (plan.needsNewClients()) {
                consent.requireForLockingOut(prompt(), session.admin());
            }
        }
    }

    @Command(name = "export", header = "Write what is stored as a file that can be applied.")
    @Manual(
            examples = {"limits export -n my-app", "limits export -f limits.yaml -N tenant-alpha -n my-app"},
            keys = {"namespace", "levels", "manifest"})
    static final class Export extends SessionCommand {

        @Option(
                names = {"-f", "--file"},
                paramLabel = "FILE",
                description = "Where to; - is standard output, which is the default.")
        private @Nullable String file;

        @Option(names = "--force", description = "Replace the file if it exists.")
        private boolean force;

        @Override
        protected int run(Session session, Output output) {
            List<String> leftOut = new ArrayList<>();
            Manifest manifest = session.admin().declared().export(leftOut::add);
            StringBuilder text = new StringBuilder(manifest.toYaml());
            leftOut.forEach(sentence -> text.append("# ").append(sentence).append('\n'));
            String yaml = text.toString();
            boolean toFile = file != null && !file.equals(ManifestFile.STANDARD_INPUT);
            if (file != null && toFile) {
                ManifestFile.write(file, yaml, force);
            }
            if (!output.isForPeople() || toFile) {
                output.done(
                        Text.count(manifest.levels().size(), "level is", "levels are") + " written to " + file + ".",
                        Output.fields(
                                "namespace", manifest.namespace(),
                                "levels", manifest.levels().size(),
                                "manifest", yaml));
            } else {
                yaml.lines().forEach(output::line);
            }
            return ExitCodes.OK;
        }
    }
}
