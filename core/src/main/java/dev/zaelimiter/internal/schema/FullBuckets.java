package dev.zaelimiter.internal.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.store.Expendables;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;

/**
 * Which items a store may drop when it must hold fewer: buckets that are full, since what is made anew is full too.
 * Safe for use by many threads.
 */
public final class FullBuckets implements Expendables {

    private static final int MAX_SCHEMAS = 1000;

    private final Cache<ItemLayout, BucketSchema> schemas = Caffeine.newBuilder()
            .maximumSize(MAX_SCHEMAS)
            .executor(Runnable::run)
            .build();

    /** Buckets and shards; not stored limits, entities and records. */
    @Override
    public boolean mayBeRefused(Item item) {
        return Keys.isBucket(item.key());
    }

    /** An undivided bucket that is in order, and holds all that each of its limits can hold. */
    @Override
    public boolean mayGo(Item item, long nowMillis) {
        if (!Keys.isBucket(item.key())) {
            return false;
        }
        BucketImage image;
        try {
            image = schemas.get(item.layout(), BucketSchema::of).decode(item);
        } catch (DamagedBucketException damaged) {
            return false;
        }
        // A first shard alone says how many others there are, which may be in debt.
        if (image.shardCount() > 1 || image.shard() != 0 || image.damagedStamp(nowMillis)) {
            return false;
        }
        int size = image.layout().size();
        for (int i = 0; i < size; i++) {
            if (i != image.layout().wcu()
                    && image.balance(i, image.stored(), nowMillis)
                            < image.stored().cap(i)) {
                return false;
            }
        }
        return size > 0;
    }
}
