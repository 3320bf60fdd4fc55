package dev.zaelimiter.tests;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/** Hands each call on to another account, in the way that a test wants. */
abstract class ForwardingAccount implements Account {

    final Account account;

    ForwardingAccount(Account account) {
        this.account = account;
    }

    /** A method is called. */
    void called(String method) {}

    @Override
    public long @Nullable [] balances() {
        called("balances");
        return account.balances();
    }

    @Override
    public boolean exchange(long[] seen, long[] next) {
        called("exchange");
        return account.exchange(seen, next);
    }

    @Override
    public int parts() {
        called("parts");
        return account.parts();
    }

    @Override
    public boolean divide(long[] seen, long[] each, int parts) {
        called("divide");
        return account.divide(seen, each, parts);
    }

    @Override
    public long @Nullable [] part(int part) {
        called("part");
        return account.part(part);
    }

    @Override
    public boolean exchange(int part, long[] seen, long[] next) {
        called("exchange of a part");
        return account.exchange(part, seen, next);
    }

    @Override
    public Item close() {
        called("close");
        return account.close();
    }
}
