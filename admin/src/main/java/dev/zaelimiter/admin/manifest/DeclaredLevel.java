package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a manifest wants of one level. Immutable. */
public final class DeclaredLevel {

    private final List<Limit> limits;
    private final @Nullable OnUnavailable onUnavailable;
    private final @Nullable Access access;

    DeclaredLevel(List<Limit> limits, @Nullable OnUnavailable onUnavailable, @Nullable Access access) {
        this.limits = limits.stream().sorted(Comparator.comparing(Limit::name)).toList();
        this.onUnavailable = onUnavailable;
        this.access = access;
    }

    /**
     * The limits, all of them: what the level holds besides goes.
     *
     * @return in order of their names
     */
    public List<Limit> limits() {
        return limits;
    }

    /**
     * The policy, which only the system's level has.
     *
     * @return empty if the stored one stays
     */
    public Optional<OnUnavailable> onUnavailable() {
        return Optional.ofNullable(onUnavailable);
    }

    /**
     * The switch, which the system's level does not have.
     *
     * @return empty if the stored one stays
     */
    public Optional<Access> access() {
        return Optional.ofNullable(access);
    }
}
