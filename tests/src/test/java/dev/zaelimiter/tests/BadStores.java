package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Stores in memory that each break the contract in one way. */
final class BadStores {

    private BadStores() {}

    static ItemStore good() {
        return new InMemoryStore(Environment.system());
    }

    /** A feed of which each poll is changed on its way. */
    private static ItemStore polling(UnaryOperator<List<ChangeRecord>> change) {
        return new ForwardingStore(good()) {
            @Override
            public ChangeFeed changes() {
                ChangeFeed feed = super.changes();
                return new ChangeFeed() {
                    @Override
                    public CompletableFuture<List<ChangeRecord>> poll(int max) {
                        return feed.poll(max).thenApply(change);
                    }

                    @Override
                    public void close() {
                        feed.close();
                    }
                };
            }
        };
    }

    static ItemStore repeatingFeed() {
        AtomicReference<@Nullable ChangeRecord> first = new AtomicReference<>();
        return polling(polled -> {
            if (!polled.isEmpty()) {
                first.compareAndSet(null, polled.get(0));
            }
            ChangeRecord told = first.get();
            return told == null ? List.of() : List.of(told);
        });
    }

    static ItemStore shuffledFeed() {
        return polling(polled -> {
            List<ChangeRecord> turned = new ArrayList<>(polled);
            Collections.reverse(turned);
            return turned;
        });
    }

    static ItemStore silentFeed() {
        return polling(polled -> List.of());
    }

    /** The first page comes again and again. */
    static ItemStore endlessQuery() {
        return new ForwardingStore(good()) {
            @Override
            public CompletableFuture<Page> query(Query query) {
                return super.query(query.after(null))
                        .thenApply(page -> page.items().isEmpty() ? page : new Page(page.items(), "again"));
            }
        };
    }

    static ItemStore deaf() {
        return new ForwardingStore(good()) {
            @Override
            public CompletableFuture<Item> get(Key key) {
                return new CompletableFuture<>();
            }
        };
    }

    static ItemStore forgetful() {
        return new ForwardingStore(good()) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                return super.write(write)
                        .thenCompose(result -> super.write(Write.of(WriteShape.delete(null), write.key()))
                                .thenApply(gone -> result));
            }
        };
    }

    static ItemStore unconditional() {
        return new ForwardingStore(good()) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                return super.write(write)
                        .thenApply(result -> result instanceof WriteResult.Refused refused
                                ? new WriteResult.Written(refused.current(), 1)
                                : result);
            }
        };
    }

    static ItemStore halfTransactions() {
        return new ForwardingStore(good()) {
            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                return super.write(writes.get(0)).thenCompose(done -> super.transact(writes, token));
            }
        };
    }

    static ItemStore neverClosed() {
        return new ForwardingStore(good()) {
            @Override
            public void close() {}
        };
    }
}
