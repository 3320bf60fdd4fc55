package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What an operator does: limits, entities and their parents, switches. Each act is noted for the oracle. */
final class Operations {

    private static final List<Access> SWITCHES = List.of(Access.ENABLED, Access.DISABLED, Access.BYPASS);

    private final Scenario scenario;
    private final World world;
    private final Oracle oracle;
    private final LimitRepository operator;

    Operations(Scenario scenario, World world, Oracle oracle, LimitRepository operator) {
        this.scenario = scenario;
        this.world = world;
        this.oracle = oracle;
        this.operator = operator;
    }

    /** Makes all that there is before anybody asks for anything. */
    void setUp() {
        boolean family = scenario.cascade || scenario.operations > 0;
        String parent = family ? Requests.PARENT : Notes.NOBODY;
        if (family) {
            begins(Requests.PARENT, Notes.NOBODY);
        }
        if (scenario.operations > 0) {
            begins(Requests.OTHER_PARENT, Notes.NOBODY);
        }
        for (int i = 0; i < scenario.entities; i++) {
            if (family) {
                begins(Requests.entity(i), parent);
            } else {
                oracle.notes().begins(Requests.entity(i), parent);
            }
        }
        if (!scenario.callTime) {
            configure(scenario.limits);
        } else if (!scenario.storedLimits.isEmpty()) {
            configure(scenario.storedLimits);
        }
        if (!scenario.parentLimits.isEmpty()) {
            configure(Requests.PARENT, scenario.parentLimits);
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
            operator.limits().deleteResourceDefaults(Requests.RESOURCE);
        } else {
            operator.limits().setResourceDefaults(Requests.RESOURCE, limits.toArray(Limit[]::new));
        }
    }

    private void configure(String entity, List<Limit> limits) {
        world.trace("the limits of " + entity + " are now " + limits);
        oracle.bound().changed();
        oracle.notes().limits(entity, limits);
        if (limits.isEmpty()) {
            operator.limits().deleteEntityLimits(entity, Requests.RESOURCE);
        } else {
            operator.limits().setEntityLimits(entity, Requests.RESOURCE, limits.toArray(Limit[]::new));
        }
    }

    /** Does something, to somebody. */
    void act(SplittableRandom random) {
        String entity = Requests.entity(random.nextInt(scenario.entities));
        String parent = random.nextBoolean() ? Requests.PARENT : Requests.OTHER_PARENT;
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
    private List<Limit> other(SplittableRandom random) {
        List<Limit> limits = new ArrayList<>();
        for (Limit limit : scenario.limits) {
            limits.add(Limit.custom(
                    limit.name(),
                    1 + random.nextLong(2 * limit.capacity()),
                    limit.refillAmount(),
                    limit.refillPeriod()));
        }
        return limits;
    }

    private void move(String entity, String parent) {
        world.trace(entity + " moves to " + parent);
        oracle.bound().changed();
        oracle.notes().moved(entity, parent);
        operator.entities().setParent(entity, parent);
    }

    /** Deletes an entity with its buckets and limits, and makes another one of its name. */
    private void remake(String entity, String parent) {
        world.trace(entity + " is deleted, and made again under '" + parent + "'");
        oracle.bound().changed();
        operator.entities().delete(entity);
        oracle.landings().erased(Names.bucket(entity, Requests.RESOURCE));
        oracle.notes().limits(entity, List.of());
        oracle.notes().switched(entity, Access.ENABLED);
        create(entity, parent);
        oracle.notes().moved(entity, parent);
    }

    private void turn(String entity, Access access) {
        world.trace(entity + " is " + access);
        oracle.bound().changed();
        oracle.notes().switched(entity, access);
        LevelChange change = LevelChange.keep();
        operator.limits()
                .change(
                        Level.entity(entity, Requests.RESOURCE),
                        access == Access.ENABLED ? change.clearAccess() : change.access(access));
    }

    /** Makes everything as it was at first, so that in the end everybody may get in. */
    void restore() {
        if (scenario.operations == 0) {
            return;
        }
        for (String entity : List.copyOf(oracle.notes().entities())) {
            turn(entity, Access.ENABLED);
            configure(entity, List.of());
            if (!entity.equals(Requests.PARENT) && !entity.equals(Requests.OTHER_PARENT)) {
                move(entity, Requests.PARENT);
            }
        }
        configure(scenario.limits);
    }
}
