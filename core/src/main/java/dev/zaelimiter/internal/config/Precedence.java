package dev.zaelimiter.internal.config;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Key;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which level decides. Limits: the first level that holds any decides with all of its limits. The switch: the first
 * level that has one; the system has none. The same of the policy that only others know, whether parents are charged.
 * The policy: the system's level. The parent: the entity's record. One of these is made for each answer.
 */
final class Precedence {

    private final ConfigKeys levels;
    private final Lookup lookup;
    /** The place of the system's level, the last one. */
    private final int system;

    private long oldestRead = Long.MAX_VALUE;
    private long oldestNanos = Long.MAX_VALUE;
    private List<Limit> limits = List.of();
    private Level.@Nullable Kind level;
    private Set<String> gone = Set.of();
    private long goneRead = Long.MAX_VALUE;
    private @Nullable String unfollowed;
    private @Nullable Access access;
    private Level.@Nullable Kind accessLevel;
    private @Nullable Boolean cascade;

    private Precedence(ConfigKeys levels, Lookup lookup) {
        this.levels = levels;
        this.lookup = lookup;
        this.system = levels.keys().size() - 1;
    }

    interface Lookup {
        KnownLevels.@Nullable Entry get(Key key);
    }

    /** What the levels say together; null if the lookup lacks one that matters. */
    static @Nullable Resolution resolve(ConfigKeys levels, long generation, long ttlNanos, Lookup lookup) {
        Precedence asked = new Precedence(levels, lookup);
        return asked.askLevels() ? asked.resolution(generation, ttlNanos) : null;
    }

    /** Asks one level after the other until nothing is left to be decided; false if one of them is not known. */
    private boolean askLevels() {
        for (int i = 0; i <= system && (level == null || (access == null && i < system)); i++) {
            KnownLevels.Entry entry = lookup.get(levels.keys().get(i));
            if (entry == null) {
                return false;
            }
            restOn(entry);
            if (level == null) {
                askForLimits(i, entry.stored());
            }
            if (i < system) {
                askForSwitches(i, entry.stored());
            }
        }
        return true;
    }

    /** The answer is as old as the oldest of what it was made of. */
    private void restOn(KnownLevels.Entry entry) {
        oldestRead = Math.min(oldestRead, entry.read());
        oldestNanos = Math.min(oldestNanos, entry.atNanos());
    }

    private void askForLimits(int i, LevelItem stored) {
        KnownLevels.Entry remembered = lookup.get(levels.gone(i));
        goneRead = Math.min(goneRead, remembered == null ? -1 : remembered.read());
        gone = with(gone, stored.gone());
        gone = with(gone, remembered == null ? Set.of() : remembered.stored().gone());
        limits = stored.limits();
        unfollowed = stored.unreadable();
        level = limits.isEmpty() && unfollowed == null ? null : ConfigKeys.ORDER.get(i);
    }

    private void askForSwitches(int i, LevelItem stored) {
        if (cascade == null) {
            cascade = stored.cascade();
        }
        if (access == null && stored.access() != null) {
            access = stored.access();
            accessLevel = ConfigKeys.ORDER.get(i);
        }
    }

    private Resolution resolution(long generation, long ttlNanos) {
        KnownLevels.Entry record = lookup.get(levels.record());
        if (record != null) {
            restOn(record);
        }
        KnownLevels.Entry last = lookup.get(levels.keys().get(system));
        OnUnavailable policy = last == null ? null : last.stored().onUnavailable();
        return new Resolution(
                limits,
                level,
                gone,
                policy,
                access == null ? Access.ENABLED : access,
                accessLevel,
                record == null ? null : record.lineage(),
                cascade,
                unfollowed,
                oldestRead,
                goneRead,
                generation,
                // A record that is not known is read with the next refresh, which nobody waits for.
                record == null ? oldestNanos : oldestNanos + ttlNanos);
    }

    /** Both; almost always there is nothing in either. */
    private static Set<String> with(Set<String> some, Set<String> more) {
        if (more.isEmpty()) {
            return some;
        }
        Set<String> all = new TreeSet<>(some);
        all.addAll(more);
        return all;
    }
}
