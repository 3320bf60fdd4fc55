package dev.zaelimiter.cli.admin.refill;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.Refilled;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.AdminCommand;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.take.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Giving a bucket tokens by hand. */
public final class RefillCommands {

    private RefillCommands() {}

    /** Whose bucket, and under which key. */
    abstract static class Refill extends AdminCommand {

        @Parameters(paramLabel = "ENTITY", converter = AnEntity.class, description = "The entity's id.")
        private String entity = "";

        @Option(
                names = {"-r", "--resource"},
                paramLabel = "NAME",
                converter = AResource.class,
                required = true,
                description = "The resource.")
        private String resource = "";

        @Option(
                names = "--idempotency-key",
                paramLabel = "KEY",
                description = "Do it once under this key: a repetition within three days does nothing.")
        private @Nullable String key;

        /** A slip of the pen would look like success. Limits that a call brought leave a bucket, and nothing stored. */
        private void requireKnown(Administration admin) {
            boolean limited = admin.explain(entity, resource).lines().stream()
                    .anyMatch(line -> line.entity().equals(entity));
            if (limited) {
                return;
            }
            try (Stream<BucketView> buckets = admin.buckets().ofEntity(entity)) {
                if (buckets.noneMatch(bucket -> bucket.resource().equals(resource))) {
                    throw new BadInputException(
                            "entity '" + AnEntity.shown(entity) + "' has neither a bucket nor limits on '"
                                    + AResource.shown(resource) + "': nothing was given");
                }
            }
        }

        abstract Refilled refill(Administration admin, String entity, String resource, @Nullable String key);

        @Override
        protected final void run(Administration admin, Output output) {
            requireKnown(admin);
            Refilled done = refill(admin, entity, resource, key);
            Map<String, Long> amounts = new TreeMap<>(done.amounts());
            String given = amounts.isEmpty()
                    ? "nothing, since there is no bucket yet"
                    : String.join(
                            ", ",
                            amounts.entrySet().stream().map(Object::toString).toList());
            String whose = AnEntity.shown(entity) + " on " + AResource.shown(resource);
            output.done(
                    done.repeated()
                            ? "This was done before: " + whose + " was given " + given + "."
                            : whose + " was given " + given + ".",
                    Output.fields(
                            "entity_id",
                            entity,
                            "resource",
                            resource,
                            "shards",
                            done.shards(),
                            "amounts",
                            amounts,
                            "repeated",
                            done.repeated()));
        }
    }

    /** {@code entity reset}. */
    @Command(name = "reset", header = "Fill a bucket up, and forgive its debts.")
    @Manual(
            examples = {
                "entity reset user-123 --resource gpt-4 -n my-app",
                "entity reset user-123 --resource gpt-4 --limit rpm --idempotency-key ticket-42 -n my-app"
            },
            keys = {"entity_id", "resource", "shards", "amounts", "repeated"})
    public static final class Reset extends Refill {

        @Option(
                names = {"-l", "--limit"},
                paramLabel = "NAME",
                description = "Only this limit. May be repeated.")
        private final List<String> limits = new ArrayList<>();

        @Override
        Refilled refill(Administration admin, String entity, String resource, @Nullable String key) {
            return admin.refills().reset(entity, resource, new LinkedHashSet<>(limits), key);
        }
    }

    /** {@code entity top-up}. */
    @Command(name = "top-up", header = "Give a bucket tokens, up to its capacity.")
    @Manual(
            examples = "entity top-up user-123 --resource gpt-4 --amount tpm:5000 -n my-app",
            keys = {"entity_id", "resource", "shards", "amounts", "repeated"})
    public static final class TopUp extends Refill {

        @Option(
                names = {"-a", "--amount"},
                paramLabel = Amounts.SYNTAX,
                required = true,
                description = "How many tokens of a limit. May be repeated.")
        private final List<String> amounts = new ArrayList<>();

        private Map<String, Long> tokens = Map.of();

        @Override
        protected void prepare() {
            tokens = Amounts.parse("--amount", amounts);
            tokens.forEach((name, amount) -> {
                if (amount < 1) {
                    throw new InvalidInputException("--amount", name + ":" + amount, "1 or more tokens");
                }
            });
        }

        @Override
        Refilled refill(Administration admin, String entity, String resource, @Nullable String key) {
            return admin.refills().topUp(entity, resource, tokens, key);
        }
    }
}
