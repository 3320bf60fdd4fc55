package dev.zaelimiter.internal.facets;

import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.DamagedConfigException;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes levels. Each change reads the level first and is pinned on what it read, so that of two changes at
 * the same time none is lost; the registers that list who has limits, and the record of the change, go in the same
 * transaction.
 *
 * <p>A level that is emptied keeps the names that it once held, for a month: a request that still names one of them is
 * then not taken for a mistake.
 */
final class LevelStore {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private static final WriteShape PUT_PINNED =
            WriteShape.put(new Condition.Compare(ConfigItems.VERSION, Condition.Op.EQ, new Operand.WholeSlot(0)));
    private static final WriteShape PUT_UNVERSIONED = WriteShape.put(new Condition.NotExists(ConfigItems.VERSION));

    private final Engine engine;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final ClientVersionFloor versionFloor;
    private final Registers registers;
    private final OptimisticRetry retry;

    LevelStore(
            Engine engine, BlockingStore blocking, AuditedTransactions transactions, ClientVersionFloor versionFloor) {
        this.versionFloor = versionFloor;
        this.engine = engine;
        this.blocking = blocking;
        this.transactions = transactions;
        this.registers = new Registers(engine.keys());
        this.retry = new OptimisticRetry(engine, blocking);
    }

    /**
     * What a change did.
     *
     * @param before what the level held
     * @param after what it holds now
     */
    record Changed(LevelItem before, LevelItem after) {}

    LevelItem read(LevelKey level) {
        return decode(level.key(), item(level));
    }

    /** Reads many levels in one call; one that holds nothing is missing from the answer. */
    Map<Key, LevelItem> readAll(Collection<LevelKey> levels) {
        engine.requireOpen();
        if (levels.isEmpty()) {
            return Map.of();
        }
        engine.telemetry().countRead();
        Set<Key> keys = new LinkedHashSet<>();
        levels.forEach(level -> keys.add(level.key()));
        Map<Key, LevelItem> stored = new HashMap<>();
        blocking.read(
                        "reading " + keys.size() + " levels",
                        engine.patientStore().batchGet(keys))
                .forEach((key, item) -> stored.put(key, decode(key, item)));
        return stored;
    }

    private static LevelItem decode(Key key, @Nullable Item item) {
        try {
            return ConfigItems.decode(item);
        } catch (DamagedConfigException damaged) {
            throw new StoreFailureException("reading " + key, false, damaged);
        }
    }

    private @Nullable Item item(LevelKey level) {
        engine.requireOpen();
        engine.telemetry().countRead();
        return blocking.read("reading " + level.words(), engine.patientStore().get(level.key()));
    }

    /** Changes a level, unless it would hold the same. */
    Changed change(LevelKey level, UnaryOperator<LevelItem> edit) {
        return retry.run("changing " + level.words(), "others changed it", () -> attempt(level, edit));
    }

    private @Nullable Changed attempt(LevelKey level, UnaryOperator<LevelItem> edit) {
        Item item = item(level);
        LevelItem before = ConfigItems.lenient(item);
        LevelItem after = edit.apply(before);
        if (after.holdsTheSame(before)) {
            // What is cached may be older than what was just read.
            engine.configs().forget(level.key());
            return new Changed(before, before);
        }
        if (after.needsNewClients()) {
            versionFloor.pass(engine, "changing " + level.words());
        }
        return replace(level, item, before, after) ? new Changed(before, after) : null;
    }

    private boolean replace(LevelKey level, @Nullable Item item, LevelItem before, LevelItem after) {
        String operation = "changing " + level.words();
        Write write = put(level, item, after);
        boolean had = ConfigItems.holdsLimits(item);
        boolean has = after.hasLimits();
        Item counts = had && !has && level.entity() != null ? counts(operation) : null;
        Write register = had == has ? null : registers.write(level.entity(), level.resource(), has, counts);
        boolean done = false;
        long mark = engine.configs().mark();
        try {
            done = transactions.commit(
                            operation,
                            register == null ? List.of(write) : List.of(write, register),
                            ConfigRecords.of(level.entity(), level.resource(), before, after))
                    instanceof TransactionResult.Committed;
        } finally {
            if (done && after.unreadable() == null) {
                engine.configs().stored(level.key(), after, mark);
            } else {
                engine.configs().forget(level.key());
            }
        }
        return done;
    }

    private @Nullable Item counts(String operation) {
        engine.telemetry().countRead();
        return blocking.get(operation, engine.patientStore().get(registers.counts()));
    }

    private Write put(LevelKey level, @Nullable Item item, LevelItem after) {
        Item replacement = ConfigItems.encode(
                engine.keys(),
                level.key(),
                level.entity(),
                level.resource(),
                after,
                engine.environment().wallMillis());
        replacement = ConfigItems.keepingForeign(item, replacement, after.unreadable() != null);
        if (item == null) {
            return Write.put(PUT_NEW, replacement);
        }
        boolean versioned = item.get(ConfigItems.VERSION) instanceof AttributeValue.Whole;
        return versioned
                ? Write.put(PUT_PINNED, replacement, new long[] {item.whole(ConfigItems.VERSION, 0)})
                : Write.put(PUT_UNVERSIONED, replacement);
    }
}
