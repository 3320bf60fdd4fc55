package dev.zaelimiter.embedded;

import dev.zaelimiter.embedded.journal.SumsFile;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/**
 * An account of an item in a file. What is exchanged is added to sums in memory that outlives the process before it is
 * acknowledged; once the account is closed, what it has left is logged like any other change.
 *
 * <p>So the sums hold at least what was acknowledged. What they lack, or hold beyond it, belongs to a thread that has
 * exchanged and not yet returned.
 */
final class FileAccount implements CellAccount {

    private static final int WHOLE = 0;
    private static final int PARTS = Integer.highestOneBit(SumsFile.Row.lines() - 1);

    private final FileAccounts accounts;
    private final MemoryAccount numbers;
    private final SumsFile.Row row;
    private final int parts;
    private volatile boolean settled;

    FileAccount(FileAccounts accounts, MemoryAccount numbers, SumsFile.Row row) {
        this.accounts = accounts;
        this.numbers = numbers;
        this.row = row;
        this.parts = Math.min(PARTS, numbers.parts());
    }

    Key key() {
        return numbers.base().key();
    }

    SumsFile.Row row() {
        return row;
    }

    @Override
    public Item base() {
        return numbers.base();
    }

    @Override
    public boolean isOpen() {
        return numbers.isOpen();
    }

    /** Before it is staged, nobody may go on from it: what follows would be logged first. */
    @Override
    public @Nullable Item closed() {
        return settled ? numbers.closed() : null;
    }

    /** Whether all is staged that has to be. */
    boolean isSettled() {
        return settled;
    }

    /** All is staged. */
    void settled() {
        settled = true;
    }

    @Override
    public long @Nullable [] balances() {
        return numbers.balances();
    }

    @Override
    public boolean exchange(long[] seen, long[] next) {
        boolean done;
        row.enter(WHOLE);
        try {
            done = numbers.exchange(seen, next);
            if (done) {
                row.add(WHOLE, seen, next);
            }
        } finally {
            row.leave(WHOLE);
        }
        return done && accounts.isKept();
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public boolean divide(long[] seen, long[] each, int into) {
        return numbers.divide(seen, each, into);
    }

    @Override
    public long @Nullable [] part(int part) {
        return numbers.part(part);
    }

    @Override
    public boolean exchange(int part, long[] seen, long[] next) {
        if (part < 0 || part >= parts) {
            return false;
        }
        boolean done;
        int line = part + 1;
        row.enter(line);
        try {
            done = numbers.exchange(part, seen, next);
            if (done) {
                row.add(line, seen, next);
            }
        } finally {
            row.leave(line);
        }
        return done && accounts.isKept();
    }

    @Override
    public Item close() {
        Item left = numbers.close();
        if (!settled) {
            accounts.settle(this, left);
        }
        return left;
    }
}
