package dev.zaelimiter.admin.migration;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.MigrationItems.Checkpoint;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is left to do so that the items of a store are as this version has them, in all namespaces. The limiter works
 * without it: a migration never stands between an acquire and its answer.
 *
 * <p>A run may be broken off, and the next one goes on where it was. Two operators may begin at once: the later one
 * takes over, and the other is told. Blocking; safe for use by many threads.
 */
public final class Migrations {

    private final Engine engine;
    private final BlockingStore blocking;
    private final String by;

    /**
     * For {@link dev.zaelimiter.admin.Administration}.
     *
     * @param repository whose store
     * @param by who runs them, or null if nobody said
     */
    @SuppressWarnings("exports") // made by Administration, in the package above this one
    public Migrations(EngineRepository repository, @Nullable String by) {
        this.engine = repository.engine();
        this.blocking = repository.waiting();
        this.by = Objects.requireNonNullElse(by, "somebody");
    }

    /** In the order in which they are run. */
    private List<Migration> all() {
        return List.of(new OldBuckets(engine, blocking), new SchemaVersion(engine, blocking));
    }

    /**
     * The names of all migrations that this version knows.
     *
     * @return in the order in which they are to be run
     */
    public List<String> ids() {
        return all().stream().map(Migration::id).toList();
    }

    /**
     * Those of which a run was broken off, or is at work. Reads one item for each migration.
     *
     * @return their names
     * @throws StoreFailureException if the store fails
     */
    public List<String> begun() {
        Runs runs = new Runs(engine, blocking, by);
        return all().stream()
                .filter(migration -> {
                    Checkpoint at = runs.checkpoint(migration);
                    return at != null && !at.done();
                })
                .map(Migration::id)
                .toList();
    }

    /**
     * Finds out what is to be done, and writes nothing. Reads the keys of all that is stored for entities, and each
     * item that would be changed.
     *
     * @param progress hears, now and then, how many items were looked at
     * @return a plan for each migration, in the order in which they are to be run
     * @throws StoreFailureException if the store fails
     */
    public List<MigrationPlan> plan(LongConsumer progress) {
        Runs runs = new Runs(engine, blocking, by);
        return all().stream().map(migration -> plan(runs, migration, progress)).toList();
    }

    private MigrationPlan plan(Runs runs, Migration migration, LongConsumer progress) {
        Checkpoint at = runs.checkpoint(migration);
        boolean begun = at != null && !at.done();
        String obstacle = migration.obstacle();
        long looked = 0;
        long writes = 0;
        long left = 0;
        String why = obstacle;
        Pages<Migration.Piece> pages =
                new Pages<>(engine, blocking, "planning migration " + migration.id(), migration::read);
        while (obstacle == null && pages.hasNext()) {
            for (Migration.Piece piece : pages.next()) {
                looked += piece.looked();
                writes += piece.writes().size();
                left += piece.left();
                why = piece.why() == null ? why : piece.why();
            }
            progress.accept(looked);
        }
        MigrationPlan.State state = obstacle != null
                ? MigrationPlan.State.BLOCKED
                : begun ? MigrationPlan.State.BEGUN : writes > 0 ? MigrationPlan.State.READY : MigrationPlan.State.DONE;
        return new MigrationPlan(
                migration.id(), migration.what(), state, looked, writes, left, Optional.ofNullable(why));
    }

    /**
     * Runs a migration to its end, from where an earlier run was broken off.
     *
     * @param id its name, from {@link #ids}
     * @param progress hears, now and then, how many items were looked at
     * @return what was done by all of its runs since it began
     * @throws InvalidInputException if there is no such migration, or it can't be run on this store
     * @throws MigrationOvertakenException if somebody else has begun it meanwhile
     * @throws StoreFailureException if the store fails; the next run goes on
     */
    public MigrationReport run(String id, LongConsumer progress) {
        Migration migration = all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("migration", id, "one of " + String.join(", ", ids())));
        String obstacle = migration.obstacle();
        if (obstacle != null) {
            throw new InvalidInputException("migration", id, "a store on which it can be run; " + obstacle);
        }
        return new Runs(engine, blocking, by).run(migration, progress);
    }
}
