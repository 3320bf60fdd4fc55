package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store in memory that knows the bucket that was written last, and how often numbers were changed in place. */
final class WatchedMemory extends ForwardingStore {

    private final UnaryOperator<Account> kind;
    private volatile Key bucket = Key.of("none", "none");
    final AtomicLong accounts = new AtomicLong();

    WatchedMemory(Environment environment) {
        this(environment, account -> account);
    }

    /** With what becomes of an account before it is handed out. */
    WatchedMemory(Environment environment, UnaryOperator<Account> kind) {
        super(new InMemoryStore(environment));
        this.kind = kind;
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        if (write.key().pk().contains("/BUCKET#")) {
            bucket = write.key();
        }
        return super.write(write);
    }

    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        Account account = store.account(item, attributes, mark);
        if (account == null) {
            return null;
        }
        accounts.incrementAndGet();
        return kind.apply(account);
    }

    /** Of the bucket that was written last, or of one of its shards. */
    Key lastBucket() {
        return bucket;
    }

    Item bucket() {
        return Objects.requireNonNull(store.get(bucket).join());
    }
}
