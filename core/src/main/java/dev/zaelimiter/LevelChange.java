package dev.zaelimiter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A change of one level: what it does not name stays as it is. Immutable; each verb returns a new change, and they
 * apply in order.
 *
 * <pre>{@code
 * LevelChange.keep().put(Limit.perMinute("rpm", 200)).remove("tpm").ifVersion(7)
 * }</pre>
 */
public final class LevelChange {

    private static final LevelChange KEEP = new LevelChange(false, Map.of(), null, null, false, -1);
    private static final int MAX_LIMITS = 20;

    private final boolean all;
    private final Map<String, Optional<Limit>> limits;
    private final @Nullable OnUnavailable onUnavailable;
    private final @Nullable Access access;
    private final boolean changesAccess;
    private final long version;

    private LevelChange(
            boolean all,
            Map<String, Optional<Limit>> limits,
            @Nullable OnUnavailable onUnavailable,
            @Nullable Access access,
            boolean changesAccess,
            long version) {
        this.all = all;
        this.limits = limits;
        this.onUnavailable = onUnavailable;
        this.access = access;
        this.changesAccess = changesAccess;
        this.version = version;
    }

    /**
     * A change of nothing, to go on from.
     *
     * @return keeps all limits and the policy
     */
    public static LevelChange keep() {
        return KEEP;
    }

    /**
     * A change that takes all limits away, to go on from.
     *
     * @return keeps the policy alone
     */
    public static LevelChange clear() {
        return new LevelChange(true, Map.of(), null, null, false, -1);
    }

    /**
     * Adds a limit, or replaces the one of its name.
     *
     * @param limit the limit
     * @return a change that does this too
     */
    public LevelChange put(Limit limit) {
        return with(limit.name(), Optional.of(limit));
    }

    /**
     * Takes a limit away, if it is there.
     *
     * @param name its name
     * @return a change that does this too
     * @throws InvalidInputException if the name breaks its rule
     */
    public LevelChange remove(String name) {
        return with(Names.limit("limit", name), Optional.empty());
    }

    private LevelChange with(String name, Optional<Limit> limit) {
        Map<String, Optional<Limit>> more = new LinkedHashMap<>(limits);
        more.put(name, limit);
        return new LevelChange(all, Collections.unmodifiableMap(more), onUnavailable, access, changesAccess, version);
    }

    /**
     * Stores what to do when the store gives no answer. Only for the system's level.
     *
     * @param policy the policy
     * @return a change that does this too
     */
    public LevelChange onUnavailable(OnUnavailable policy) {
        return new LevelChange(all, limits, policy, access, changesAccess, version);
    }

    /**
     * Stores whether the resource may be used. Not for the system's level. Processes of other implementations hear of
     * it if it is changed by the switches of the module {@code admin}.
     *
     * @param value the switch
     * @return a change that does this too
     */
    public LevelChange access(Access value) {
        return new LevelChange(all, limits, onUnavailable, value, true, version);
    }

    /**
     * Takes the switch away: a wider level decides.
     *
     * @return a change that does this too
     */
    public LevelChange clearAccess() {
        return new LevelChange(all, limits, onUnavailable, null, true, version);
    }

    /**
     * Whether limits are changed.
     *
     * @return false to keep what is stored
     */
    public boolean changesLimits() {
        return all || !limits.isEmpty();
    }

    /**
     * Whether limits that are not named stay.
     *
     * @return false if this began with {@link #clear}
     */
    public boolean keepsLimits() {
        return !all;
    }

    /**
     * Whether the switch is changed.
     *
     * @return false to keep what is stored
     */
    public boolean changesAccess() {
        return changesAccess;
    }

    /**
     * The switch to store.
     *
     * @return empty to keep what is stored, or to take it away if {@link #changesAccess}
     */
    public Optional<Access> access() {
        return Optional.ofNullable(access);
    }

    /**
     * Changes the level only if nobody has changed it since it was read.
     *
     * @param seen {@link LevelSettings#version} as it was read; 0 if there was nothing
     * @return the same change under this condition
     * @throws InvalidInputException if it is negative
     */
    public LevelChange ifVersion(long seen) {
        if (seen < 0) {
            throw new InvalidInputException("version", seen, "0 or more");
        }
        return new LevelChange(all, limits, onUnavailable, access, changesAccess, seen);
    }

    /**
     * The version that the level must have.
     *
     * @return empty if it may have any
     */
    public OptionalLong version() {
        return version < 0 ? OptionalLong.empty() : OptionalLong.of(version);
    }

    /**
     * The policy to store.
     *
     * @return empty to keep what is stored
     */
    public Optional<OnUnavailable> onUnavailable() {
        return Optional.ofNullable(onUnavailable);
    }

    /**
     * The limits that result.
     *
     * @param before those that the level holds
     * @return those that it will hold
     * @throws InvalidInputException if these would be more than 20
     */
    public List<Limit> apply(List<Limit> before) {
        Map<String, Limit> after = new LinkedHashMap<>();
        if (!all) {
            before.forEach(limit -> after.put(limit.name(), limit));
        }
        limits.forEach((name, limit) -> limit.ifPresentOrElse(put -> after.put(name, put), () -> after.remove(name)));
        if (after.size() > MAX_LIMITS) {
            throw new InvalidInputException("limits", after.size(), "1 to " + MAX_LIMITS + " in a level");
        }
        return new ArrayList<>(after.values());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LevelChange that
                && all == that.all
                && limits.equals(that.limits)
                && onUnavailable == that.onUnavailable
                && access == that.access
                && changesAccess == that.changesAccess
                && version == that.version;
    }

    @Override
    public int hashCode() {
        return Objects.hash(all, limits, onUnavailable, access, changesAccess, version);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(all ? "clear" : "keep");
        limits.forEach(
                (name, limit) -> text.append(limit.map(put -> ", put " + put).orElse(", remove " + name)));
        if (onUnavailable != null) {
            text.append(", on unavailable ").append(onUnavailable);
        }
        if (changesAccess) {
            text.append(", access ").append(access == null ? "cleared" : access);
        }
        return version < 0
                ? text.toString()
                : text.append(", if version ").append(version).toString();
    }
}
