package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/**
 * What one level holds.
 *
 * @param limits in order of their names; empty if the level speaks of none
 * @param onUnavailable the stored policy, which only the system's level has
 * @param access the stored switch, which the system's level does not have; empty if the level does not speak of it
 * @param version counts the changes of the level; 0 if there was none yet
 */
public record LevelSettings(
        List<Limit> limits, Optional<OnUnavailable> onUnavailable, Optional<Access> access, long version) {

    /** Copies the list. */
    public LevelSettings {
        limits = List.copyOf(limits);
    }
}
