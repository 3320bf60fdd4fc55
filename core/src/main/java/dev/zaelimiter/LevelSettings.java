package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/**
 * What one level holds.
 *
 * @param limits in order of their names; empty if the level speaks of none
 * @param onUnavailable the stored policy, which only the system's level has
 * @param access the stored switch, which the system's level does not have; empty if the level does not speak of it
 * @param version changes with each change of the level, whoever makes it: counts ours, and is a large number after one
 *     of the Python system; 0 if the level holds nothing
 * @param unfollowed why its limits can't be followed here, where only the Python system can; then there are none above,
 *     and those that are stored stay until limits are set
 */
public record LevelSettings(
        List<Limit> limits,
        Optional<OnUnavailable> onUnavailable,
        Optional<Access> access,
        long version,
        Optional<String> unfollowed) {

    /** Copies the list. */
    public LevelSettings {
        limits = List.copyOf(limits);
    }
}
