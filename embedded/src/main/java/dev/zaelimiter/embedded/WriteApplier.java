package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Applies writes and transactions. Safe for use by many threads. */
@SuppressWarnings("ReferenceEquality") // an unchanged item is the same one, and need not be stored
final class WriteApplier {

    private static final int LONGEST_TOKEN = 36;

    /** How often one call tries to make room: other calls may take it each time. */
    private static final int MOST_TRIES = 3;

    private final Table table;
    private final Stripes stripes;
    private final ChangeSink sink;
    private final Sweeper sweeper;
    private final Room room;
    private final TransactionLog log;

    WriteApplier(Table table, Stripes stripes, ChangeSink sink, Sweeper sweeper, Room room, TransactionLog log) {
        this.table = table;
        this.stripes = stripes;
        this.sink = sink;
        this.sweeper = sweeper;
        this.room = room;
        this.log = log;
    }

    WriteResult write(Write write) {
        CompiledWrite compiled = CompiledWrite.of(write.shape());
        if (compiled.isCheck()) {
            throw Errors.misuse("a check outside a transaction: " + write);
        }
        compiled.check(write);
        boolean mayFit = true;
        for (int tries = 0; mayFit && tries < MOST_TRIES; tries++) {
            WriteResult result = apply(compiled, write);
            if (result != null) {
                return result;
            }
            mayFit = room.make(1);
        }
        throw room.refusal();
    }

    /** Applies a write, or gives null if there is no room for what it makes. */
    private @Nullable WriteResult apply(CompiledWrite compiled, Write write) {
        Item before;
        Item after;
        ReentrantLock lock = stripes.of(write.key());
        lock.lock();
        try {
            Cell cell = table.cell(write.key());
            before = table.current(cell);
            BoundWrite bound = compiled.bind(before);
            if (!bound.holds(before, write)) {
                return new WriteResult.Refused(before, WriteResult.UNREPORTED);
            }
            after = compiled.apply(bound, before, write);
            if (before == null && after != null && !room.isFor(after, 0)) {
                return null;
            }
            if (before != after) {
                sink.stage(write.key(), before, after, false);
                table.replace(cellFor(cell, before, write.key()), before, after, compiled.movesIndexes());
                sink.publish(write.key(), before, after, false);
            }
        } finally {
            lock.unlock();
        }
        if (before == null && after != null) {
            sweeper.afterCreate(1);
        }
        return new WriteResult.Written(after, WriteResult.UNREPORTED);
    }

    TransactionResult transact(List<Write> asked, String token) {
        List<Write> writes = List.copyOf(asked);
        Set<Key> keys = check(writes, token);
        List<ReentrantLock> locks = stripes.of(keys);
        boolean mayFit = true;
        for (int tries = 0; mayFit && tries < MOST_TRIES; tries++) {
            TransactionResult answer = transact(writes, token, locks);
            if (answer != null) {
                return answer;
            }
            mayFit = room.make(writes.size());
        }
        throw room.refusal();
    }

    /** Applies a transaction, or gives null if there is no room for what it makes. */
    private @Nullable TransactionResult transact(List<Write> writes, String token, List<ReentrantLock> locks) {
        TransactionResult answer;
        locks.forEach(ReentrantLock::lock);
        try {
            TransactionResult known = log.begin(token, writes);
            if (known != null) {
                return known;
            }
            answer = begun(writes, token);
        } finally {
            locks.forEach(ReentrantLock::unlock);
        }
        if (answer instanceof TransactionResult.Committed) {
            sweeper.afterCreate(writes.size());
        }
        return answer;
    }

    private @Nullable TransactionResult begun(List<Write> writes, String token) {
        TransactionResult answer = null;
        try {
            answer = apply(writes, token);
            return answer;
        } finally {
            log.end(token, answer);
        }
    }

    private static Set<Key> check(List<Write> writes, String token) {
        if (writes.size() < 2 || writes.size() > ItemStore.MAX_TRANSACTION) {
            throw Errors.misuse("a transaction of " + writes.size() + " writes, not 2.." + ItemStore.MAX_TRANSACTION);
        }
        if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
            throw Errors.misuse("a token of " + token.length() + " characters, not 1.." + LONGEST_TOKEN);
        }
        Set<Key> keys = new HashSet<>();
        for (Write write : writes) {
            CompiledWrite.of(write.shape()).check(write);
            if (!keys.add(write.key())) {
                throw Errors.misuse("two writes to " + write.key() + " in a transaction");
            }
        }
        return keys;
    }

    /** Decides all before it changes any: from the first change on nothing can fail. */
    private @Nullable TransactionResult apply(List<Write> writes, String token) {
        List<Found> found = new ArrayList<>(writes.size());
        Map<Integer, @Nullable Item> failures = new TreeMap<>();
        for (Write write : writes) {
            CompiledWrite compiled = CompiledWrite.of(write.shape());
            Cell cell = table.cell(write.key());
            Item before = table.current(cell);
            BoundWrite bound = compiled.bind(before);
            if (!bound.holds(before, write)) {
                failures.put(found.size(), before);
            }
            found.add(new Found(write, compiled, bound, cell, before));
        }
        // Conditions first, as for a single write: a sum that would fail says nothing if a condition does not hold.
        if (!failures.isEmpty()) {
            return new TransactionResult.Refused(failures);
        }
        List<Change> decided = changes(found);
        if (!hasRoom(decided)) {
            return null;
        }
        sink.stage(decided, token, writes);
        commit(decided);
        return new TransactionResult.Committed(WriteResult.UNREPORTED);
    }

    private boolean hasRoom(List<Change> decided) {
        int made = 0;
        for (Change change : decided) {
            Item after = change.after();
            if (change.before() == null && after != null && !room.isFor(after, made++)) {
                return false;
            }
        }
        return true;
    }

    private static List<Change> changes(List<Found> found) {
        List<Change> decided = new ArrayList<>(found.size());
        for (Found it : found) {
            Item after = it.compiled.apply(it.bound, it.before, it.write);
            if (it.before != after) {
                decided.add(new Change(cellFor(it.cell, it.before, it.write.key()), it.before, after));
            }
        }
        return decided;
    }

    private void commit(List<Change> decided) {
        Cell.Commit commit = new Cell.Commit();
        for (Change change : decided) {
            change.cell().stage(change.before(), change.after(), commit);
            table.prepare(change.cell(), change.before(), change.after());
        }
        commit.done();
        for (Change change : decided) {
            change.cell().set(change.after());
            table.finish(change.cell(), change.before(), change.after());
            sink.publish(change.cell().key(), change.before(), change.after(), false);
        }
    }

    private static Cell cellFor(@Nullable Cell cell, @Nullable Item before, Key key) {
        return cell == null || before == null ? new Cell(key) : cell;
    }

    /** What a write of a transaction met. */
    private record Found(
            Write write,
            CompiledWrite compiled,
            BoundWrite bound,
            @Nullable Cell cell,
            @Nullable Item before) {}
}
