package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.journal.SpentToken;
import dev.zaelimiter.embedded.journal.WriteDigest;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of the last ten minutes, by token. Bounded: beyond {@value #MOST_WRITES} writes in ten minutes the
 * oldest transactions are forgotten early.
 */
final class TransactionLog {

    static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final int MOST_WRITES = 50_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new HashMap<>();
    private final Deque<Entry> byAge = new ArrayDeque<>();
    private int writes;

    TransactionLog(Environment environment) {
        this.environment = environment;
    }

    /**
     * Starts a transaction, or finds the answer of an earlier one with the same token. To be called under the locks of
     * all its keys: the same writes have the same keys, so an earlier one is over by now.
     */
    @Nullable
    TransactionResult begin(String token, List<Write> asked) {
        long nowNanos = environment.monotonicNanos();
        lock.lock();
        try {
            forget(nowNanos);
            Entry known = entries.get(token);
            if (known == null) {
                Entry entry = new Entry(token, asked, null, asked.size(), nowNanos);
                entries.put(token, entry);
                byAge.add(entry);
                writes += asked.size();
                return null;
            }
            if (!known.isOf(asked)) {
                throw Errors.misuse("the token " + token + " has been used for other writes");
            }
            return known.answer;
        } finally {
            lock.unlock();
        }
    }

    /** Remembers a transaction of an earlier life of the store. */
    void restore(SpentToken spent) {
        long ageMillis = Math.max(0, environment.wallMillis() - spent.wallMillis());
        long sinceNanos = environment.monotonicNanos() - Math.min(KEPT_NANOS + 1, ageMillis * NANOS_PER_MILLI);
        Entry entry = new Entry(spent.token(), null, spent.digest(), spent.writes(), sinceNanos);
        entry.answer = new TransactionResult.Committed(WriteResult.UNREPORTED);
        lock.lock();
        try {
            if (entries.putIfAbsent(spent.token(), entry) == null) {
                byAge.add(entry);
                writes += entry.count;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Remembers the answer of a transaction that was begun; null forgets it, so that its token is free again. */
    void end(String token, @Nullable TransactionResult answer) {
        lock.lock();
        try {
            Entry entry = entries.get(token);
            if (entry != null && answer != null) {
                entry.answer = answer;
            } else if (entry != null) {
                entries.remove(token);
                byAge.remove(entry);
                writes -= entry.count;
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(long nowNanos) {
        for (Entry oldest = byAge.peek(); oldest != null; oldest = byAge.peek()) {
            boolean over = oldest.answer != null;
            if (!over || (nowNanos - oldest.sinceNanos <= KEPT_NANOS && writes <= MOST_WRITES)) {
                return;
            }
            byAge.remove();
            entries.remove(oldest.token);
            writes -= oldest.count;
        }
    }

    /** How many tokens are remembered. */
    int size() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }

    private static boolean same(List<Write> a, List<Write> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!same(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(Write a, Write b) {
        return a == b
                || (a.key().equals(b.key())
                        && same(a.shape(), b.shape())
                        && Arrays.equals(a.wholes(), b.wholes())
                        && Arrays.equals(a.values(), b.values())
                        && Objects.equals(a.item(), b.item()));
    }

    private static boolean same(WriteShape a, WriteShape b) {
        return a == b
                || (a.kind() == b.kind()
                        && Objects.equals(a.condition(), b.condition())
                        && a.actions().equals(b.actions()));
    }

    private static final class Entry {
        private final String token;
        private final @Nullable List<Write> asked;
        private final @Nullable WriteDigest digest;
        private final int count;
        private final long sinceNanos;
        private @Nullable TransactionResult answer;

        /**
         * Compares the writes themselves, or their digest if the transaction was committed before the store was last
         * opened.
         */
        private Entry(
                String token, @Nullable List<Write> asked, @Nullable WriteDigest digest, int count, long sinceNanos) {
            this.token = token;
            this.asked = asked;
            this.digest = digest;
            this.count = count;
            this.sinceNanos = sinceNanos;
        }

        private boolean isOf(List<Write> writes) {
            return asked != null ? same(asked, writes) : WriteDigest.of(writes).equals(digest);
        }
    }
}
