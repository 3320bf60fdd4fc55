package dev.zaelimiter.internal.config;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the four levels and the entity's record say of one entity and resource. Immutable.
 *
 * @param limits those of the first level that holds any, in order of their names; perhaps none
 * @param level where they came from, or null if there are none
 * @param gone the names that the levels consulted once held
 * @param onUnavailable the stored policy, or null
 * @param access whether the resource may be used
 * @param accessLevel the level that says so, or null if none does
 * @param lineage what the entity's record says, {@link Lineage#NONE} if there is no record; null if that is not known
 * @param cascade what a level says of charging the parent; null if none does. Only the Python system knows such a
 *     policy
 * @param unfollowed why the limits of the level that decides can't be followed, or null if they can; then there are
 *     none here
 * @param oldestRead the number of the oldest read that this rests on
 * @param goneRead the number of the oldest read of what is remembered of emptied levels; -1 if that was not read
 * @param generation of the cache when this was resolved
 * @param freshUntilNanos when the first of the entries goes stale, on the monotonic clock
 */
public record Resolution(
        List<Limit> limits,
        Level.@Nullable Kind level,
        Set<String> gone,
        @Nullable OnUnavailable onUnavailable,
        Access access,
        Level.@Nullable Kind accessLevel,
        @Nullable Lineage lineage,
        @Nullable Boolean cascade,
        @Nullable String unfollowed,
        long oldestRead,
        long goneRead,
        long generation,
        long freshUntilNanos) {

    /**
     * A limit by name.
     *
     * @param name a limit's name
     * @return the limit, or null
     */
    public @Nullable Limit limit(String name) {
        for (Limit limit : limits) {
            if (limit.name().equals(name)) {
                return limit;
            }
        }
        return null;
    }

    /**
     * Whether another one has the same limits of the same level. Levels before that one hold none: so the levels that
     * decide were found to hold the same.
     *
     * @param other one that was read earlier or later
     * @return false if any of the limits is another
     */
    public boolean hasSameLimits(Resolution other) {
        return level == other.level && limits.equals(other.limits);
    }

    /**
     * Why what a level says of charging the parent can't be followed for an entity: only the Python system knows such
     * policies.
     *
     * @param lineage what the entity's record says, or null if that is not known
     * @return null where it says the same as the record, or there is no parent
     */
    public @Nullable String cascadePolicyAgainst(@Nullable Lineage lineage) {
        Boolean policy = cascade;
        if (policy == null || lineage == null || lineage.parent() == null || policy == lineage.cascade()) {
            return null;
        }
        return "a level's cascade policy says that parents are " + (policy ? "" : "not ")
                + "charged, against the entity's record; only the Python system can follow it";
    }

    /**
     * Whether no level holds any limits: then those that a bucket still carries bind nobody, except call limits.
     *
     * @return true if nothing is stored
     */
    public boolean nothingStored() {
        return level == null;
    }

    /**
     * Whether limits decide: neither disabled nor bypassed.
     *
     * @return true unless an operator has switched it
     */
    public boolean enabled() {
        return access == Access.ENABLED;
    }

    /**
     * Whether buckets under these limits may vanish when unused: not if the limits are the entity's own.
     *
     * @return true for limits of the resource or the system
     */
    public boolean expires() {
        return level == Level.Kind.RESOURCE || level == Level.Kind.SYSTEM;
    }
}
