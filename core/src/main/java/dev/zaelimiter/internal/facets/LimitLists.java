package dev.zaelimiter.internal.facets;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import dev.zaelimiter.store.Printable;
import dev.zaelimiter.internal.schema.Keys;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists who has stored limits: resources from their registers, entities from an index. */
final class LimitLists {

    private static final Logger LOG = LoggerFactory.getLogger("dev.zaelimiter");

    private final Engine engine;
    private final Waiting waiting;

    LimitLists(Engine engine, Waiting waiting) {
        this.engine = engine;
        this.waiting = waiting;
    }

    List<String> resourcesWithDefaults() {
        engine.requireOpen();
        return legible(
                "the register of resources with limits",
                Registers.resources(waiting.read(
                        "listing resources", engine.patientStore().get(engine.keys().resourceRegister()))),
                Inputs::isResource);
    }

    Map<String, Long> resourcesWithEntityLimits() {
        engine.requireOpen();
        Map<String, Long> counts = new TreeMap<>(Registers.counts(waiting.read(
                "listing resources", engine.patientStore().get(engine.keys().entityConfigRegister()))));
        counts.keySet()
                .retainAll(legible(
                        "the register of resources on which entities have limits",
                        List.copyOf(counts.keySet()),
                        name -> name.equals(Keys.DEFAULT_RESOURCE) || Inputs.isResource(name)));
        return counts;
    }

    NamePage entitiesWithLimits(String resource, int limit, @Nullable String after) {
        engine.requireOpen();
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        Query query = ConfigItems.entitiesWithLimits(engine.keys(), resource)
                .limit(limit)
                .after(after);
        Page page = waiting.read(
                "listing entities with limits on " + resource,
                engine.patientStore().query(query));
        List<String> ids = page.items().stream()
                .map(item -> Objects.requireNonNull(item.text("GSI3SK"), "GSI3SK"))
                .toList();
        return new NamePage(
                legible("the entities with limits on " + resource, ids, Inputs::isEntity),
                Optional.ofNullable(page.next()));
    }

    /** Without names that break the rules, which no other call would take: one of them must not hide all the others. */
    private static List<String> legible(String where, List<String> names, Predicate<String> legal) {
        return names.stream()
                .filter(name -> {
                    boolean legible = legal.test(name);
                    if (!legible) {
                        LOG.warn("{}: {} is no legal name and is left out", where, Printable.quoted(name));
                    }
                    return legible;
                })
                .toList();
    }
}
