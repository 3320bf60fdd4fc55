package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Goes the way of a batch once, so that all it needs is loaded before there is one; changes nothing. */
final class Priming {

    private static final Key BUCKET = Key.of("priming/BUCKET#priming#priming#0", "#STATE");
    private static final Key NOTHING = Key.of(StreamLease.PARTITION, "#PRIMING");

    private Priming() {}

    /** Done when it has gone as far as it can; never fails. */
    static CompletableFuture<Void> run(ItemStore store, Environment environment) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        ChangeRecord take = new ChangeRecord(
                BUCKET, bucket(0, 100_000), bucket(1000, 99_000), false, BigInteger.ONE, environment.wallMillis());
        CompletableFuture<BatchOutcome> counted = Aggregator.builder(new Nowhere(), environment)
                .build()
                .process(new StreamBatch("priming", List.of(take)));
        // There is no such item, so that this is refused; and the way to the store is gone.
        Write refused = Write.of(
                WriteShape.update(
                        Condition.itemExists(),
                        List.of(new WriteShape.Action(
                                WriteShape.Verb.ADD, "primed", new Operand.Constant(AttributeValue.of(1))))),
                NOTHING);
        CompletableFuture<WriteResult> sent = new Attempts(environment).once(() -> store.write(refused));
        Futures.whenDone(counted, (outcome, failure) -> Futures.whenDone(sent, (result, none) -> done.complete(null)));
        return done;
    }

    private static Item bucket(long counter, long tokens) {
        return Item.builder(BUCKET)
                .put("entity_id", "priming")
                .put("resource", "priming")
                .put("rf", 0)
                .put("shard_count", 1)
                .put("b_rpm_cp", 100_000)
                .put("b_rpm_ra", 100_000)
                .put("b_rpm_rp", 60_000)
                .put("b_rpm_tk", tokens)
                .put("b_rpm_tc", counter)
                .build();
    }

    /** A store that takes all, and has nothing. */
    private static final class Nowhere implements ItemStore {

        @Override
        public StoreTraits traits() {
            return new StoreTraits("nowhere", false, false, 0);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            return CompletableFuture.completedFuture(new WriteResult.Written(null, 0));
        }

        @Override
        public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
            return CompletableFuture.completedFuture(new TransactionResult.Committed(0));
        }

        @Override
        public CompletableFuture<@Nullable Item> get(Key key) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
            return CompletableFuture.completedFuture(Map.of());
        }

        @Override
        public CompletableFuture<Page> query(Query query) {
            return CompletableFuture.completedFuture(new Page(List.of(), null));
        }

        @Override
        public ChangeFeed changes() {
            throw new UnsupportedOperationException("there are no changes nowhere");
        }

        @Override
        public void close() {}
    }
}
