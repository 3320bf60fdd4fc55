package dev.zaelimiter.cli.admin.entity;

import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.EntityPage;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.DestroyingCommand;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Subcommands of {@code entity} about entities themselves. */
final class EntityRecordCommands {

    private static final int PAGE = 500;

    private EntityRecordCommands() {}

    private static Map<String, @Nullable Object> fields(Entity entity) {
        return Output.fields(
                "entity_id", entity.id(),
                "name", entity.name(),
                "parent_id", entity.parent().orElse(null),
                "cascade", entity.cascade(),
                "metadata", entity.metadata());
    }

    @Command(name = "create", header = "Create an entity.")
    @Manual(
            examples = {
                "entity create project-1 -n my-app",
                "entity create key-1 --parent project-1 --cascade -n my-app"
            },
            keys = {"entity_id", "name", "parent_id", "cascade", "metadata"})
    static final class Create extends AdminCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "Its id.")
        private String id = "";

        @Option(names = "--display-name", paramLabel = "NAME", description = "A name for people (default: the id).")
        private @Nullable String name;

        @Option(
                names = "--parent",
                paramLabel = "ENTITY",
                converter = AnEntity.class,
                description = "Its parent, which must exist.")
        private @Nullable String parent;

        @Option(names = "--cascade", description = "Charge what it takes to its parent too.")
        private boolean cascade;

        @Option(names = "--metadata", paramLabel = "KEY=VALUE", description = "A note. May be repeated.")
        private final List<String> metadata = new ArrayList<>();

        @Override
        protected void prepare() {
            entity();
        }

        @Override
        protected void run(Administration admin, Output output) {
            Entity built = entity();
            admin.entities().create(built);
            output.done("Entity " + AnEntity.shown(id) + " is created.", fields(built));
        }

        private Entity entity() {
            Entity.Builder entity = Entity.builder(id);
            if (name != null) {
                entity.name(name);
            }
            if (parent != null) {
                entity.parent(parent);
            }
            notes().forEach(entity::metadata);
            return entity.cascade(cascade).build();
        }

        private Map<String, String> notes() {
            Map<String, String> notes = new LinkedHashMap<>();
            for (String note : metadata) {
                int equals = note.indexOf('=');
                if (equals < 1 || notes.put(note.substring(0, equals), note.substring(equals + 1)) != null) {
                    throw new InvalidInputException("--metadata", note, "KEY=VALUE, each key once");
                }
            }
            return notes;
        }
    }

    @Command(name = "show", header = "Show an entity.")
    @Manual(
            examples = "entity show key-1 -n my-app",
            keys = {"entity_id", "name", "parent_id", "cascade", "metadata"})
    static final class Show extends AdminCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "Its id.")
        private String id = "";

        @Override
        protected void prepare() {
            Entity.builder(id);
        }

        @Override
        protected void run(Administration admin, Output output) {
            output.object(fields(admin.entities()
                    .get(id)
                    .orElseThrow(() -> new EntityNotFoundException(id, "it may have limits all the same"))));
        }
    }

    @Command(name = "children", header = "List the children of an entity.")
    @Manual(
            examples = "entity children project-1 -n my-app",
            keys = {"entity_id", "name", "parent_id", "cascade", "metadata"},
            list = true)
    static final class Children extends AdminCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "The parent's id.")
        private String id = "";

        @Override
        protected void prepare() {
            Entity.builder(id);
        }

        @Override
        protected void run(Administration admin, Output output) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            EntityPage page = admin.entities().children(id, PAGE, null);
            page.entities().forEach(child -> rows.add(fields(child)));
            while (page.next().isPresent()) {
                page = admin.entities().children(id, PAGE, page.next().get());
                page.entities().forEach(child -> rows.add(fields(child)));
            }
            output.rows(rows, "Entity " + AnEntity.shown(id) + " has no children.");
        }
    }

    @Command(
            name = "list-all",
            header = "List all entities that were created, with their parents.",
            description = "Entities that were only given limits, and not created, are in 'entity list'.%n")
    @Manual(
            examples = {"entity list-all -n my-app", "entity list-all --output csv -n my-app"},
            keys = {"entity_id", "name", "parent_id", "cascade", "metadata"},
            list = true)
    static final class ListAll extends AdminCommand {

        @Override
        protected void run(Administration admin, Output output) {
            Iterator<EntityPage> pages = new Iterator<>() {
                private @Nullable EntityPage last;

                @Override
                public boolean hasNext() {
                    return last == null || last.next().isPresent();
                }

                @Override
                public EntityPage next() {
                    last = admin.entities()
                            .list(PAGE, last == null ? null : last.next().orElseThrow());
                    return last;
                }
            };
            output.stream(
                    StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, 0), false)
                            .flatMap(page -> page.entities().stream())
                            .map(EntityRecordCommands::fields)
                            .iterator(),
                    "No entity was created.");
        }
    }

    @Command(name = "delete", header = "Delete an entity with its limits, buckets and usage.")
    @Manual(
            examples = "entity delete key-1 --yes -n my-app",
            keys = {"entity_id", "records_deleted"})
    static final class Delete extends DestroyingCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "Its id.")
        private String id = "";

        @Option(
                names = "--detach-children",
                description = "Leave its children without a parent. Without this option it must have none.")
        private boolean detach;

        @Override
        protected String what() {
            Entity.builder(id);
            return "entity " + AnEntity.shown(id) + " and all that it has";
        }

        @Override
        protected void run(Administration admin, Output output) {
            long deleted = detach
                    ? admin.entities().deleteAndDetachChildren(id)
                    : admin.entities().delete(id);
            output.done(
                    deleted == 0
                            ? "There was nothing of entity " + AnEntity.shown(id) + "."
                            : "Deleted items: " + deleted + ".",
                    Output.fields("entity_id", id, "records_deleted", deleted));
        }
    }
}
