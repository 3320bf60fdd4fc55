package dev.zaelimiter.internal.config;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.store.Key;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which level decides. Limits: the first level that holds any decides with all of its limits. The switch: the first level that
 * has one; the system has none. The same of the policy that only others know, whether parents are charged. The policy: the system's level. The parent: the entity's record. Pure.
 */
final class Precedence {

    private Precedence() {}

    interface Lookup {
        KnownLevels.@Nullable Entry get(Key key);
    }

    /** What the levels say together; null if the lookup lacks one that matters. */
    static @Nullable Resolution resolve(ConfigKeys levels, long generation, long ttlNanos, Lookup lookup) {
        long oldestRead = Long.MAX_VALUE;
        long oldestNanos = Long.MAX_VALUE;
        List<Limit> limits = List.of();
        Level.Kind level = null;
        Access access = null;
        Level.Kind accessLevel = null;
        Set<String> gone = new TreeSet<>();
        long goneRead = Long.MAX_VALUE;
        String unfollowed = null;
        Boolean cascade = null;
        int system = levels.keys().size() - 1;
        for (int i = 0; i <= system && (level == null || (access == null && i < system)); i++) {
            KnownLevels.Entry entry = lookup.get(levels.keys().get(i));
            if (entry == null) {
                return null;
            }
            oldestRead = Math.min(oldestRead, entry.read());
            oldestNanos = Math.min(oldestNanos, entry.atNanos());
            if (level == null) {
                gone.addAll(entry.stored().gone());
                KnownLevels.Entry remembered = lookup.get(levels.gone().get(i));
                goneRead = Math.min(goneRead, remembered == null ? -1 : remembered.read());
                gone.addAll(remembered == null ? Set.of() : remembered.stored().gone());
                limits = entry.stored().limits();
                unfollowed = entry.stored().unreadable();
                level = limits.isEmpty() && unfollowed == null ? null : ConfigKeys.ORDER.get(i);
            }
            if (cascade == null && i < system) {
                cascade = entry.stored().cascade();
            }
            if (access == null && i < system && entry.stored().access() != null) {
                access = entry.stored().access();
                accessLevel = ConfigKeys.ORDER.get(i);
            }
        }
        KnownLevels.Entry record = lookup.get(levels.record());
        if (record != null) {
            oldestRead = Math.min(oldestRead, record.read());
            oldestNanos = Math.min(oldestNanos, record.atNanos());
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
}
