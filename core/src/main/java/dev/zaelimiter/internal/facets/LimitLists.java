package dev.zaelimiter.internal.facets;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists who has stored limits: resources from their registers, entities from an index. */
final class LimitLists {

    private final Engine engine;
    private final Waiting waiting;

    LimitLists(Engine engine, Waiting waiting) {
        this.engine = engine;
        this.waiting = waiting;
    }

    List<String> resourcesWithDefaults() {
        engine.requireOpen();
        return Registers.resources(waiting.read(
                "listing resources", engine.patientStore().get(engine.keys().resourceRegister())));
    }

    Map<String, Long> resourcesWithEntityLimits() {
        engine.requireOpen();
        return Registers.counts(waiting.read(
                "listing resources", engine.patientStore().get(engine.keys().entityConfigRegister())));
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
        return new NamePage(ids, Optional.ofNullable(page.next()));
    }
}
