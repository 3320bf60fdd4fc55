package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * Reads any number of items: in parts that the service takes in one call, all sent together. Keys that the service
 * leaves unprocessed are asked for again, since a key that was not looked at must not pass for an item that is not
 * there.
 */
final class BatchReader {

    /** The most keys that the service takes in one call. */
    static final int MOST_KEYS = 100;

    private static final int MOST_TRIES = 8;

    /** So few keys belong to an acquire that waits for all of them and can do without one that comes late. */
    private static final int FEW_KEYS = 32;

    private static final int MOST_TRIES_OF_FEW = 4;

    private final String table;
    private final Function<BatchGetItemRequest, CompletableFuture<BatchGetItemResponse>> send;
    private final Retries retries;

    /**
     * A reader of one table.
     *
     * @param table its name
     * @param send one call; fails with store exceptions alone
     * @param retries for the pauses
     */
    BatchReader(
            String table,
            Function<BatchGetItemRequest, CompletableFuture<BatchGetItemResponse>> send,
            Retries retries) {
        this.table = table;
        this.send = send;
        this.retries = retries;
    }

    CompletableFuture<Map<Key, Item>> read(Collection<Key> keys) {
        List<Key> all = List.copyOf(new LinkedHashSet<>(keys));
        List<CompletableFuture<Map<Key, Item>>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST_KEYS) {
            List<Key> part = all.subList(from, Math.min(all.size(), from + MOST_KEYS));
            CompletableFuture<Map<Key, Item>> end = new CompletableFuture<>();
            ask(part.stream().map(Attributes::encode).toList(), part.size(), new HashMap<>(), 1, end);
            parts.add(end);
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).thenApply(done -> {
            Map<Key, Item> items = new HashMap<>();
            parts.forEach(part -> items.putAll(part.join()));
            return items;
        });
    }

    private void ask(
            List<Map<String, AttributeValue>> keys,
            int asked,
            Map<Key, Item> found,
            int tries,
            CompletableFuture<Map<Key, Item>> end) {
        KeysAndAttributes wanted =
                KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
        BatchGetItemRequest request = BatchGetItemRequest.builder()
                .requestItems(Map.of(table, wanted))
                .build();
        FutureChains.whenDone(send.apply(request), end, (response, failure) -> {
            if (response == null) {
                end.completeExceptionally(StoreFailures.unwrap(Objects.requireNonNull(failure)));
            } else {
                take(response, asked, found, tries, end);
            }
        });
    }

    private void take(
            BatchGetItemResponse response,
            int asked,
            Map<Key, Item> found,
            int tries,
            CompletableFuture<Map<Key, Item>> end) {
        for (Map<String, AttributeValue> attributes : response.responses().getOrDefault(table, List.of())) {
            Item item = Attributes.decode(attributes);
            found.put(item.key(), item);
        }
        KeysAndAttributes left = response.unprocessedKeys().get(table);
        if (left == null || left.keys().isEmpty()) {
            end.complete(found);
        } else if (tries == (asked <= FEW_KEYS ? MOST_TRIES_OF_FEW : MOST_TRIES)) {
            int unread = left.keys().size();
            end.completeExceptionally(new StoreException.Throttled(
                    "table " + table + ": " + unread + " of " + asked + " keys were left unread " + tries + " times",
                    null,
                    unread < asked));
        } else {
            List<Map<String, AttributeValue>> keys =
                    Objects.requireNonNull(left).keys();
            retries.pause(tries, end, () -> ask(keys, asked, found, tries + 1, end));
        }
    }
}
