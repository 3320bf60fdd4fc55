package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one level holds.
 *
 * @param limits in order of their names; empty if the level speaks of none
 * @param gone the names of limits that it once held
 * @param onUnavailable the stored policy, or null; only the system level has one
 * @param access the stored switch, or null if the level does not speak of it; the system level has none
 * @param version changes with each change of the level; 0 if there is none
 * @param cascade whether takes are charged to parents too, whatever the entity's record says; null if the level does
 *     not speak of it. Only the Python system knows such a policy
 * @param unreadable why its limits can't be followed, or null; then {@code limits} is empty, and what is stored of them
 *     stays until they are replaced
 */
public record LevelItem(
        List<Limit> limits,
        Set<String> gone,
        @Nullable OnUnavailable onUnavailable,
        @Nullable Access access,
        long version,
        @Nullable Boolean cascade,
        @Nullable String unreadable) {

    /** A level that holds nothing. */
    public static final LevelItem NOTHING = new LevelItem(List.of(), Set.of(), null, null, 0, null, null);

    private static final int MOST_GONE = 50;

    /** Copies the list and the set. */
    public LevelItem {
        limits = limits.stream().sorted(Comparator.comparing(Limit::name)).toList();
        gone = Collections.unmodifiableSet(new TreeSet<>(gone));
    }

    /**
     * The same level with other limits; names that go are remembered.
     *
     * @param replacement the new limits, perhaps none
     * @return what to store
     */
    public LevelItem withLimits(List<Limit> replacement) {
        Set<String> names = new TreeSet<>(gone);
        limits.forEach(limit -> names.add(limit.name()));
        replacement.forEach(limit -> names.remove(limit.name()));
        Set<String> kept = new TreeSet<>(names.stream().limit(MOST_GONE).toList());
        return new LevelItem(replacement, kept, onUnavailable, access, version + 1, cascade, null);
    }

    /**
     * The same level with another policy.
     *
     * @param policy the new one
     * @return what to store
     */
    public LevelItem withOnUnavailable(OnUnavailable policy) {
        return new LevelItem(limits, gone, policy, access, version + 1, cascade, unreadable);
    }

    /**
     * The same level with another switch.
     *
     * @param replacement the new one, or null for none
     * @return what to store
     */
    public LevelItem withAccess(@Nullable Access replacement) {
        return new LevelItem(limits, gone, onUnavailable, replacement, version + 1, cascade, unreadable);
    }

    /**
     * The same with another version.
     *
     * @param number the version
     * @return what to store
     */
    public LevelItem withVersion(long number) {
        return new LevelItem(limits, gone, onUnavailable, access, number, cascade, unreadable);
    }

    /**
     * Whether two levels differ at most in their versions.
     *
     * @param other the other
     * @return true if nothing needs to be written
     */
    public boolean holdsTheSame(LevelItem other) {
        return withVersion(0).equals(other.withVersion(0));
    }

    /**
     * Whether limits are stored there, readable or not.
     *
     * @return false for a level that holds a switch or a policy alone
     */
    public boolean hasLimits() {
        return !limits.isEmpty() || unreadable != null;
    }

    /**
     * Whether it holds what clients of the Python system before its version 0.17 would misread.
     *
     * @return true for a bypass, and for soft limits
     */
    public boolean needsNewClients() {
        return access == Access.BYPASS || limits.stream().anyMatch(Limit::soft);
    }

    /**
     * Whether the level says nothing of what is to hold now.
     *
     * @return true if it is only a memory of limits that are gone
     */
    public boolean holdsNothing() {
        return !hasLimits() && onUnavailable == null && access == null && cascade == null;
    }
}
