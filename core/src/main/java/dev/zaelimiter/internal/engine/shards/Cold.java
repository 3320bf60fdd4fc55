package dev.zaelimiter.internal.engine.shards;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.internal.engine.pipeline.ColdBucket;
import dev.zaelimiter.store.Key;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is left of buckets at rest, up to a number; of those that are too many the least used are forgotten. Safe for
 * use by many threads.
 */
final class Cold<K> {

    private static final long UNDER_WAY = -1;

    private final long max;
    private final Function<K, Key> keys;
    private final Cache<K, ColdBucket> buckets;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    /** None yet, and no more than so many; with the bucket's key for what it is called here. */
    Cold(long max, Function<K, Key> keys) {
        this.max = max;
        this.keys = keys;
        this.buckets =
                Caffeine.newBuilder().maximumSize(max).executor(Runnable::run).build();
    }

    /** Whether anything is kept at all. */
    boolean isKept() {
        return max > 0;
    }

    /** Keeps what is left of a bucket. */
    void put(K key, ColdBucket left) {
        long before = forgotten();
        buckets.put(key, left);
        if (!isSince(before)) {
            buckets.asMap().computeIfPresent(key, (same, kept) -> kept.forgotten(keys.apply(same)));
        }
    }

    /** What is left of a bucket, which is kept here no more; null if nothing is. */
    @Nullable
    ColdBucket take(K key) {
        return isKept() ? buckets.asMap().remove(key) : null;
    }

    void removeIf(Predicate<K> which) {
        buckets.asMap().keySet().removeIf(which);
    }

    long size() {
        return buckets.estimatedSize();
    }

    /**
     * Forgets the images of some buckets, wherever they are. One that moves meanwhile is seen to by whoever moves it
     * ({@link #isSince}).
     *
     * @param which of those here
     * @param others forgets those that are not here
     */
    void forgetImages(Predicate<K> which, Runnable others) {
        begun.incrementAndGet();
        try {
            others.run();
            for (K key : buckets.asMap().keySet()) {
                if (which.test(key)) {
                    buckets.asMap().computeIfPresent(key, (same, kept) -> kept.forgotten(keys.apply(same)));
                }
            }
        } finally {
            ended.incrementAndGet();
        }
    }

    /** How often images were forgotten so far; to be asked before a bucket is moved. */
    long forgotten() {
        long over = ended.get();
        return begun.get() == over ? over : UNDER_WAY;
    }

    /** Whether none were forgotten since then, nor are being. */
    boolean isSince(long then) {
        return then != UNDER_WAY && begun.get() == then;
    }
}
