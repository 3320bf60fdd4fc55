package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.ConfigItems.Stored;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sets, reads and deletes stored limits. Each change reads the level first and is pinned on what it read, so that two
 * changes at once do not lose one; the registers that list who has limits change in the same transaction.
 *
 * <p>A level that is emptied keeps the names that it once held, for a month: a request that still names one of them is
 * then not taken for a mistake.
 */
final class StoredLimitsFacet implements StoredLimits {

    private static final int MAX_TRIES = 20;
    private static final WriteShape PUT_NEW = WriteShape.put(Condition.itemAbsent());
    private static final WriteShape PUT_PINNED =
            WriteShape.put(new Condition.Compare(ConfigItems.VERSION, Condition.Op.EQ, new Operand.WholeSlot(0)));
    private static final WriteShape PUT_UNVERSIONED = WriteShape.put(new Condition.NotExists(ConfigItems.VERSION));

    private final Engine engine;
    private final Waiting waiting;
    private final Journal journal;
    private final Registers registers;

    StoredLimitsFacet(Engine engine, Waiting waiting, Journal journal) {
        this.engine = engine;
        this.waiting = waiting;
        this.journal = journal;
        this.registers = new Registers(engine.keys());
    }

    /** One level: its key, and the names in it. */
    private record Level(
            Key key, @Nullable String entity, @Nullable String resource) {}

    private Level entityLevel(String entity, String resource) {
        return new Level(
                engine.keys().entityConfig(Inputs.entity(entity), Inputs.resource(resource)), entity, resource);
    }

    private Level entityDefaults(String entity) {
        return new Level(
                engine.keys().entityConfig(Inputs.entity(entity), Keys.DEFAULT_RESOURCE),
                entity,
                Keys.DEFAULT_RESOURCE);
    }

    private Level resourceLevel(String resource) {
        return new Level(engine.keys().resourceConfig(Inputs.resource(resource)), null, resource);
    }

    private Level systemLevel() {
        return new Level(engine.keys().systemConfig(), null, null);
    }

    @Override
    public void setEntityLimits(String entity, String resource, Limit... limits) {
        set(entityLevel(entity, resource), limits);
    }

    @Override
    public List<Limit> getEntityLimits(String entity, String resource) {
        return read(entityLevel(entity, resource)).limits();
    }

    @Override
    public boolean deleteEntityLimits(String entity, String resource) {
        return delete(entityLevel(entity, resource));
    }

    @Override
    public void setEntityDefaults(String entity, Limit... limits) {
        set(entityDefaults(entity), limits);
    }

    @Override
    public List<Limit> getEntityDefaults(String entity) {
        return read(entityDefaults(entity)).limits();
    }

    @Override
    public boolean deleteEntityDefaults(String entity) {
        return delete(entityDefaults(entity));
    }

    @Override
    public void setResourceDefaults(String resource, Limit... limits) {
        set(resourceLevel(resource), limits);
    }

    @Override
    public List<Limit> getResourceDefaults(String resource) {
        return read(resourceLevel(resource)).limits();
    }

    @Override
    public boolean deleteResourceDefaults(String resource) {
        return delete(resourceLevel(resource));
    }

    @Override
    public void setSystemDefaults(Limit... limits) {
        set(systemLevel(), limits);
    }

    @Override
    public List<Limit> getSystemDefaults() {
        return read(systemLevel()).limits();
    }

    @Override
    public boolean deleteSystemDefaults() {
        return delete(systemLevel());
    }

    @Override
    public void setOnUnavailable(OnUnavailable policy) {
        change(systemLevel(), stored -> stored.withOnUnavailable(policy));
    }

    @Override
    public Optional<OnUnavailable> getOnUnavailable() {
        return Optional.ofNullable(read(systemLevel()).onUnavailable());
    }

    private void set(Level level, Limit... limits) {
        List<Limit> checked = Inputs.limits(List.of(limits));
        change(level, stored -> stored.withLimits(checked));
    }

    private boolean delete(Level level) {
        Stored before = change(level, stored -> stored.limits().isEmpty() ? stored : stored.withLimits(List.of()));
        return !before.limits().isEmpty();
    }

    private Stored read(Level level) {
        try {
            return ConfigItems.decode(item(level));
        } catch (ConfigItems.DamagedConfigException damaged) {
            throw new StoreFailureException("reading " + level.key(), false, damaged);
        }
    }

    private @Nullable Item item(Level level) {
        engine.requireOpen();
        engine.countRead();
        return waiting.get("reading " + level.key(), engine.patientStore().get(level.key()));
    }

    /** Changes a level; what it held before is returned. */
    private Stored change(Level level, UnaryOperator<Stored> edit) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Item item = item(level);
            Stored before = ConfigItems.lenient(item);
            Stored after = edit.apply(before);
            if (after.holdsTheSame(before)) {
                // What is cached may be older than what was just read.
                engine.configs().forget(level.key());
                return before;
            }
            if (attempt(level, item, before, after)) {
                return before;
            }
        }
        throw new StoreFailureException(
                "changing " + level.key(),
                false,
                new StoreException.Conflict("others changed it " + MAX_TRIES + " times meanwhile", null));
    }

    private boolean attempt(Level level, @Nullable Item item, Stored before, Stored after) {
        String operation = "changing " + level.key();
        Write write = put(level, item, after);
        boolean had = ConfigItems.holdsLimits(item);
        boolean has = !after.limits().isEmpty();
        Item counts = had && !has && level.entity() != null ? counts(operation) : null;
        Write register = had == has ? null : registers.write(level.entity(), level.resource(), has, counts);
        boolean done = false;
        try {
            done = journal.commit(
                            operation,
                            register == null ? List.of(write) : List.of(write, register),
                            ConfigRecords.of(level.entity(), level.resource(), before, after))
                    instanceof TransactionResult.Committed;
        } finally {
            if (done) {
                engine.configs().stored(level.key(), after);
            } else {
                engine.configs().forget(level.key());
            }
        }
        return done;
    }

    private @Nullable Item counts(String operation) {
        engine.countRead();
        return waiting.get(operation, engine.patientStore().get(registers.counts()));
    }

    private Write put(Level level, @Nullable Item item, Stored after) {
        Item replacement = ConfigItems.encode(
                engine.keys(),
                level.key(),
                level.entity(),
                level.resource(),
                after,
                engine.environment().wallMillis());
        if (item == null) {
            return Write.put(PUT_NEW, replacement);
        }
        boolean versioned = item.get(ConfigItems.VERSION) instanceof AttributeValue.Whole;
        return versioned
                ? Write.put(PUT_PINNED, replacement, new long[] {item.whole(ConfigItems.VERSION, 0)})
                : Write.put(PUT_UNVERSIONED, replacement);
    }
}
