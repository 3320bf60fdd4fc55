package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.ConfigConflictException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Limits as a file declares them: compared with what is stored, applied, and exported.
 *
 * <p>Applying writes only what differs, and deletes only what an earlier manifest declared. What is declared is
 * remembered before the first level is changed, and forgotten after the last: an application that died midway is
 * resumed by the next plan. Each level is changed only if it is still as the plan saw it. Blocking; safe for use by
 * many threads.
 */
public final class DeclaredLimits {

    private static final int AT_ONCE = 1000;

    private final Engine engine;
    private final ManagedStore managed;
    private final BlockingStore blocking;
    private final StoredLimits limits;
    private final Consumer<Level> buckets;
    private final Supplier<Stream<Level>> switched;

    /**
     * For {@link dev.zaelimiter.admin.Administration}.
     *
     * @param repository whose limits
     * @param limits the same, in somebody's name
     * @param buckets tells the buckets below a level of its switch
     * @param switched finds the levels with switches
     */
    @SuppressWarnings("exports") // made by Administration, in the package beside this one
    public DeclaredLimits(
            EngineRepository repository,
            StoredLimits limits,
            Consumer<Level> buckets,
            Supplier<Stream<Level>> switched) {
        this.switched = switched;
        this.engine = repository.engine();
        this.blocking = repository.waiting();
        this.managed = new ManagedStore(engine, blocking);
        this.limits = limits;
        this.buckets = buckets;
    }

    /**
     * Compares a manifest with what is stored. Writes nothing.
     *
     * @param manifest for the namespace of this repository
     * @return what applying it would change
     * @throws InvalidInputException if it is for another namespace
     * @throws StoreFailureException if the store fails, or holds a level that can't be read
     */
    public ManifestPlan plan(Manifest manifest) {
        String own = namespace();
        if (!manifest.namespace().equals(own)) {
            throw new InvalidInputException("namespace", manifest.namespace(), "that of the repository, '" + own + "'");
        }
        ManagedState state = managed.read();
        Set<Level> all = new LinkedHashSet<>(manifest.levels().keySet());
        all.addAll(state.levels());
        Map<Level, LevelSettings> stored = readAll(all);
        List<LevelDiff> diffs = new ArrayList<>();
        stored.forEach((level, before) -> {
            DeclaredLevel wanted = manifest.levels().get(level);
            diffs.add(wanted == null ? LevelDiff.gone(level, before) : LevelDiff.of(level, before, wanted));
        });
        return new ManifestPlan(manifest, diffs, state);
    }

    /** Some at a time, so that each call ends within its deadline, however many there are. */
    private Map<Level, LevelSettings> readAll(Collection<Level> levels) {
        Map<Level, LevelSettings> read = new LinkedHashMap<>();
        List<Level> all = List.copyOf(levels);
        for (int i = 0; i < all.size(); i += AT_ONCE) {
            read.putAll(limits.readAll(all.subList(i, Math.min(all.size(), i + AT_ONCE))));
        }
        return read;
    }

    private String namespace() {
        engine.requireOpen();
        String id = engine.keys().namespace();
        Item record =
                blocking.read("reading namespace " + id, engine.patientStore().get(NamespaceItems.byId(id)));
        String name = record == null ? null : record.text(NamespaceItems.NAME);
        return name == null ? id : name;
    }

    /**
     * Applies a plan.
     *
     * @param plan from {@link #plan}
     * @param progress hears of each level, when it has been changed
     * @return what was done, and what somebody else had changed meanwhile, which was left alone
     * @throws StoreFailureException if the store fails, or somebody else is applying a manifest. What was done until
     *     then stays; make a new plan, which holds the rest
     */
    public Applied apply(ManifestPlan plan, Consumer<LevelDiff> progress) {
        engine.requireOpen();
        List<LevelDiff> changes = plan.changes();
        Set<Level> declared = plan.manifest().levels().keySet();
        ManagedState read = plan.state();
        String hash = plan.manifest().hash();
        if (changes.isEmpty() && read.hash().equals(hash) && read.levels().equals(declared)) {
            return new Applied(List.of(), List.of(), false);
        }
        ManagedState begun = read.begun(declared, application());
        if (!managed.replace(read, begun)) {
            throw new StoreFailureException(
                    "applying a manifest",
                    false,
                    new StoreException.Conflict(
                            "somebody else has applied one since this plan was made; make a new plan", null));
        }
        List<LevelDiff> done = new ArrayList<>();
        List<LevelDiff> conflicts = new ArrayList<>();
        change(plan.manifest(), changes, progress, done, conflicts);
        if (read.open()) {
            // Who died midway may have stored a switch that the buckets have not heard of.
            plan.manifest().levels().forEach((level, wanted) -> {
                if (wanted.access().isPresent()) {
                    buckets.accept(level);
                }
            });
        }
        // Somebody who began before may still be creating what they declare: the next plan looks at that again.
        Set<Level> owned = read.open() ? begun.levels() : declared;
        // With something left undone the state stays as it was begun: it holds all that may still have to be deleted.
        boolean overtaken = conflicts.isEmpty()
                && !managed.replace(
                        begun, begun.ended(owned, hash, engine.environment().wallMillis()));
        return new Applied(done, conflicts, overtaken);
    }

    /** Makes the changes whose levels are as they were when the plan was made. */
    private void change(
            Manifest manifest,
            List<LevelDiff> changes,
            Consumer<LevelDiff> progress,
            List<LevelDiff> done,
            List<LevelDiff> conflicts) {
        Map<Level, LevelSettings> now =
                readAll(changes.stream().map(LevelDiff::level).toList());
        for (LevelDiff diff : changes) {
            if (diff.before().equals(now.get(diff.level())) && change(manifest, diff)) {
                if (diff.switches()) {
                    buckets.accept(diff.level());
                }
                done.add(diff);
                progress.accept(diff);
            } else {
                conflicts.add(diff);
            }
        }
    }

    private String application() {
        RandomGenerator random = engine.environment().random();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** False if somebody else has changed the level. */
    private boolean change(Manifest manifest, LevelDiff diff) {
        DeclaredLevel wanted = manifest.levels().get(diff.level());
        LevelChange change = LevelChange.clear().ifVersion(diff.before().version());
        if (wanted != null) {
            for (var limit : wanted.limits()) {
                change = change.put(limit);
            }
            if (wanted.onUnavailable().isPresent()) {
                change = change.onUnavailable(wanted.onUnavailable().get());
            }
            if (wanted.access().isPresent()) {
                change = change.access(wanted.access().get());
            }
        }
        try {
            limits.change(diff.level(), change);
            return true;
        } catch (ConfigConflictException conflict) {
            return false;
        }
    }

    /**
     * Makes a manifest of what is stored, whoever stored it. Applying it changes nothing, and makes it all managed. On
     * a remote store the entities are found by an index that may be a second behind.
     *
     * @return every level that holds anything
     */
    public Manifest export() {
        return export(leftOut -> {});
    }

    /**
     * The same, and tells what no manifest can say: a level whose limits only the Python system can follow is left out
     * whole, since applying the rest of it would take them away.
     *
     * @param leftOut is told of each such level, in a sentence
     * @return every other level that holds anything
     */
    public Manifest export(Consumer<String> leftOut) {
        String namespace = namespace();
        Set<Level> levels = new LinkedHashSet<>();
        levels.add(Level.system());
        limits.resourcesWithDefaults().forEach(name -> levels.add(Level.resource(name)));
        for (String resource : limits.resourcesWithEntityLimits().keySet()) {
            boolean defaults = resource.equals(Keys.DEFAULT_RESOURCE);
            new Pages<>(engine, blocking, "listing entities with limits on " + resource, after -> {
                        NamePage page = limits.entitiesWithLimits(defaults ? null : resource, Query.MAX_LIMIT, after);
                        return new Pages.Part<>(page.names(), page.next().orElse(null));
                    })
                    .forEach(id -> levels.add(defaults ? Level.entity(id) : Level.entity(id, resource)));
        }
        levels.addAll(managed.read().levels());
        try (Stream<Level> more = switched.get()) {
            more.forEach(levels::add);
        }
        Map<Level, DeclaredLevel> declared = new LinkedHashMap<>();
        readAll(levels).forEach((level, config) -> {
            if (config.unfollowed().isPresent()) {
                leftOut.accept(level + " is left out: " + config.unfollowed().get());
            } else if (!config.limits().isEmpty()
                    || config.onUnavailable().isPresent()
                    || config.access().isPresent()) {
                declared.put(
                        level,
                        new DeclaredLevel(
                                config.limits(),
                                config.onUnavailable().orElse(null),
                                config.access().orElse(null)));
            }
        });
        return new Manifest(namespace, declared);
    }
}
