package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Which worker of a store this is, counted in the store itself. The feed of a store numbers its changes anew each time
 * that it is opened, so that each worker is a shard of the stream of its own; those before it are gone with their
 * changes.
 *
 * <p>The name has a part by chance: a store that was restored from a backup counts again what it had counted, and
 * objects of an archive that are called so are there already.
 *
 * @param number 1 for the first worker
 * @param chance unlike that of any other
 */
record Epoch(long number, long chance) {

    private static final Key KEY = Key.of("_/SYSTEM#", "#AGGREGATOR");
    private static final String NUMBER = "epoch";
    private static final String PREFIX = "feed-";
    private static final WriteShape NEXT = WriteShape.update(
            null,
            List.of(new WriteShape.Action(WriteShape.Verb.ADD, NUMBER, new Operand.Constant(AttributeValue.of(1)))));
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Begins the next one. Counting one too many does no harm, so it may be tried again. */
    static Epoch begin(ItemStore store, Environment environment) {
        CompletableFuture<WriteResult> counted = new Attempts(environment).make(() -> store.write(Write.of(NEXT, KEY)));
        if (!environment.await(counted, PATIENCE_NANOS)) {
            throw new StoreFailureException(
                    "starting an aggregator", true, new StoreException.Uncertain("no answer in time", null));
        }
        try {
            WriteResult result = counted.join();
            if (result instanceof WriteResult.Written written && written.after() != null) {
                return new Epoch(
                        written.after().whole(NUMBER, 0), environment.random().nextLong() & Integer.MAX_VALUE);
            }
            throw new IllegalStateException("a write without a condition was refused: " + result);
        } catch (CompletionException e) {
            throw new StoreFailureException("starting an aggregator", true, Attempts.cause(e));
        }
    }

    String streamShard() {
        return PREFIX + number + "-" + Long.toString(chance, 36);
    }

    /** Whether a shard is that of an earlier worker. */
    boolean isEnded(String streamShard) {
        if (!streamShard.startsWith(PREFIX) || streamShard.equals(streamShard())) {
            return false;
        }
        int end = streamShard.indexOf('-', PREFIX.length());
        try {
            return Long.parseLong(streamShard.substring(PREFIX.length(), end < 0 ? streamShard.length() : end))
                    <= number;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
