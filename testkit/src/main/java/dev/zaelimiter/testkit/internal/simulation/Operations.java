package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** What an operator does: limits, entities and their parents, switches. Each act is noted for the oracle. */
final class Operations {

    private static final List<Access> SWITCHES = List.of(Access.ENABLED, Access.DISABLED, Access.BYPASS);

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final LimitRepository operator;
    private final List<String> resources;
    private final Relocations relocations;

    Operations(Scenario scenario, World world, Oracle oracle, LimitRepository operator) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.operator = operator;
        this.resources = RequestGenerator.resources(scenario);
        this.relocations = new Relocations(scenario, this);
    }

    /** Makes all that there is before anybody asks for anything. */
    void setUp() {
        boolean family = scenario.cascade || scenario.operations > 0;
        String parent = family ? RequestGenerator.PARENT : Notes.NOBODY;
        if (family) {
            begins(RequestGenerator.PARENT, Notes.NOBODY);
        }
        if (scenario.operations > 0) {
            begins(RequestGenerator.OTHER_PARENT, Notes.NOBODY);
        }
        for (int i = 0; i < scenario.entities; i++) {
            if (family) {
                begins(RequestGenerator.entity(i), parent);
            } else {
                oracle.notes().begins(RequestGenerator.entity(i), parent);
            }
        }
        if (!scenario.callLimits) {
            configure(scenario.limits);
        } else if (!scenario.storedLimits.isEmpty()) {
            configure(scenario.storedLimits);
        }
        if (!scenario.parentLimits.isEmpty()) {
            configure(RequestGenerator.PARENT, scenario.parentLimits);
        }
    }

    private void begins(String entity, String parent) {
        oracle.notes().begins(entity, parent);
        create(entity, parent);
    }

    private void create(String entity, String parent) {
        Entity.Builder record = Entity.builder(entity);
        if (!parent.equals(Notes.NOBODY)) {
            record.parent(parent).cascade(true);
        }
        operator.entities().create(record.build());
    }

    /** The limits of the resource are these from now on; none if empty. */
    void configure(List<Limit> limits) {
        world.trace("the limits are now " + limits);
        oracle.bound().changed();
        oracle.notes().limits(limits);
        if (limits.isEmpty()) {
            resources.forEach(operator.limits()::deleteResourceDefaults);
        } else {
            resources.forEach(
                    resource -> operator.limits().setResourceDefaults(resource, limits.toArray(Limit[]::new)));
        }
    }

    void configure(String entity, List<Limit> limits) {
        world.trace("the limits of " + entity + " are now " + limits);
        oracle.bound().changed();
        oracle.notes().limits(entity, limits);
        if (limits.isEmpty()) {
            resources.forEach(resource -> operator.limits().deleteEntityLimits(entity, resource));
        } else {
            resources.forEach(
                    resource -> operator.limits().setEntityLimits(entity, resource, limits.toArray(Limit[]::new)));
        }
    }

    /** Does something, to somebody. */
    void act(SplittableRandom random) {
        switch (scenario.habit) {
            case GENERATIONS -> generations(random);
            case MOVES -> moves(random);
            case LEVELS -> levels(random);
            case RELOCATIONS -> relocations.act(random);
            case SWITCHES -> switches(random);
            default -> anything(random);
        }
    }

    String anybody(SplittableRandom random) {
        return random.nextInt(3) == 0
                ? random.nextBoolean() ? RequestGenerator.PARENT : RequestGenerator.OTHER_PARENT
                : RequestGenerator.entity(random.nextInt(scenario.entities));
    }

    /** Entities come and go, and with them what they cascade to. */
    private void generations(SplittableRandom random) {
        String entity = RequestGenerator.entity(random.nextInt(scenario.entities));
        String parent = random.nextBoolean() ? RequestGenerator.PARENT : RequestGenerator.OTHER_PARENT;
        switch (random.nextInt(6)) {
            case 0, 1 -> remake(entity, random.nextInt(3) == 0 ? Notes.NOBODY : parent);
            case 2 -> remakeParent(parent);
            case 3 -> cascade(entity, false);
            case 4 -> cascade(entity, true);
            default -> move(entity, parent);
        }
    }

    /** Entities move, and are now and then charged to no parent. */
    private void moves(SplittableRandom random) {
        String entity = RequestGenerator.entity(random.nextInt(scenario.entities));
        String parent = random.nextBoolean() ? RequestGenerator.PARENT : RequestGenerator.OTHER_PARENT;
        switch (random.nextInt(5)) {
            case 0 -> cascade(entity, false);
            case 1 -> cascade(entity, true);
            default -> move(entity, parent);
        }
    }

    /** Each level holds limits, or none. */
    private void levels(SplittableRandom random) {
        String entity = anybody(random);
        List<Limit> limits = random.nextInt(3) == 0 ? List.of() : other(random);
        switch (random.nextInt(4)) {
            case 0 -> configure(entity, limits);
            case 1 -> defaults(entity, limits);
            case 2 -> system(limits);
            default -> configure(limits);
        }
    }

    /**
     * Somebody is let through, or let in no more; and limits that refused only count from now on, and the other way
     * round.
     */
    private void switches(SplittableRandom random) {
        if (random.nextInt(3) > 0) {
            turn(anybody(random), SWITCHES.get(random.nextInt(SWITCHES.size())));
            return;
        }
        List<Limit> limits = new ArrayList<>();
        for (Limit limit : scenario.limits) {
            Limit hard = Limit.custom(limit.name(), limit.capacity(), limit.refillAmount(), limit.refillPeriod());
            limits.add(limit.soft() && random.nextBoolean() ? hard.asSoft() : hard);
        }
        configure(random.nextBoolean() ? scenario.limits : limits);
    }

    private void anything(SplittableRandom random) {
        String entity = RequestGenerator.entity(random.nextInt(scenario.entities));
        String parent = random.nextBoolean() ? RequestGenerator.PARENT : RequestGenerator.OTHER_PARENT;
        switch (random.nextInt(8)) {
            case 0, 1 -> move(entity, parent);
            case 2 -> remake(entity, random.nextInt(3) == 0 ? Notes.NOBODY : parent);
            case 3 -> configure(random.nextBoolean() ? entity : parent, other(random));
            case 4 -> configure(random.nextBoolean() ? entity : parent, List.of());
            case 5 -> configure(random.nextBoolean() ? List.of() : scenario.limits);
            default -> {
                Access access = SWITCHES.get(random.nextInt(SWITCHES.size()));
                turn(random.nextInt(3) > 0 ? entity : parent, access);
            }
        }
    }

    /** The same limits with other numbers. */
    List<Limit> other(SplittableRandom random) {
        List<Limit> limits = new ArrayList<>();
        for (Limit limit : scenario.limits) {
            Limit other = Limit.custom(
                    limit.name(),
                    Math.min(1 + random.nextLong(2 * limit.capacity()), Limit.MAX_AMOUNT),
                    limit.refillAmount(),
                    limit.refillPeriod());
            limits.add(limit.soft() ? other.asSoft() : other);
        }
        return limits;
    }

    private void move(String entity, String parent) {
        world.trace(entity + " moves to " + parent);
        oracle.bound().changed();
        operator.entities().setParent(entity, parent);
        // One that was made without a parent does not cascade, whichever it gets.
        boolean charged = operator.entities().get(entity).map(Entity::cascade).orElse(false);
        oracle.notes().moved(entity, charged ? parent : Notes.NOBODY);
    }

    /** Deletes an entity with its buckets and limits, and makes another one of its name. */
    private void remake(String entity, String parent) {
        world.trace(entity + " is deleted, and made again under '" + parent + "'");
        oracle.bound().changed();
        operator.entities().delete(entity);
        resources.forEach(resource -> oracle.landings().erased(KeyReader.bucket(entity, resource)));
        oracle.notes().limits(entity, List.of());
        oracle.notes().defaults(entity, List.of());
        oracle.notes().switched(entity, Access.ENABLED);
        create(entity, parent);
        oracle.notes().moved(entity, parent);
    }

    /** Deletes a parent, whose children have none then, and makes another one of its name. */
    private void remakeParent(String parent) {
        world.trace(parent + " is deleted, its children have no parent, and it is made again");
        oracle.bound().changed();
        for (String entity : oracle.notes().entities()) {
            if (oracle.notes().parent(entity).equals(parent)) {
                oracle.notes().moved(entity, Notes.NOBODY);
            }
        }
        operator.entities().deleteAndDetachChildren(parent);
        resources.forEach(resource -> oracle.landings().erased(KeyReader.bucket(parent, resource)));
        oracle.notes().limits(parent, List.of());
        oracle.notes().defaults(parent, List.of());
        oracle.notes().switched(parent, Access.ENABLED);
        create(parent, Notes.NOBODY);
    }

    /** An entity with a parent is charged to it, or not. */
    private void cascade(String entity, boolean cascade) {
        Optional<Entity> record = operator.entities().get(entity);
        if (record.isEmpty() || record.get().parent().isEmpty()) {
            return;
        }
        world.trace(entity + (cascade ? " cascades" : " cascades no more"));
        oracle.bound().changed();
        oracle.notes().moved(entity, cascade ? record.get().parent().get() : Notes.NOBODY);
        operator.entities().setCascade(entity, cascade);
    }

    void defaults(String entity, List<Limit> limits) {
        world.trace("the defaults of " + entity + " are now " + limits);
        oracle.bound().changed();
        oracle.notes().defaults(entity, limits);
        if (limits.isEmpty()) {
            operator.limits().deleteEntityDefaults(entity);
        } else {
            operator.limits().setEntityDefaults(entity, limits.toArray(Limit[]::new));
        }
    }

    void system(List<Limit> limits) {
        world.trace("the limits of everything are now " + limits);
        oracle.bound().changed();
        oracle.notes().system(limits);
        if (limits.isEmpty()) {
            operator.limits().deleteSystemDefaults();
        } else {
            operator.limits().setSystemDefaults(limits.toArray(Limit[]::new));
        }
    }

    private void turn(String entity, Access access) {
        world.trace(entity + " is " + access);
        oracle.bound().changed();
        oracle.notes().switched(entity, access);
        LevelChange change = LevelChange.keep();
        LevelChange turned = access == Access.ENABLED ? change.clearAccess() : change.access(access);
        resources.forEach(resource -> operator.limits().change(Level.entity(entity, resource), turned));
    }

    /** Makes everything as it was at first, so that in the end everybody may get in. */
    void restore() {
        if (scenario.operations == 0) {
            return;
        }
        for (String entity : List.copyOf(oracle.notes().entities())) {
            turn(entity, Access.ENABLED);
            configure(entity, List.of());
            if (scenario.habit == Scenario.Habit.LEVELS || scenario.habit == Scenario.Habit.RELOCATIONS) {
                defaults(entity, List.of());
            }
            if (!entity.equals(RequestGenerator.PARENT) && !entity.equals(RequestGenerator.OTHER_PARENT)) {
                move(entity, RequestGenerator.PARENT);
                if (scenario.habit == Scenario.Habit.GENERATIONS || scenario.habit == Scenario.Habit.MOVES) {
                    cascade(entity, true);
                }
            }
        }
        configure(scenario.limits);
    }
}
