package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Limits that an operator moves from one level to another: stored at the one before they are deleted at the other, so
 * that one of them is in force for everybody all the time. Whoever reads the levels at different times may find it at
 * none of them.
 */
final class Relocations {

    private static final int TRIES = 20;

    private final List<Limit> first;
    private final Operations operator;
    /** By entity: its own limits, and its defaults. */
    private final Map<String, List<Limit>> own = new HashMap<>();

    private final Map<String, List<Limit>> defaults = new HashMap<>();
    private List<Limit> common;
    private List<Limit> system = List.of();

    Relocations(Scenario scenario, Operations operator) {
        this.first = scenario.limits;
        this.common = scenario.limits;
        this.operator = operator;
    }

    /** Changes one level, so that the limit that stays is still stored for each entity. */
    void act(SplittableRandom random) {
        for (int i = 0; i < TRIES && !tried(random); i++) {
            // What was drawn would have left somebody without it.
        }
    }

    private boolean tried(SplittableRandom random) {
        String entity = operator.anybody(random);
        List<Limit> limits = random.nextInt(3) == 0 ? List.of() : some(random);
        return switch (random.nextInt(4)) {
            case 0 -> own(entity, limits);
            case 1 -> defaults(entity, limits);
            case 2 -> common(limits);
            default -> system(limits);
        };
    }

    private boolean own(String entity, List<Limit> limits) {
        boolean may = stays(limits, defaults.getOrDefault(entity, List.of()), common, system);
        if (may) {
            own.put(entity, limits);
            operator.configure(entity, limits);
        }
        return may;
    }

    private boolean defaults(String entity, List<Limit> limits) {
        boolean may = stays(own.getOrDefault(entity, List.of()), limits, common, system);
        if (may) {
            defaults.put(entity, limits);
            operator.defaults(entity, limits);
        }
        return may;
    }

    private boolean common(List<Limit> limits) {
        // It must do for those who have none of their own, whoever they are.
        boolean may = stays(limits, system);
        if (may) {
            common = limits;
            operator.configure(limits);
        }
        return may;
    }

    private boolean system(List<Limit> limits) {
        boolean may = stays(common, limits);
        if (may) {
            system = limits;
            operator.system(limits);
        }
        return may;
    }

    /** Whether the first level that holds any limits holds the one that stays. */
    @SafeVarargs
    private boolean stays(List<Limit>... levels) {
        for (List<Limit> level : levels) {
            if (!level.isEmpty()) {
                return level.stream()
                        .anyMatch(limit -> limit.name().equals(first.get(0).name()));
            }
        }
        return false;
    }

    /** Some of the limits, at least one of them; with the numbers that they had at first, or with others. */
    private List<Limit> some(SplittableRandom random) {
        List<Limit> limits = new ArrayList<>(random.nextInt(4) > 0 ? first : operator.other(random));
        for (int i = limits.size() - 1; i >= 0 && limits.size() > 1; i--) {
            if (random.nextInt(3) == 0) {
                limits.remove(i);
            }
        }
        return limits;
    }
}
