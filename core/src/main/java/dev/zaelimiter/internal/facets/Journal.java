package dev.zaelimiter.internal.facets;

import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Ulid;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes changes together with the records of them: both in one transaction, so that neither exists without the other.
 * Safe for use by many threads.
 */
final class Journal {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());

    private final Engine engine;
    private final Waiting waiting;
    private final Ulid ids;
    private final Author author;

    private Journal(Engine engine, Waiting waiting, Ulid ids, Author author) {
        this.engine = engine;
        this.waiting = waiting;
        this.ids = ids;
        this.author = author;
    }

    Journal(Engine engine, Waiting waiting, Author author) {
        this(engine, waiting, new Ulid(engine.environment().random()), author);
    }

    /** The same journal in another's name. */
    Journal as(String principal) {
        return new Journal(engine, waiting, ids, author.as(principal));
    }

    /** Commits the changes and the record, or nothing. The changes keep their positions. */
    TransactionResult commit(String operation, List<Write> changes, AuditItems.Change record) {
        long now = engine.environment().wallMillis();
        List<Write> all = new ArrayList<>(changes);
        all.add(Write.put(
                PUT_NEW,
                AuditItems.encode(
                        engine.keys(),
                        record,
                        ids.next(now),
                        now,
                        author.principal(),
                        author.retention().toSeconds())));
        return waiting.get(operation, engine.patientStore().transact(all, token()));
    }

    private String token() {
        RandomGenerator random = engine.environment().random();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
