package dev.zaelimiter.internal.facets;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.ConfigQueries;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lists who has stored limits: resources from their registers, entities from an index. */
final class LimitLists {

    private final Engine engine;
    private final BlockingStore blocking;

    LimitLists(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
    }

    List<String> resourcesWithDefaults() {
        engine.requireOpen();
        List<String> stored = Registers.resources(blocking.read(
                "listing resources", engine.patientStore().get(engine.keys().resourceRegister())));
        return stored.stream()
                .filter(name -> StoredNames.isResource("the register of resources with limits", name))
                .toList();
    }

    Map<String, Long> resourcesWithEntityLimits() {
        engine.requireOpen();
        Map<String, Long> counts = new TreeMap<>(Registers.counts(blocking.read(
                "listing resources", engine.patientStore().get(engine.keys().entityConfigRegister()))));
        counts.keySet()
                .removeIf(name -> !StoredNames.isResource("the register of resources with limits of entities", name));
        return counts;
    }

    NamePage entitiesWithLimits(String resource, int limit, @Nullable String after) {
        engine.requireOpen();
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        Query query = ConfigQueries.entitiesWithLimits(engine.keys(), resource)
                .limit(limit)
                .after(after);
        Page page = blocking.read(
                "listing entities with limits on " + NameEncoding.RESOURCE.show(resource),
                engine.patientStore().query(query));
        List<String> ids = page.items().stream()
                .map(item -> Objects.requireNonNull(item.text("GSI3SK"), "GSI3SK"))
                .filter(id ->
                        StoredNames.isEntity("the entities with limits on " + NameEncoding.RESOURCE.show(resource), id))
                .toList();
        return new NamePage(ids, Optional.ofNullable(page.next()));
    }
}
