package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.Consent;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Subcommands of {@code entity} about its parent, and whether that is charged. */
final class EntityMoveCommands {

    private EntityMoveCommands() {}

    @Command(name = "set-parent", header = "Give an entity another parent, or none.")
    @Manual(
            examples = {
                "entity set-parent key-1 --parent project-2 -n my-app",
                "entity set-parent key-1 --none -n my-app"
            },
            keys = {"entity_id", "parent_id", "changed"})
    static final class SetParent extends AdminCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "Its id.")
        private String id = "";

        @Option(
                names = "--parent",
                paramLabel = "ENTITY",
                converter = AnEntity.class,
                description = "The new parent, which must exist.")
        private @Nullable String parent;

        @Option(names = "--none", description = "No parent any more.")
        private boolean none;

        @Mixin
        private final Consent consent = new Consent();

        private boolean setParent(Administration admin) {
            try {
                return admin.entities().setParent(id, parent);
            } catch (InvalidInputException e) {
                if (e.field().equals("parent") && e.rule().contains("descend")) {
                    throw new BadInputException(
                            "entity '" + AnEntity.shown(id) + "' can't be its own ancestor: '"
                                    + AnEntity.shown(Objects.toString(parent)) + "' is below it",
                            e);
                }
                throw e;
            }
        }

        @Override
        protected void prepare() {
            Entity.builder(id);
            if (!none && parent == null) {
                throw new BadInputException("--parent ENTITY or --none is needed");
            } else if (none && parent != null) {
                throw new InvalidInputException("--parent", parent, "a new parent, or --none, not both");
            }
        }

        @Override
        protected void run(Administration admin, Output output) {
            boolean same = admin.entities()
                    .get(id)
                    .filter(entity -> entity.parent().equals(Optional.ofNullable(parent)))
                    .isPresent();
            if (!same) {
                consent.requireForLockingOut(prompt(), admin);
            }
            boolean changed = setParent(admin);
            output.done(
                    changed
                            ? "Entity " + AnEntity.shown(id) + " has a new parent."
                            : "Entity " + AnEntity.shown(id) + " had this parent already.",
                    Output.fields("entity_id", id, "parent_id", parent, "changed", changed));
        }
    }

    @Command(
            name = "set-cascade",
            header = "Say whether what an entity takes is charged to its parent too.",
            description = "Balances stay. Processes that run learn of it within the time to live of their caches.%n")
    @Manual(
            examples = {"entity set-cascade key-1 on -n my-app", "entity set-cascade key-1 off -n my-app"},
            keys = {"entity_id", "cascade", "changed"})
    static final class SetCascade extends AdminCommand {

        @Parameters(index = "0", paramLabel = "ENTITY", converter = AnEntity.class, description = "Its id.")
        private String id = "";

        @Parameters(index = "1", paramLabel = "on|off", description = "Whether its parent is charged too.")
        private String wanted = "";

        @Mixin
        private final Consent consent = new Consent();

        @Override
        protected void prepare() {
            Entity.builder(id);
            if (!wanted.equals("on") && !wanted.equals("off")) {
                throw new InvalidInputException("CASCADE", wanted, "on or off");
            }
        }

        @Override
        protected void run(Administration admin, Output output) {
            boolean cascade = wanted.equals("on");
            Entity entity = admin.entities()
                    .get(id)
                    .orElseThrow(() -> new EntityNotFoundException(id, "create it first, with its parent"));
            if (cascade && entity.parent().isEmpty()) {
                throw new BadInputException("entity '" + AnEntity.shown(id)
                        + "' has no parent to be charged: give it one with 'entity set-parent'");
            } else if (entity.cascade() != cascade) {
                consent.requireForLockingOut(prompt(), admin);
            }
            boolean changed = admin.entities().setCascade(id, cascade);
            output.done(
                    "What entity " + AnEntity.shown(id) + " takes is " + (changed ? "now " : "already ")
                            + (cascade ? "charged to its parent too." : "charged to it alone."),
                    Output.fields("entity_id", id, "cascade", cascade, "changed", changed));
        }
    }
}
