package dev.zaelimiter.admin;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import java.util.List;
import java.util.Optional;

/**
 * A level that does not simply let its limits decide.
 *
 * @param level which
 * @param access the switch that it stores; empty if it leaves that to wider levels
 * @param softLimits the names of its limits that are counted and refuse nothing, in order
 * @param problem what of it can't be read, for people: a switch that is damaged refuses everything; empty if all can
 */
public record SwitchedLevel(Level level, Optional<Access> access, List<String> softLimits, Optional<String> problem) {

    /** Copies the list. */
    public SwitchedLevel {
        softLimits = List.copyOf(softLimits);
    }
}
