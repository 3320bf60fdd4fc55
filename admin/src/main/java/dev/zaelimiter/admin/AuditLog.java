package dev.zaelimiter.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.Ulid;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who changed what, and when. A record is written in the same transaction as the change, so that neither exists without
 * the other; it vanishes when its retention is over.
 */
public final class AuditLog {

    /** The subject of changes of the system's limits. */
    public static final String SYSTEM = AuditItems.SYSTEM;

    private final Engine engine;
    private final BlockingStore blocking;

    AuditLog(EngineRepository repository) {
        this.engine = repository.engine();
        this.blocking = repository.waiting();
    }

    /**
     * The subject of changes of a resource's limits.
     *
     * @param resource its name
     * @return what to read
     * @throws InvalidInputException if the name breaks its rule
     */
    public static String resource(String resource) {
        return AuditItems.RESOURCE + Inputs.resource(resource);
    }

    /**
     * The subject of changes of a namespace: whoever is called so, one after another.
     *
     * @param name its name
     * @return what to read
     * @throws InvalidInputException if the name breaks its rule
     */
    public static String namespace(String name) {
        return AuditItems.NAMESPACE + Inputs.namespace(name);
    }

    /**
     * Reads records of one subject, the newest first.
     *
     * @param subject an entity's id, {@link #SYSTEM}, {@link #resource} or {@link #namespace}
     * @param limit the most records, 1 to 1000
     * @param after {@link AuditPage#next} of the page before, or null for the first
     * @return a page
     * @throws InvalidInputException if an argument breaks its rule
     */
    public AuditPage read(String subject, int limit, @Nullable String after) {
        engine.requireOpen();
        check(subject);
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        Query query =
                AuditItems.of(keys(subject), subject).descending().limit(limit).after(after);
        Page page = blocking.read(
                "reading the records of " + subject, engine.patientStore().query(query));
        List<AuditEvent> events = page.items().stream().map(AuditEvent::of).toList();
        return new AuditPage(events, Optional.ofNullable(page.next()));
    }

    /**
     * Reads records of everything in the namespace, and of the namespace itself, the newest first. Goes through the
     * keys of all its records for each page, and reads those that the page shows: with very many, ask for large pages,
     * or for one subject. A record of the last second may be missing on a remote store.
     *
     * @param since the earliest, to the millisecond, or null
     * @param until the first that is too late, or null
     * @param limit the most records, 1 to 1000
     * @param after {@link AuditPage#next} of the page before, which is the {@link AuditEvent#id} of its last record;
     *     null for the first page
     * @return a page
     * @throws InvalidInputException if an argument breaks its rule
     */
    public AuditPage readAll(@Nullable Instant since, @Nullable Instant until, int limit, @Nullable String after) {
        engine.requireOpen();
        if (limit < 1 || limit > Query.MAX_LIMIT) {
            throw new InvalidInputException("limit", limit, "1 to " + Query.MAX_LIMIT);
        }
        if (after != null && Ulid.millis(after) < 0) {
            throw new InvalidInputException("after", after, "the id of a record, 26 letters and digits");
        }
        return new AuditScan(engine, blocking).read(since, until, limit, after);
    }

    private Keys keys(String subject) {
        return subject.startsWith(AuditItems.NAMESPACE) ? new Keys(Keys.REGISTRY) : engine.keys();
    }

    private static void check(String subject) {
        if (subject.startsWith(AuditItems.RESOURCE)) {
            Inputs.resource(subject.substring(AuditItems.RESOURCE.length()));
        } else if (subject.startsWith(AuditItems.NAMESPACE)) {
            Inputs.namespace(subject.substring(AuditItems.NAMESPACE.length()));
        } else if (!subject.equals(SYSTEM)) {
            Inputs.entity(subject);
        }
    }
}
