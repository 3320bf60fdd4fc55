package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.config.ReadLineage;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.DamagedConfigException;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The reads of one pipeline. Belongs to the one who works it; background refreshes come back as messages. */
final class Reader {

    private static final long REFRESH_RETRY_NANOS = 1_000_000_000;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private final Outlook outlook;
    private final Probe probe;
    private Read asked = Read.OTHERS;
    /** A read of the bucket and others was throttled: asked alone, it tells on whose account. */
    private boolean alone;

    private int failures;
    private long refreshNotBefore;

    Reader(Engine engine, Site site, Work work, Outlook outlook, Probe probe) {
        this.engine = engine;
        this.site = site;
        this.work = work;
        this.outlook = outlook;
        this.probe = probe;
        this.refreshNotBefore = engine.environment().monotonicNanos();
    }

    /** What is read in one call. */
    private enum Read {
        BUCKET,
        BUCKET_AND_OTHERS,
        OTHERS
    }

    /** Reads whatever is not known yet of the bucket, its entity and its limits, in one call. */
    void load(Outbox out) {
        boolean unseen = work.state.seen() == null;
        if (alone && unseen) {
            loadAlone(out);
            return;
        }
        List<Key> keys = new ArrayList<>();
        if (unseen) {
            keys.add(site.key());
        }
        boolean mayBeMade = engine.python().isKnown() && site.shard() == 0 && unseen;
        List<Key> levels = levelsToRead(mayBeMade);
        keys.addAll(levels);
        if (mayBeMade) {
            keysToLookFor().stream().filter(key -> !keys.contains(key)).forEach(keys::add);
        }
        if (keys.isEmpty()) {
            // Only the record was missing, and another bucket of the entity had it read.
            return;
        }
        engine.telemetry().countRead();
        long read = engine.configs().beginRead();
        long startedNanos = engine.environment().monotonicNanos();
        Read all = !keys.contains(site.key()) ? Read.OTHERS : keys.size() == 1 ? Read.BUCKET : Read.BUCKET_AND_OTHERS;
        await(all, engine.store().batchGet(keys), out, (items, o) -> take(items, keys, levels, read, startedNanos));
    }

    private void loadAlone(Outbox out) {
        engine.telemetry().countRead();
        await(Read.BUCKET, engine.store().batchGet(List.of(site.key())), out, (items, o) -> {
            alone = false;
            sawBucket(items.get(site.key()));
        });
    }

    /** The levels that are not known, and the entity's record unless what was read of it before still counts. */
    private List<Key> levelsToRead(boolean mayBeMade) {
        Key meta = work.config.levels().record();
        List<Key> levels = engine.configs().notFresh(work.config.levels());
        if (!levels.contains(meta)) {
            ReadLineage cached = engine.configs().lineage(meta);
            if (cached == null || cached.lineage().equals(Lineage.NONE) || work.state.vanished() || mayBeMade) {
                // An entity without a record may be given one, by any process and at any time; and one whose bucket has
                // vanished may have been deleted, and created with another parent. The Python system takes a bucket's
                // word for who the parent is, so it is not made of what was read a while ago.
                levels.add(meta);
            } else {
                work.state.record(cached.lineage());
            }
        }
        return levels;
    }

    private void take(Map<Key, Item> items, List<Key> asked, List<Key> levels, long read, long startedNanos) {
        Key meta = work.config.levels().record();
        for (Key level : levels) {
            engine.configs().offer(level, items.get(level), read, startedNanos);
        }
        work.configRead();
        if (asked.contains(meta)) {
            work.state.record(EntityItems.lineage(items.get(meta)));
        }
        if (asked.contains(site.key())) {
            sawBucket(items.get(site.key()));
            List<Key> others = keysToLookFor();
            if (asked.containsAll(others) && others.stream().noneMatch(items::containsKey)) {
                work.state.seesNoOther();
            }
        }
    }

    private List<Key> keysToLookFor() {
        return work.state.shardsToLookFor().stream()
                .map(shard -> engine.keys().bucket(site.entity(), site.resource(), shard))
                .toList();
    }

    private void sawBucket(@Nullable Item item) {
        work.state.see(item, 0, work.nowNanos(), work.wallMillis());
        work.imageRead();
        probe.forget();
    }

    /** Reads the bucket alone, and tells those who asked. */
    void look(Outbox out) {
        engine.telemetry().countRead();
        await(Read.BUCKET, engine.store().get(site.key()), out, (item, o) -> {
            sawBucket(item);
            work.waitlist.answer(work.waitlist.looks, null, o);
        });
    }

    /** Reads the limits while everybody waits. */
    void loadConfig(long after, Outbox out) {
        await(engine.resolve(work.config.levels(), after), out);
    }

    /** Reads the limits, and those that are gone, while everybody waits: somebody names one that nobody knows. */
    void loadNames(long after, Outbox out) {
        await(engine.resolveWithGone(work.config.levels(), after), out);
    }

    private void await(CompletableFuture<Resolution> limits, Outbox out) {
        await(Read.OTHERS, limits, out, (resolution, o) -> {
            work.config.resolved(resolution);
            work.configRead();
        });
    }

    /**
     * Whether the limits may be read while work goes on: not if they are being read, or just could not be, or said
     * something else each time.
     */
    boolean mayRefresh() {
        long nowNanos = engine.environment().monotonicNanos();
        return !work.config.refreshing() && nowNanos - refreshNotBefore >= 0 && work.config.restNanos(nowNanos) == 0;
    }

    /**
     * Reads the limits while work goes on; but if it was this process that changed them, and the bucket is known to
     * hold others, what comes next waits for the read.
     */
    void refreshConfig(long after) {
        if (!mayRefresh()) {
            return;
        }
        work.config.refreshing(true);
        CompletableFuture<Resolution> future = engine.resolve(work.config.levels(), after);
        if (future.isDone() && !future.isCompletedExceptionally()) {
            work.config.refreshing(false);
            work.config.resolved(future.join());
            return;
        }
        boolean awaited = after >= 0 && work.config.changedHere();
        if (awaited) {
            work.slot.reading();
        }
        Callbacks.whenDone(
                future,
                (resolution, failure) -> site.answered(out -> {
                    work.config.refreshing(false);
                    if (awaited) {
                        work.slot.ended();
                    }
                    if (failure == null && resolution != null) {
                        work.config.resolved(resolution);
                    } else {
                        refreshNotBefore = engine.environment().monotonicNanos() + REFRESH_RETRY_NANOS;
                        engine.telemetry().refreshFailed(site.entity(), site.resource(), Callbacks.cause(failure));
                    }
                }));
    }

    private <T> void await(Read what, CompletableFuture<T> future, Outbox out, CallSlot.Answer<? super T> answer) {
        asked = what;
        work.slot.read(
                future,
                out,
                (value, o) -> {
                    try {
                        answer.accept(value, o);
                        failures = 0;
                    } catch (DamagedBucketException | DamagedConfigException e) {
                        failed(e, engine.store().traits().name() + ": " + e.getMessage(), o);
                    }
                },
                (cause, o) -> failed(cause, String.valueOf(cause.getMessage()), o));
    }

    private void failed(Throwable cause, String reason, Outbox out) {
        if (cause instanceof StoreException store && store.retryable()) {
            engine.telemetry().noteFailure(store);
            work.lastFailure(store);
            work.giveUpOld(store);
            boolean keyRange = store instanceof StoreException.Throttled throttled && throttled.keyRange();
            if (keyRange && asked == Read.BUCKET_AND_OTHERS) {
                alone = true;
                return;
            } else if (keyRange && asked == Read.BUCKET) {
                turnAway(out);
            }
            work.slot.rest(engine.backoffNanos(++failures));
            return;
        }
        work.failAll(
                engine.closed()
                        ? new RepositoryClosedException()
                        : new RateLimiterUnavailableException(site.entity(), site.resource(), reason, cause),
                out);
    }

    /** The bucket's partition has had too many reads: nobody waits for it who can go on without. */
    private void turnAway(Outbox out) {
        work.avoid(out);
        if (site.shard() == 0) {
            probe.begin(out);
        } else if (outlook.lineage() != null) {
            work.waitlist.answer(work.waitlist.loads, null, out);
        }
    }

    void keep(ColdBucket cold, long nowNanos) {
        cold.flag(ColdBucket.READS_ALONE, alone);
        if (failures != 0 || refreshNotBefore - nowNanos > 0) {
            cold.rare().readFailures = failures;
            cold.rare().refreshRests = true;
            cold.rare().refreshNotBefore = refreshNotBefore;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        alone = cold.is(ColdBucket.READS_ALONE);
        if (rare != null && rare.refreshRests) {
            failures = rare.readFailures;
            refreshNotBefore = rare.refreshNotBefore;
        }
    }
}
