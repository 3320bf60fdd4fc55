package dev.zaelimiter.admin;

import dev.zaelimiter.Access;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.internal.facets.EngineRepository;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Switches a resource or an entity off, on, or past its limits. The switch is stored with the limits of a level; every
 * process of this implementation follows it within the time to live of its configuration cache, this one at once.
 *
 * <p>Processes of the Python system look at the bucket instead, so the buckets below the level are told too. Each is
 * told what holds for it, so that exceptions stay exceptions. Blocking; safe for use by many threads.
 */
public final class Switches {

    private final StoredLimits limits;
    private final EngineRepository repository;
    private final SwitchFanOut fanOut;

    Switches(EngineRepository repository, StoredLimits limits) {
        this.limits = limits;
        this.repository = repository;
        this.fanOut = new SwitchFanOut(repository.engine(), repository.waiting());
    }

    /**
     * Stores a switch, and tells the buckets. May be called again if it failed midway.
     *
     * @param level a resource, an entity, or an entity on a resource
     * @param access what is to hold
     * @return how many buckets were told
     * @throws InvalidInputException if the level is the system
     * @throws StoreFailureException if the store fails; if that was while buckets were told, the switch is stored
     */
    public long set(Level level, Access access) {
        limits.change(level, LevelChange.keep().access(access));
        return tellBuckets(level);
    }

    /**
     * Takes a switch away, so that a wider level decides, and tells the buckets. May be called again if it failed
     * midway.
     *
     * @param level a resource, an entity, or an entity on a resource
     * @return how many buckets were told
     * @throws InvalidInputException if the level is the system
     * @throws StoreFailureException if the store fails; if that was while buckets were told, the switch is gone
     */
    public long clear(Level level) {
        limits.change(level, LevelChange.keep().clearAccess());
        return tellBuckets(level);
    }

    /**
     * What a level itself says, also where its limits can't be followed.
     *
     * @param level which
     * @return empty if it leaves it to wider levels
     */
    public Optional<Access> get(Level level) {
        return fanOut.stored(List.of(level)).getOrDefault(level, Optional.empty());
    }

    /**
     * Lists what does not simply let its limits decide: levels that are disabled, bypassed or enabled as an exception,
     * and those with soft limits. Reads every level of the namespace, some at a time, when they are asked for; one that
     * was stored within the last second may be missing on a remote store.
     *
     * @return the system, then resources, then entities, each in order of their names; for one thread
     * @throws StoreFailureException if the store fails, also while the stream is read
     */
    public Stream<SwitchedLevel> list() {
        repository.engine().requireOpen();
        SwitchScan scan = new SwitchScan(repository.engine(), repository.waiting());
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(scan, Spliterator.ORDERED), false);
    }

    /**
     * What holds for an entity on a resource: the entity on it is asked first, then the entity, then the resource.
     *
     * @param entity who
     * @param resource on what
     * @return {@link Access#ENABLED} if nobody has said anything
     * @throws InvalidInputException if a name breaks its rule
     */
    public Access effective(String entity, String resource) {
        return fanOut.effective(entity, resource);
    }

    /**
     * Tells the buckets below a level what holds for them, without a change of the level. Looks for them twice, since
     * the index that knows them may be behind; and tells those again whose levels somebody changed meanwhile.
     *
     * @param level a resource, an entity, or an entity on a resource
     * @return how many buckets were told
     * @throws StoreFailureException if the store fails, or others kept changing the levels; what was told until then
     *     stays
     */
    public long tellBuckets(Level level) {
        return fanOut.run(level);
    }
}
