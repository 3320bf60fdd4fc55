package dev.zaelimiter.tests;

import dev.zaelimiter.store.Account;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** An account that loses its first exchanges, as if to other threads, so that it is divided however few there are. */
final class CrowdedAccount extends ForwardingAccount {

    private static final int LOST = 16;

    private final AtomicInteger losses = new AtomicInteger(LOST);
    private final AtomicLong inParts;

    /** With what counts exchanges of parts. */
    CrowdedAccount(Account account, AtomicLong inParts) {
        super(account);
        this.inParts = inParts;
    }

    @Override
    public boolean exchange(long[] seen, long[] next) {
        boolean goesOn = losses.get() <= 0 || losses.getAndDecrement() <= 0;
        return goesOn && account.exchange(seen, next);
    }

    @Override
    public boolean exchange(int part, long[] seen, long[] next) {
        boolean done = account.exchange(part, seen, next);
        inParts.addAndGet(done ? 1 : 0);
        return done;
    }
}
