package dev.zaelimiter.internal.facets;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Keys;
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
public final class AuditedTransactions {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());

    private final Engine engine;
    private final BlockingStore blocking;
    private final Ulid ids;
    private final Author author;

    private AuditedTransactions(Engine engine, BlockingStore blocking, Ulid ids, Author author) {
        this.engine = engine;
        this.blocking = blocking;
        this.ids = ids;
        this.author = author;
    }

    AuditedTransactions(Engine engine, BlockingStore blocking, Author author) {
        this(engine, blocking, new Ulid(engine.environment().random()), author);
    }

    /**
     * In whose name changes are recorded.
     *
     * @return the author
     */
    public Author author() {
        return author;
    }

    /**
     * Makes the ids of records, in the order in which they are asked for.
     *
     * @return one shared instance
     */
    public Ulid ids() {
        return ids;
    }

    /**
     * The same journal in another's name.
     *
     * @param principal who
     * @return a journal
     */
    public AuditedTransactions as(String principal) {
        return new AuditedTransactions(engine, blocking, ids, author.as(principal));
    }

    /**
     * Commits changes and the record of them, or nothing.
     *
     * @param operation what is being done, for the error
     * @param changes of this namespace; they keep their positions
     * @param record what is recorded
     * @return what became of the transaction
     */
    public TransactionResult commit(String operation, List<Write> changes, AuditItems.Change record) {
        return commit(engine.keys(), operation, changes, record);
    }

    /**
     * Commits changes and the record of them, or nothing.
     *
     * @param keys of the namespace in which the record lies
     * @param operation what is being done, for the error
     * @param changes they keep their positions
     * @param record what is recorded
     * @return what became of the transaction
     */
    public TransactionResult commit(Keys keys, String operation, List<Write> changes, AuditItems.Change record) {
        long now = engine.environment().wallMillis();
        List<Write> all = new ArrayList<>(changes);
        all.add(Write.put(
                PUT_NEW,
                AuditItems.encode(
                        keys,
                        record,
                        ids.next(now),
                        now,
                        author.principal(),
                        author.retention().toSeconds())));
        return blocking.get(operation, engine.patientStore().transact(all, token()));
    }

    private String token() {
        RandomGenerator random = engine.environment().random();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
