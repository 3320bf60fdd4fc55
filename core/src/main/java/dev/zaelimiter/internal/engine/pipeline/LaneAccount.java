package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The account of a lane, which may be one of somebody else's store: what it throws stays here, and ends its use. Safe
 * for use by many threads.
 */
final class LaneAccount {

    /** More would take too long to add up. */
    private static final int MOST_PARTS = 64;

    private static final int MOST_TRIES = 5;

    private final Account account;
    private final int parts;
    private final AtomicBoolean dividing = new AtomicBoolean();
    private volatile long @Nullable [] leftOver;
    private volatile @Nullable Throwable failure;

    LaneAccount(Account account) {
        this.account = account;
        this.parts = parts(account);
    }

    /** What became of an exchange. */
    enum Outcome {
        DONE,
        /** Another one came first. */
        LOST,
        /** It has thrown: nobody knows. */
        UNKNOWN
    }

    /** How the balances are divided. */
    interface Shares {

        /** What each part is to hold; null if they are not to be divided now. */
        long @Nullable [] of(long[] balances);
    }

    private int parts(Account of) {
        try {
            return Integer.highestOneBit(Math.max(1, Math.min(MOST_PARTS, of.parts())));
        } catch (RuntimeException | Error e) {
            failure = e;
            return 1;
        }
    }

    /** A power of two: 1 if the balances can't be divided. */
    int parts() {
        return parts;
    }

    /** What the account has thrown, the last of it; null if nothing. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** The balances; null if they are closed or divided. */
    long @Nullable [] balances() {
        try {
            return failure == null ? account.balances() : null;
        } catch (RuntimeException | Error e) {
            failure = e;
            return null;
        }
    }

    /** The balances of a part; null if they are closed, or not divided. */
    long @Nullable [] part(int part) {
        try {
            return failure == null ? account.part(part) : null;
        } catch (RuntimeException | Error e) {
            failure = e;
            return null;
        }
    }

    Outcome exchange(long[] seen, long[] next) {
        try {
            return account.exchange(seen, next) ? Outcome.DONE : Outcome.LOST;
        } catch (RuntimeException | Error e) {
            failure = e;
            return Outcome.UNKNOWN;
        }
    }

    Outcome exchange(int part, long[] seen, long[] next) {
        try {
            return account.exchange(part, seen, next) ? Outcome.DONE : Outcome.LOST;
        } catch (RuntimeException | Error e) {
            failure = e;
            return Outcome.UNKNOWN;
        }
    }

    /** Divides the balances, unless another thread is at it, or others change them too often. */
    void divide(Shares shares) {
        if (parts == 1 || !dividing.compareAndSet(false, true)) {
            return;
        }
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            long[] seen = balances();
            long[] each = seen == null ? null : shares.of(seen);
            if (seen == null || each == null || divide(seen, each)) {
                break;
            }
        }
        dividing.set(false);
    }

    private boolean divide(long[] seen, long[] each) {
        long[] rest = seen.clone();
        for (int i = 0; i < rest.length; i++) {
            rest[i] -= parts * each[i];
        }
        // Known before anybody finds the balances divided.
        leftOver = rest;
        try {
            return account.divide(seen, each, parts);
        } catch (RuntimeException | Error e) {
            failure = e;
            return true;
        }
    }

    /**
     * The balances of all parts one after the other, which may change meanwhile; null if they are closed, or not
     * divided.
     */
    long @Nullable [] sum() {
        long[] rest = leftOver;
        long[] sum = rest == null ? null : rest.clone();
        for (int part = 0; sum != null && part < parts; part++) {
            long[] balances = part(part);
            for (int i = 0; balances != null && i < sum.length; i++) {
                sum[i] += balances[i];
            }
            sum = balances == null ? null : sum;
        }
        return sum;
    }

    /** Closes the account: the item as it was left; null if the account does not say. */
    @Nullable
    Item close() {
        try {
            return account.close();
        } catch (RuntimeException | Error e) {
            failure = e;
            return null;
        }
    }
}
