package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Limit;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.internal.schema.BucketStamps;
import dev.zaelimiter.internal.schema.BucketStamps.Place;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.internal.schema.TakenOver;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells buckets of changed limits. Processes of ours compare each bucket with what is stored; clients of the Python
 * system look at the bucket alone, so a limit of an entity that we store would never reach one that only they use. They
 * tell buckets of the same changes themselves: limits of entities, and which limits only count, on every level.
 *
 * <p>Each bucket is brought in line with what is stored for it by then. The index that knows the buckets may be behind,
 * so they are looked for twice. Blocking; safe for use by many threads.
 */
final class LimitFanOut {

    private static final SafeLog LOG = SafeLog.of(LimitFanOut.class);
    private static final int AT_ONCE = 100;

    private final Engine engine;
    private final BlockingStore blocking;
    private final ShardsInLine inLine;
    private final OptimisticRetry retry;

    LimitFanOut(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
        this.inLine = new ShardsInLine(engine, blocking);
        this.retry = new OptimisticRetry(engine, blocking);
    }

    /**
     * Tells the buckets below a level that was changed. May be called again if it failed midway, also for a level that
     * has not changed.
     *
     * @throws StoreFailureException if the store fails, or others kept writing to a bucket; the change is stored then
     */
    void run(LevelKey level, LevelItem before, LevelItem after) {
        Set<String> soft = changedInSoftness(before, after);
        boolean numbers = level.entity() != null
                && !(before.limits().equals(after.limits()) && Objects.equals(before.unreadable(), after.unreadable()));
        if (!engine.python().isKnown() || (!numbers && soft.isEmpty())) {
            return;
        }
        String operation = "telling buckets of " + level.words();
        for (int pass = 0; pass < 2; pass++) {
            Pages<Item> pages =
                    Pages.change(engine, blocking, operation, buckets(level).limit(AT_ONCE));
            pages.forEach(item -> tell(operation, level, item.key(), numbers, soft));
        }
    }

    private static Set<String> changedInSoftness(LevelItem before, LevelItem after) {
        Set<String> names = softNames(before);
        Set<String> now = softNames(after);
        Set<String> changed = new TreeSet<>(names);
        changed.addAll(now);
        names.retainAll(now);
        changed.removeAll(names);
        return changed;
    }

    private static Set<String> softNames(LevelItem level) {
        Set<String> names = new TreeSet<>();
        level.limits().stream().filter(Limit::soft).forEach(limit -> names.add(limit.name()));
        return names;
    }

    private Query buckets(LevelKey level) {
        if (level.entity() != null) {
            return EntityQueries.bucketsOf(engine.keys(), level.entity());
        }
        return level.resource() == null
                ? EntityQueries.bucketsOfEntities(engine.keys(), "")
                : EntityQueries.bucketsOn(engine.keys(), level.resource());
    }

    private void tell(String operation, LevelKey level, Key bucket, boolean numbers, Set<String> soft) {
        Place place = BucketStamps.place(bucket);
        if (place == null || !isBelow(place, level)) {
            return;
        }
        if (numbers) {
            retry.runInParts(operation, "others wrote to a bucket", () -> bring(operation, bucket, place));
        }
        Resolution known = stored(operation, place);
        List<Limit> changed = known.limits().stream()
                .filter(limit -> soft.contains(limit.name()))
                .toList();
        if (!changed.isEmpty()) {
            long now = engine.environment().wallMillis();
            blocking.get(
                    operation,
                    engine.patientStore()
                            .write(BucketStamps.tellSoft(
                                    bucket, changed, now, engine.environment().random())));
        }
    }

    private static boolean isBelow(Place place, LevelKey level) {
        return level.entity() == null
                || Keys.DEFAULT_RESOURCE.equals(level.resource())
                || place.resource().equals(level.resource());
    }

    private Resolution stored(String operation, Place place) {
        ConfigKeys levels = ConfigKeys.of(engine.keys(), place.entity(), place.resource());
        return blocking.get(
                operation, engine.configs().resolve(levels, engine.configs().mark()));
    }

    /** Null if it was written, or others have written to it meanwhile: then it is looked at again. */
    private @Nullable Boolean bring(String operation, Key bucket, Place place) {
        Item item = blocking.get(operation, engine.patientStore().get(bucket));
        if (item == null) {
            return true;
        }
        try {
            List<ShardTransfer.Seen> shard = List.of(ShardTransfer.Seen.of(item));
            return inLine.bring(operation, place.entity(), place.resource(), shard) ? null : Boolean.TRUE;
        } catch (DamagedBucketException unreadable) {
            Resolution known = stored(operation, place);
            Write write = unreadable.isForeign() && known.unfollowed() == null
                    ? TakenOver.write(item, known.limits(), engine.environment().wallMillis())
                    : null;
            if (write != null) {
                blocking.get(operation, engine.patientStore().write(write));
                return null;
            }
            LOG.warn("{}: one is left as it is: {}", operation, unreadable.getMessage());
            return true;
        }
    }
}
