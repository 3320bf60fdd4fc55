package dev.zaelimiter.admin.survey;

import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.DamagedConfigException;
import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.internal.schema.OldBucketItems;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every item of a store, once, in any order, and tells what the Python system and older versions have left
 * there, and what becomes of it here. It is given items and writes none. What it keeps does not grow with the store,
 * but for the names of its namespaces. For one thread.
 */
public final class Survey {

    /** The detail of a finding of which there is nothing in the store. */
    public static final String NONE = "none";

    /** Places that are told of one thing. */
    public static final int MOST_PLACES = 10;

    private static final long IN_USE_MILLIS = Duration.ofDays(1).toMillis();
    private static final AttributeValue DONE = AttributeValue.of(true);
    private static final AttributeValue NO_SCHEDULE = AttributeValue.of("-");

    private final long nowMillis;
    private final boolean shared;
    private final Map<Subject, Tally> tallies = new EnumMap<>(Subject.class);
    private final Map<String, String> namespaces = new HashMap<>();
    private long oldUsedLately;
    private long marks;
    private @Nullable Item version;
    private @Nullable ItemLayout layout;
    private @Nullable BucketSchema schema;

    /**
     * A survey of nothing yet.
     *
     * @param nowMillis the time, in milliseconds since the epoch: whether older clients are at work is judged by it
     * @param shared whether other programs may write to the store: true for a table
     */
    public Survey(long nowMillis, boolean shared) {
        this.nowMillis = nowMillis;
        this.shared = shared;
        for (Subject subject : Subject.values()) {
            tallies.put(subject, new Tally());
        }
    }

    /**
     * Looks at an item.
     *
     * @param item any, of any namespace
     */
    public void add(Item item) {
        Key key = item.key();
        switch (StoredKind.of(key)) {
            case BUCKET -> bucket(item);
            case LEVEL -> level(item);
            case OLD_BUCKET -> {
                found(Subject.OLD_BUCKETS, key);
                oldUsedLately += OldBucketItems.stamp(item) > nowMillis - IN_USE_MILLIS ? 1 : 0;
            }
            case OLD_LIMIT -> found(Subject.OLD_LIMITS, key);
            case WITHOUT_NAMESPACE -> found(Subject.WITHOUT_NAMESPACE, key);
            case NAMESPACE -> namespace(item);
            case VERSION -> version = item;
            case ENTITY -> found(Subject.ENTITIES, key);
            case USAGE -> found(Subject.USAGE, key);
            case MARK -> marks++;
            case PENDING -> found(Subject.PENDING, key);
            case MIGRATION -> {
                if (!DONE.equals(item.get("done"))) {
                    found(Subject.MIGRATIONS, key);
                }
            }
            case UNKNOWN -> found(Subject.UNKNOWN_ITEMS, key);
            case BOOKKEEPING -> {}
        }
    }

    private void found(Subject subject, Key key) {
        tally(subject).add(key);
    }

    private Tally tally(Subject subject) {
        return tallies.computeIfAbsent(subject, missing -> new Tally());
    }

    private void namespace(Item item) {
        String id = item.text(NamespaceItems.ID);
        String name = item.text(NamespaceItems.NAME);
        if (item.key().sk().startsWith("#NSID#")) {
            found(
                    NamespaceItems.ACTIVE.equals(item.text(NamespaceItems.STATUS))
                            ? Subject.NAMESPACES
                            : Subject.DELETED_NAMESPACES,
                    item.key());
        }
        if (id != null && name != null) {
            namespaces.put(id, name);
        }
    }

    private void level(Item item) {
        Key key = item.key();
        boolean unknown = false;
        boolean foreign = false;
        for (int i = 0; i < item.layout().size(); i++) {
            String attribute = item.layout().name(i);
            unknown |= !KnownAttributes.inLevel(attribute);
            if (!attribute.startsWith("l_") && !attribute.startsWith("w_")) {
                continue;
            }
            Subject kind = attribute.endsWith("_rsched")
                    ? Subject.CALENDAR_QUOTAS
                    : attribute.endsWith("_sched")
                            ? Subject.SCHEDULES
                            : attribute.endsWith("_rsa") ? Subject.SESSION_QUOTAS : null;
            if (kind != null) {
                foreign = true;
                found(kind, key);
            } else if (attribute.endsWith("_soft")) {
                found(Subject.SOFT_LIMITS, key);
            }
        }
        if (item.get("cascade") instanceof AttributeValue.Bool) {
            found(Subject.CASCADE_POLICIES, key);
        }
        if (item.has("disabled")) {
            found(Subject.SWITCHES, key);
        }
        if (unknown) {
            found(Subject.UNKNOWN_ATTRIBUTES, key);
        }
        if (!foreign && isDamaged(item)) {
            found(Subject.DAMAGED_LEVELS, key);
        }
        found(Subject.LEVELS, key);
    }

    private static boolean isDamaged(Item level) {
        try {
            var unused = ConfigItems.decode(level);
            return false;
        } catch (DamagedConfigException damaged) {
            return true;
        }
    }

    private void bucket(Item item) {
        Key key = item.key();
        found(Subject.BUCKETS, key);
        boolean unknown = false;
        boolean soft = item.has("bypass") || item.has("disabled");
        boolean burst = false;
        boolean stamped = false;
        for (int i = 0; i < item.layout().size(); i++) {
            String attribute = item.layout().name(i);
            unknown |= !KnownAttributes.inBucket(attribute);
            soft |= attribute.startsWith("b_") && attribute.endsWith("_soft");
            burst |= attribute.startsWith("b_") && attribute.endsWith("_bx");
            stamped |= isStampOfAKind(item, attribute);
        }
        count(Subject.UNKNOWN_ATTRIBUTES, unknown, key);
        count(Subject.STAMPS, soft, key);
        count(Subject.BURSTS, burst, key);
        count(Subject.OURS, item.has("wid"), key);
        count(Subject.DIVIDED, item.whole("shard_count", 1) > 1, key);
        if (!stamped) {
            judge(item);
        } else {
            found(Subject.FOREIGN_BUCKETS, key);
        }
    }

    private static boolean isStampOfAKind(Item item, String attribute) {
        boolean ofALimit = attribute.startsWith("b_");
        boolean schedule = attribute.equals("sched")
                || attribute.equals("rsched")
                || (ofALimit && (attribute.endsWith("_sched") || attribute.endsWith("_rsched")));
        return schedule ? !NO_SCHEDULE.equals(item.get(attribute)) : ofALimit && attribute.endsWith("_rsa");
    }

    private void judge(Item item) {
        try {
            BucketSchema known = schema;
            if (known == null || !item.layout().equals(layout)) {
                known = BucketSchema.of(item.layout());
                schema = known;
                layout = item.layout();
            }
            var unused = known.decode(item);
        } catch (DamagedBucketException damaged) {
            found(damaged.isForeign() ? Subject.FOREIGN_BUCKETS : Subject.DAMAGED_BUCKETS, item.key());
        }
    }

    private void count(Subject subject, boolean is, Key key) {
        if (is) {
            found(subject, key);
        }
    }

    /**
     * What was found.
     *
     * @return a finding for each thing that was looked for, also where there is none of it; first the record of
     *     versions
     */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(VersionFinding.of(version, shared));
        findings.add(VersionFinding.functions(version, tally(Subject.USAGE).count(), marks));
        for (Subject subject : Subject.values()) {
            Tally tally = tally(subject);
            boolean oldOnesUsed = subject == Subject.OLD_BUCKETS && oldUsedLately > 0;
            findings.add(new Finding(
                    subject.title(),
                    oldOnesUsed ? Verdict.FIRST : subject.verdict(tally.count()),
                    tally.count(),
                    subject.isListed() ? tally.places(namespaces) : List.of(),
                    oldOnesUsed
                            ? oldUsedLately + " of them within the last day: a client before 0.9 is at work, which"
                                    + " gives out the same limits once more. Stop it"
                            : subject.detail(tally.count())));
        }
        return findings;
    }
}
