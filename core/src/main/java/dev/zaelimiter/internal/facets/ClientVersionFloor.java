package dev.zaelimiter.internal.facets;

import dev.zaelimiter.VersionConflictException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.internal.schema.VersionItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.WriteResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the storing of what older clients of the Python system would misread: soft limits, bypasses, and
 * parents that change. The table's record of versions then asks for newer ones; it is never lowered. A store without
 * such a record is shared with nobody. One for a store; safe for use by many threads.
 */
public final class ClientVersionFloor {

    /** The first version of the Python system that knows them. */
    public static final String LEAST = "0.17.0";

    private static final SafeLog LOG = SafeLog.of(ClientVersionFloor.class);

    private final BlockingStore blocking;
    private volatile boolean passed;
    private volatile @Nullable String raised;

    ClientVersionFloor(BlockingStore blocking) {
        this.blocking = blocking;
    }

    /** What the least client became when this repository raised it; empty if it did not. */
    public Optional<String> raised() {
        return Optional.ofNullable(raised);
    }

    /**
     * The least client version now, if storing what older clients would misread would raise it. Writes nothing.
     *
     * @param engine of the store
     * @return {@code none} if any client may work there; empty if nothing would be raised
     */
    public Optional<String> toBeRaised(Engine engine) {
        String operation = "reading the record of versions";
        Item record =
                passed ? null : blocking.read(operation, engine.patientStore().get(VersionItems.KEY));
        if (record == null) {
            return Optional.empty();
        }
        String least = record.text(VersionItems.LEAST_CLIENT);
        return least == null
                ? Optional.of("none")
                : Optional.of(least).filter(text -> VersionItems.isOlder(text, LEAST));
    }

    /**
     * Lets a change pass once older clients are locked out.
     *
     * @throws VersionConflictException if a deployed function of the Python system is older
     */
    void pass(Engine engine, String operation) {
        new OptimisticRetry(engine, blocking)
                .run(
                        operation,
                        "others changed the record of versions",
                        () -> attempt(engine, operation) ? Boolean.TRUE : null);
    }

    private boolean attempt(Engine engine, String operation) {
        Item record =
                passed ? null : blocking.read(operation, engine.patientStore().get(VersionItems.KEY));
        if (record == null) {
            return true;
        }
        String least = record.text(VersionItems.LEAST_CLIENT);
        if (least != null && !VersionItems.isOlder(least, LEAST)) {
            passed = true;
            return true;
        }
        String aggregator = record.text(VersionItems.AGGREGATOR);
        if (aggregator != null && VersionItems.isOlder(aggregator, LEAST)) {
            throw new VersionConflictException(operation, VersionItems.AGGREGATOR, aggregator, LEAST);
        }
        return raise(engine, operation, record);
    }

    private boolean raise(Engine engine, String operation, Item record) {
        long now = engine.environment().wallMillis();
        boolean written = blocking.get(operation, engine.patientStore().write(VersionItems.raise(record, LEAST, now)))
                instanceof WriteResult.Written;
        if (written) {
            passed = true;
            raised = LEAST;
            LOG.warn(
                    "{}: {} was {} and is {} now: older clients of the Python system can't work on this table any more",
                    operation,
                    VersionItems.LEAST_CLIENT,
                    record.text(VersionItems.LEAST_CLIENT),
                    LEAST);
        }
        return written;
    }
}
