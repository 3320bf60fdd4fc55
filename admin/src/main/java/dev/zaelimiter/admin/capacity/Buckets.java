package dev.zaelimiter.admin.capacity;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The buckets of a namespace as they stand, found by indexes: on a remote store these may be a second behind. Streams
 * read a page at a time, as they are consumed, so that any number of buckets needs the memory of one page. Nothing is
 * taken and nothing written. Safe for use by many threads; each stream by one.
 */
public final class Buckets {

    private static final String SHARD_COUNT = "shard_count";

    private final Engine engine;
    private final BlockingStore blocking;

    /**
     * For {@link dev.zaelimiter.admin.Administration}.
     *
     * @param repository whose buckets
     */
    @SuppressWarnings("exports") // made by Administration, in the package beside this one
    public Buckets(EngineRepository repository) {
        this.engine = repository.engine();
        this.blocking = repository.waiting();
    }

    /**
     * The buckets of an entity.
     *
     * @param entity whose
     * @return in order of the resources; reading may throw {@link StoreFailureException}
     * @throws InvalidInputException if the id breaks its rule
     */
    public Stream<BucketView> ofEntity(String entity) {
        return stream(EntityQueries.bucketsOf(engine.keys(), Inputs.entity(entity)));
    }

    /**
     * The buckets on a resource.
     *
     * @param resource on what
     * @return in order of the entities; reading may throw {@link StoreFailureException}
     * @throws InvalidInputException if the name breaks its rule
     */
    public Stream<BucketView> onResource(String resource) {
        return stream(EntityQueries.bucketsOn(engine.keys(), Inputs.resource(resource)));
    }

    /**
     * One bucket, read by its key: as it is now, and not as an index knows it.
     *
     * @param entity whose
     * @param resource on what
     * @return empty if nobody has used it
     * @throws InvalidInputException if a name breaks its rule
     * @throws StoreFailureException if the store fails
     */
    public Optional<BucketView> get(String entity, String resource) {
        engine.requireOpen();
        String operation = "reading the bucket of " + Inputs.entity(entity) + " on " + Inputs.resource(resource);
        Item first =
                blocking.read(operation, engine.patientStore().get(engine.keys().bucket(entity, resource, 0)));
        if (first == null) {
            return Optional.empty();
        }
        List<Item> shards = new ArrayList<>(List.of(first));
        List<Key> others = new ArrayList<>();
        for (int shard = 1; shard < Math.min(Shares.MAX, first.whole(SHARD_COUNT, 1)); shard++) {
            others.add(engine.keys().bucket(entity, resource, shard));
        }
        if (!others.isEmpty()) {
            shards.addAll(blocking.read(operation, engine.patientStore().batchGet(others))
                    .values());
        }
        return Optional.of(
                BucketReader.read(entity, resource, shards, engine.environment().wallMillis()));
    }

    /**
     * What all buckets on a resource come to. Reads every one of them.
     *
     * @param resource on what
     * @return totals, not as of one instant
     * @throws InvalidInputException if the name breaks its rule
     * @throws StoreFailureException if the store fails
     */
    public ResourceCapacity capacity(String resource) {
        long buckets = 0;
        long shards = 0;
        long unreadable = 0;
        Map<String, ResourceCapacity.Total> totals = new TreeMap<>();
        for (Iterator<BucketView> all = onResource(resource).iterator(); all.hasNext(); ) {
            BucketView bucket = all.next();
            buckets++;
            shards += bucket.shards().size();
            unreadable += bucket.damage().isPresent() ? 1 : 0;
            for (LimitView limit : bucket.limits()) {
                totals.merge(
                        limit.limit().name(), ResourceCapacity.Total.NONE.plus(limit), (sum, one) -> sum.plus(limit));
            }
        }
        return new ResourceCapacity(resource, buckets, shards, unreadable, totals);
    }

    private Stream<BucketView> stream(Query query) {
        engine.requireOpen();
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new BucketScan(engine, blocking, query), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }
}
