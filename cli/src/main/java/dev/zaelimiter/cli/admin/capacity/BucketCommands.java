package dev.zaelimiter.cli.admin.capacity;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.ResourceCapacity;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What is left in buckets: of an entity, on a resource, and in all. */
public final class BucketCommands {

    private static final double PERCENT = 100;

    private BucketCommands() {}

    private static Stream<Map<String, @Nullable Object>> rows(BucketView bucket) {
        if (bucket.damage().isPresent()) {
            return Stream.of(row(bucket, "(damaged)", null, null, null, null));
        }
        return bucket.limits().stream()
                .map(limit -> row(
                        bucket,
                        limit.limit().name(),
                        limit.available(),
                        limit.limit().capacity(),
                        Math.round(limit.utilisation() * PERCENT),
                        limit.consumed()));
    }

    private static Map<String, @Nullable Object> row(
            BucketView bucket,
            String name,
            @Nullable Long available,
            @Nullable Long capacity,
            @Nullable Long used,
            @Nullable Long consumed) {
        return Output.fields(
                "entity_id",
                bucket.entity(),
                "resource",
                bucket.resource(),
                "name",
                name,
                "available",
                available,
                "capacity",
                capacity,
                "used_percent",
                used,
                "consumed",
                consumed,
                "shards",
                bucket.shards().size());
    }

    /** {@code entity buckets}. */
    @Command(name = "buckets", header = "Show the buckets of an entity: what is left, and what was ever consumed.")
    @Manual(
            examples = "entity buckets user-123 -n my-app",
            keys = {"entity_id", "resource", "name", "available", "capacity", "used_percent", "consumed", "shards"},
            list = true)
    public static final class OfEntity extends AdminCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "The entity's id.")
        private String id = "";

        @Override
        protected void run(Administration admin, Output output) {
            try (Stream<BucketView> buckets = admin.buckets().ofEntity(id)) {
                output.stream(
                        buckets.flatMap(BucketCommands::rows).iterator(),
                        "Entity " + AnEntity.shown(id) + " has no buckets.");
            }
        }
    }

    /** {@code resource buckets}. */
    @Command(name = "buckets", header = "Show all buckets on a resource.")
    @Manual(
            examples = "resource buckets gpt-4 -n my-app",
            keys = {"entity_id", "resource", "name", "available", "capacity", "used_percent", "consumed", "shards"},
            list = true)
    public static final class OnResource extends AdminCommand {

        @Parameters(paramLabel = "RESOURCE", converter = AResource.class, description = "The resource's name.")
        private String resource = "";

        @Override
        protected void run(Administration admin, Output output) {
            try (Stream<BucketView> buckets = admin.buckets().onResource(resource)) {
                output.stream(
                        buckets.flatMap(BucketCommands::rows).iterator(),
                        "There are no buckets on " + AResource.shown(resource) + ".");
            }
        }
    }

    /** {@code resource capacity}. */
    @Command(name = "capacity", header = "Show the sums over all buckets on a resource.")
    @Manual(
            examples = "resource capacity gpt-4 -n my-app",
            keys = {"resource", "name", "buckets", "available", "capacity", "used_percent", "consumed"},
            list = true)
    public static final class Capacity extends AdminCommand {

        @Parameters(paramLabel = "RESOURCE", converter = AResource.class, description = "The resource's name.")
        private String resource = "";

        @Override
        protected void run(Administration admin, Output output) {
            ResourceCapacity all = admin.buckets().capacity(resource);
            List<Map<String, @Nullable Object>> rows = all.totals().entrySet().stream()
                    .map(total -> row(total.getKey(), total.getValue()))
                    .toList();
            output.rows(rows, "There are no buckets on " + AResource.shown(resource) + ".");
            if (all.unreadable() > 0) {
                err().println(all.unreadable() + " buckets can't be read, and are not in these totals.");
            }
        }

        private Map<String, @Nullable Object> row(String name, ResourceCapacity.Total total) {
            return Output.fields(
                    "resource",
                    resource,
                    "name",
                    name,
                    "buckets",
                    total.buckets(),
                    "available",
                    total.available(),
                    "capacity",
                    total.capacity(),
                    "used_percent",
                    Math.round(total.utilisation() * PERCENT),
                    "consumed",
                    total.consumed());
        }
    }
}
