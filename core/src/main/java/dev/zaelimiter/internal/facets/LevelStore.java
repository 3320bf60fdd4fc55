package dev.zaelimiter.internal.facets;

import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.DamagedConfigException;
import dev.zaelimiter.internal.schema.GoneItems;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.internal.schema.LevelSeal;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes levels. Each change reads the level first and is pinned on what it read, so that of two changes at
 * the same time none is lost; the registers that list who has limits, and the record of the change, go in the same
 * transaction.
 *
 * <p>A level that holds nothing any more is deleted, as the Python system does: both count the items that are there.
 * Others do not count their changes, so a level that they wrote is sealed before it is changed ({@link LevelSeal}).
 */
final class LevelStore {

    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private final Engine engine;
    private final BlockingStore blocking;
    private final AuditedTransactions transactions;
    private final ClientVersionFloor versionFloor;
    private final Registers registers;
    private final OptimisticRetry retry;
    private final LimitFanOut fanOut;

    LevelStore(
            Engine engine, BlockingStore blocking, AuditedTransactions transactions, ClientVersionFloor versionFloor) {
        this.versionFloor = versionFloor;
        this.engine = engine;
        this.blocking = blocking;
        this.transactions = transactions;
        this.registers = new Registers(engine.keys());
        this.retry = new OptimisticRetry(engine, blocking);
        this.fanOut = new LimitFanOut(engine, blocking);
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

    /**
     * Reads many levels in one call, also where limits can't be followed; one that holds nothing is missing from the
     * answer.
     */
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
                .forEach((key, item) -> stored.put(key, lenient(key, item)));
        return stored;
    }

    private static LevelItem lenient(Key key, @Nullable Item item) {
        try {
            return ConfigItems.deciding(item);
        } catch (DamagedConfigException damaged) {
            throw new StoreFailureException("reading " + key, false, damaged);
        }
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
        Changed changed = retry.run("changing " + level.words(), "others changed it", () -> attempt(level, edit));
        fanOut.run(level, changed.before(), changed.after());
        return changed;
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
        String operation = "changing " + level.words();
        if (item != null && !LevelSeal.isOn(item)) {
            blocking.get(
                    operation,
                    engine.patientStore()
                            .write(LevelSeal.claim(
                                    item, engine.environment().random().nextLong())));
            return null;
        }
        return replace(operation, level, item, before, after);
    }

    private @Nullable Changed replace(
            String operation, LevelKey level, @Nullable Item item, LevelItem before, LevelItem after) {
        Item replacement =
                ConfigItems.replacement(engine.keys(), level.key(), level.entity(), level.resource(), item, after);
        List<Write> writes = new ArrayList<>();
        Key gone = GoneItems.key(level.key());
        LevelItem stored = after;
        if (item == null || replacement == null) {
            Item remembered = read(operation, gone);
            if (replacement == null) {
                writes.add(GoneItems.deleteLevel(Objects.requireNonNull(item)));
                writes.add(GoneItems.remember(
                        engine.keys(),
                        level.key(),
                        after.gone(),
                        remembered,
                        after.version(),
                        engine.environment().wallMillis()));
                stored = after.withVersion(0);
            } else {
                // A number that somebody may have noted must not come again for another content.
                stored = after.withVersion(GoneItems.version(remembered) + 1);
                writes.add(Write.put(
                        PUT_NEW,
                        Objects.requireNonNull(ConfigItems.replacement(
                                engine.keys(), level.key(), level.entity(), level.resource(), null, stored))));
            }
        } else {
            writes.add(Write.put(WriteShape.put(LevelSeal.unchanged(item)), replacement));
        }
        boolean had = ConfigItems.isCounted(item);
        boolean has = replacement != null;
        Item counts = had && !has && level.entity() != null ? read(operation, registers.counts()) : null;
        Write register = had == has ? null : registers.write(level.entity(), level.resource(), has, counts);
        if (register != null) {
            writes.add(register);
        }
        return commit(operation, level, writes, before, stored) ? new Changed(before, stored) : null;
    }

    private boolean commit(String operation, LevelKey level, List<Write> writes, LevelItem before, LevelItem after) {
        boolean done = false;
        long mark = engine.configs().mark();
        try {
            done = transactions.commit(
                            operation, writes, ConfigRecords.of(level.entity(), level.resource(), before, after))
                    instanceof TransactionResult.Committed;
        } finally {
            if (done && after.unreadable() == null) {
                engine.configs().stored(level.key(), after, mark);
            } else {
                engine.configs().forget(level.key());
            }
            engine.configs().forget(GoneItems.key(level.key()));
        }
        return done;
    }

    private @Nullable Item read(String operation, Key key) {
        engine.telemetry().countRead();
        return blocking.get(operation, engine.patientStore().get(key));
    }
}
