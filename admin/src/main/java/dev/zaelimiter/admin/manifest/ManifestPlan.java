package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What applying a manifest would change, level by level. Immutable; made by {@link DeclaredLimits#plan}, and good until
 * somebody else changes one of its levels.
 */
public final class ManifestPlan {

    private final Manifest manifest;
    private final List<LevelDiff> levels;
    private final ManagedState state;

    ManifestPlan(Manifest manifest, List<LevelDiff> levels, ManagedState state) {
        this.manifest = manifest;
        this.levels = List.copyOf(levels);
        this.state = state;
    }

    /**
     * What it is a plan for.
     *
     * @return the manifest
     */
    public Manifest manifest() {
        return manifest;
    }

    /**
     * Every level that the manifest declares or an earlier one declared.
     *
     * @return in the order in which they are applied: deletions last
     */
    public List<LevelDiff> levels() {
        return levels;
    }

    /**
     * The levels that are to change.
     *
     * @return a part of {@link #levels}
     */
    public List<LevelDiff> changes() {
        return levels.stream()
                .filter(level -> level.action() != LevelDiff.Action.UNCHANGED)
                .toList();
    }

    /**
     * How many levels are to meet an end.
     *
     * @param action which
     * @return a count
     */
    public long count(LevelDiff.Action action) {
        return levels.stream().filter(level -> level.action() == action).count();
    }

    /**
     * Whether a level that is to change will hold what clients of the Python system before its version 0.17 would
     * misread: on a table that they may use, applying locks them out for good.
     *
     * @return true for a bypass, and for soft limits
     */
    public boolean needsNewClients() {
        return changes().stream()
                .map(change -> manifest.levels().get(change.level()))
                .filter(Objects::nonNull)
                .anyMatch(wanted -> wanted.access().equals(Optional.of(Access.BYPASS))
                        || wanted.limits().stream().anyMatch(Limit::soft));
    }

    ManagedState state() {
        return state;
    }

    /**
     * The difference for people: what changes, and a line that counts.
     *
     * @return lines of text
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        changes().forEach(level -> lines.addAll(level.lines()));
        lines.add(count(LevelDiff.Action.CREATE) + " to create, " + count(LevelDiff.Action.UPDATE) + " to change, "
                + count(LevelDiff.Action.DELETE) + " to delete, " + count(LevelDiff.Action.UNCHANGED)
                + " unchanged");
        return lines;
    }
}
