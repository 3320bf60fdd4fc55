package dev.zaelimiter.admin;

import dev.zaelimiter.Entities;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.admin.capacity.Buckets;
import dev.zaelimiter.admin.capacity.Looker;
import dev.zaelimiter.admin.manifest.DeclaredLimits;
import dev.zaelimiter.admin.migration.Migrations;
import dev.zaelimiter.internal.facets.AuditedTransactions;
import dev.zaelimiter.internal.facets.ClientVersionFloor;
import dev.zaelimiter.internal.facets.EngineRepository;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A repository in the hands of an operator. Shares the repository's store and caches, and is closed with it.
 *
 * <pre>{@code
 * Administration admin = Administration.of(repository).actingAs("alice");
 * admin.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
 * admin.audit().read(AuditLog.resource("gpt-4"), 10, null);
 * }</pre>
 */
public final class Administration {

    /** What the least client that may work on a table is raised to, where it has to be. */
    public static final String LEAST_CLIENT_RAISED = ClientVersionFloor.LEAST;

    private final EngineRepository repository;
    private final @Nullable String principal;

    private Administration(EngineRepository repository, @Nullable String principal) {
        this.repository = repository;
        this.principal = principal;
    }

    /**
     * Administration in the name that the repository was opened with.
     *
     * @param repository made by this library
     * @return administration of it
     * @throws InvalidInputException if the repository is of another making
     */
    public static Administration of(LimitRepository repository) {
        if (!(repository instanceof EngineRepository engine)) {
            throw new InvalidInputException(
                    "repository", repository.getClass().getName(), "one that a RepositoryBuilder has opened");
        }
        return new Administration(engine, null);
    }

    /**
     * The same in somebody's name: changes made through it are recorded as this person's or program's.
     *
     * @param principal 1 to 512 characters
     * @return administration in that name
     * @throws InvalidInputException if the name breaks its rule
     */
    public Administration actingAs(String principal) {
        repository.journal().as(principal);
        return new Administration(repository, principal);
    }

    /**
     * The stored limits.
     *
     * @return those of the repository, changed in this name
     */
    public StoredLimits limits() {
        return principal == null ? repository.limits() : repository.limitsAs(principal);
    }

    /**
     * The entities.
     *
     * @return those of the repository, changed in this name
     */
    public Entities entities() {
        return principal == null ? repository.entities() : repository.entitiesAs(principal);
    }

    private AuditedTransactions journal() {
        return principal == null ? repository.journal() : repository.journal().as(principal);
    }

    /**
     * The records of changes.
     *
     * @return reads the namespace of the repository
     */
    public AuditLog audit() {
        return new AuditLog(repository);
    }

    /**
     * The versions that the store was made for. Reads one item.
     *
     * @return empty if the store keeps no record of versions, as files do
     */
    public Optional<StoreVersions> versions() {
        return StoreVersions.read(repository);
    }

    /**
     * What the least client that may work on the store became, if a change through this repository had to raise it:
     * soft limits, bypasses and new parents of entities would be misread by older clients of the Python system, which
     * are locked out from then on.
     *
     * @return empty if nothing was raised; always so on a store without a record of versions
     */
    public Optional<String> raisedLeastClient() {
        return repository.versionGate().raised();
    }

    /**
     * The least client that may work on the store, if storing a soft limit or a bypass, or moving an entity, would
     * raise it for good: {@link #raisedLeastClient} tells afterwards. Reads one item, and writes nothing.
     *
     * @return {@code none} if any client may work there now; empty if nothing would be raised
     */
    public Optional<String> leastClientToBeRaised() {
        return repository.versionGate().toBeRaised(repository.engine());
    }

    /**
     * What is left to do so that the items of the store are as this version has them.
     *
     * @return works on all namespaces, in the same name as {@link #limits}
     */
    public Migrations migrations() {
        return new Migrations(repository, journal().author().principal());
    }

    /**
     * The namespaces of the store.
     *
     * @return all of them, not only that of the repository
     */
    public NamespaceRegistry namespaces() {
        return new NamespaceRegistry(repository, journal());
    }

    /**
     * Limits as a file declares them.
     *
     * @return changes the limits in the same name as {@link #limits}
     */
    public DeclaredLimits declared() {
        return new DeclaredLimits(
                repository,
                limits(),
                switches()::tellBuckets,
                () -> switches().list().filter(each -> each.problem().isEmpty()).map(SwitchedLevel::level));
    }

    /**
     * The switches of resources and entities.
     *
     * @return changes them in the same name as {@link #limits}
     */
    public Switches switches() {
        return new Switches(repository, limits());
    }

    /**
     * Gives buckets tokens by hand.
     *
     * @return in the same name as {@link #limits}
     */
    public Refills refills() {
        return new Refills(repository, journal());
    }

    /**
     * The buckets as they stand.
     *
     * @return reads the namespace of the repository
     */
    public Buckets buckets() {
        return new Buckets(repository);
    }

    /**
     * Looks at the limits of an entity on a resource again and again.
     *
     * @param entity who
     * @param resource on what
     * @return for one thread at a time
     * @throws InvalidInputException if a name breaks its rule
     */
    public Looker looker(String entity, String resource) {
        return new Looker(repository, entity, resource);
    }

    /**
     * The ids of entities, also of those that nobody created.
     *
     * @return reads the namespace of the repository
     */
    public EntityNames entityNames() {
        return new EntityNames(repository);
    }

    /**
     * Tells which limits hold, and why.
     *
     * @param entity who
     * @param resource on what
     * @return one line for each limit
     * @throws InvalidInputException if a name breaks its rule
     */
    public Explanation explain(String entity, String resource) {
        return repository.rateLimiter().explain(entity, resource);
    }
}
