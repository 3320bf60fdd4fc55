package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What an operator has stored, and when: per entity its parent, its switch and its limits. A process may go by what it
 * knows for a {@code configTtl}, and then until a call has had the time to read it again: an entry past its time is
 * still served to the first who come.
 */
final class Notes {

    /** The parent of those who have none. */
    static final String NOBODY = "";

    /** So long after limits could not be read in the background they are not read again; and so long a read takes. */
    private static final long RETRY_NANOS = 1_000_000_000;

    private final Oracle oracle;
    private final List<String> resources;
    private final long ttlNanos;
    private final long readNanos;
    /** By client and bucket, when it asked, in that order. */
    private final Map<String, Map<String, List<Long>>> calls = new HashMap<>();
    /** By client, when it read stored limits, and could not. */
    private final Map<String, TreeSet<Long>> unread = new HashMap<>();
    /** By client and parent, when a request that was served there had been asked, by when it ended. */
    private final Map<String, TreeMap<Long, Long>> served = new TreeMap<>();

    private final Map<String, ValueHistory<String>> parents = new TreeMap<>();
    private final Map<String, ValueHistory<Access>> switches = new TreeMap<>();
    private final Map<String, ValueHistory<Boolean>> limited = new TreeMap<>();
    private final Map<String, List<Limit>> own = new TreeMap<>();
    private final Map<String, ConfiguredLimits> configured = new TreeMap<>();
    private final Map<String, List<Limit>> defaults = new TreeMap<>();
    private long changedNanos = Long.MIN_VALUE;
    private List<Limit> common = List.of();
    private List<Limit> system = List.of();

    /**
     * Begins empty.
     *
     * @param resources what entities use
     * @param ttlNanos for so long what was read may be used
     * @param readNanos in so long a process that asks again has read it, or has failed more than once
     */
    Notes(Oracle oracle, List<String> resources, long ttlNanos, long readNanos) {
        this.oracle = oracle;
        this.resources = resources;
        this.ttlNanos = ttlNanos;
        this.readNanos = readNanos;
    }

    /** A client asks. */
    void asked(Asked asked) {
        looked(asked.client, asked.buckets.get(0), asked.submittedNanos);
    }

    /**
     * A request was granted, so that it has reached its parent, and whatever was known of that for too long was read
     * again. One that its own entity refuses tells nothing of that.
     */
    void granted(Asked asked) {
        Set<String> charged = parents(asked);
        for (String bucket : asked.buckets) {
            if (charged.equals(Set.of(KeyReader.entity(bucket)))) {
                served.computeIfAbsent(asked.client + " " + bucket, key -> new TreeMap<>())
                        .put(asked.endedNanos, asked.submittedNanos);
            }
        }
    }

    /** A client asks, or only looks. */
    void looked(String client, String bucket, long nanos) {
        calls.computeIfAbsent(client, key -> new HashMap<>())
                .computeIfAbsent(bucket, key -> new ArrayList<>())
                .add(nanos);
    }

    /** A client reads something just now, and will hear that it can't. */
    void couldNotRead(String client, Key key, long nanos) {
        if (key.sk().startsWith("#CONFIG") || key.sk().equals("#META")) {
            unread.computeIfAbsent(client, other -> new TreeSet<>()).add(nanos);
        }
    }

    /** Whether who asked then may have had nothing read again: it could not be, and is not tried again immediately. */
    private boolean inVain(String client, long nanos) {
        TreeSet<Long> all = unread.get(client);
        Long failed = all == null ? null : all.ceiling(nanos - 2 * RETRY_NANOS);
        return failed != null && failed <= nanos + RETRY_NANOS;
    }

    /** What was so before is known to be over by whoever made a request. */
    private long knownSince(Asked asked) {
        return knownSince(asked.client, asked.buckets.get(0), asked.submittedNanos);
    }

    /** The same of one of those whom it may be charged to. */
    private long knownSince(Asked asked, String entity) {
        if (entity.equals(asked.entity)) {
            return knownSince(asked);
        }
        long since = Long.MIN_VALUE;
        for (String bucket : asked.buckets) {
            Map.Entry<Long, Long> last = served.getOrDefault(asked.client + " " + bucket, new TreeMap<>())
                    .floorEntry(asked.submittedNanos - readNanos);
            since = last == null || !entity.equals(KeyReader.entity(bucket)) ? since : last.getValue() - ttlNanos;
        }
        return since;
    }

    private long knownSince(String client, String bucket, long nanos) {
        List<Long> all = calls.getOrDefault(client, Map.of()).getOrDefault(bucket, List.of());
        long until = nanos - readNanos;
        int earlier = 0;
        int beyond = all.size();
        while (earlier < beyond) {
            int middle = (earlier + beyond) >>> 1;
            if (all.get(middle) <= until) {
                earlier = middle + 1;
            } else {
                beyond = middle;
            }
        }
        while (earlier > 0 && inVain(client, all.get(earlier - 1))) {
            earlier--;
        }
        return earlier == 0 ? Long.MIN_VALUE : all.get(earlier - 1) - ttlNanos;
    }

    /** An entity is there, or will be. */
    void begins(String entity, String parent) {
        parents.put(entity, new ValueHistory<>(parent));
        switches.put(entity, new ValueHistory<>(Access.ENABLED));
        limited.put(entity, new ValueHistory<>(false));
        resources.forEach(resource -> configured(KeyReader.bucket(entity, resource)));
    }

    Set<String> entities() {
        return parents.keySet();
    }

    void moved(String entity, String parent) {
        line(parents, entity).becomes(oracle.nowNanos(), parent);
    }

    void switched(String entity, Access access) {
        line(switches, entity).becomes(oracle.nowNanos(), access);
    }

    /** The limits of the resource are these from now on; none if empty. */
    void limits(List<Limit> limits) {
        common = limits;
        parents.keySet().forEach(this::follows);
    }

    /** An entity has limits of its own from now on; none if empty. */
    void limits(String entity, List<Limit> limits) {
        own.put(entity, limits);
        follows(entity);
    }

    /** Whether limits have changed since whoever made a request can be sure to know them. */
    boolean changedSince(Asked asked) {
        return changedNanos >= knownSince(asked);
    }

    private void follows(String entity) {
        changedNanos = oracle.nowNanos();
        List<Limit> effective = effective(entity);
        Set<String> names = new TreeSet<>();
        effective.forEach(limit -> names.add(limit.name()));
        resources.forEach(
                resource -> configured(KeyReader.bucket(entity, resource)).changed(names, changedNanos));
        if (line(limited, entity).now() == effective.isEmpty()) {
            line(limited, entity).becomes(oracle.nowNanos(), !effective.isEmpty());
        }
    }

    private static <T extends Comparable<T>> ValueHistory<T> line(Map<String, ValueHistory<T>> lines, String entity) {
        ValueHistory<T> line = lines.get(entity);
        if (line == null) {
            throw new IllegalStateException("nothing is known of " + entity);
        }
        return line;
    }

    /** The limits of an entity on any resource are these from now on; none if empty. */
    void defaults(String entity, List<Limit> limits) {
        defaults.put(entity, limits);
        follows(entity);
    }

    /** The limits of everything are these from now on; none if empty. */
    void system(List<Limit> limits) {
        system = limits;
        parents.keySet().forEach(this::follows);
    }

    /** The limits that hold for an entity: those of the first level that has any. */
    List<Limit> effective(String entity) {
        for (List<Limit> level :
                List.of(own.getOrDefault(entity, List.of()), defaults.getOrDefault(entity, List.of()), common)) {
            if (!level.isEmpty()) {
                return level;
            }
        }
        return system;
    }

    /** Which limits a bucket has by what is stored. */
    ConfiguredLimits configured(String bucket) {
        return configured.computeIfAbsent(bucket, name -> new ConfiguredLimits());
    }

    /** Whether whoever made a request may go by the removal of a limit. */
    boolean mayBeTakenForRemoved(String bucket, String limit, Asked asked) {
        return configured(bucket).mayBeTakenForRemoved(limit, knownSince(asked, KeyReader.entity(bucket)));
    }

    /** The same of somebody who only looks at the bucket, since an instant. */
    boolean mayBeTakenForRemoved(String bucket, String limit, String client, long nanos) {
        return configured(bucket).mayBeTakenForRemoved(limit, knownSince(client, bucket, nanos));
    }

    /**
     * Whether a client may have taken a limit for one that is stored nowhere, at an instant: it was removed; or it was
     * stored since, where nothing at all had been.
     */
    boolean mayBeTakenForUnstored(String bucket, String limit, String client, long nanos) {
        long known = knownSince(client, bucket, nanos);
        return configured(bucket).mayBeTakenForRemoved(limit, known)
                || (configured(bucket).isStoredSince(limit, known)
                        && line(limited, KeyReader.entity(bucket)).since(known).contains(false));
    }

    /** The parent of an entity by now. */
    String parent(String entity) {
        return line(parents, entity).now();
    }

    /** All parents that a request may be charged to. */
    Set<String> parents(Asked asked) {
        return line(parents, asked.entity).since(knownSince(asked));
    }

    /** All that a process may take for the switch of an entity. */
    Set<Access> switches(String entity, Asked asked) {
        return line(switches, entity).since(knownSince(asked, entity));
    }

    /** Whether an entity was let through at any time. */
    boolean everBypassed(String entity) {
        return line(switches, entity).since(Long.MIN_VALUE).contains(Access.BYPASS);
    }

    /** Whether an entity may have limits, and may have none. */
    Set<Boolean> limited(String entity, Asked asked) {
        return line(limited, entity).since(knownSince(asked, entity));
    }
}
