package dev.zaelimiter.internal.facets;

import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.NamedAttributes;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who has limits: a set of resources, and per resource how many entities. Shared with the Python system. */
final class Registers {

    private static final String RESOURCES = "resources";

    private final Keys keys;

    Registers(Keys keys) {
        this.keys = keys;
    }

    /**
     * The write that keeps a register in step with a level.
     *
     * @param entity whose level, or null for a resource's or the system's
     * @param resource on what, or null for the system's
     * @param appears true if the level now holds limits, false if it no longer does
     * @param register what {@link #counts()} holds, or null; looked at if an entity's level disappears, and the write
     *     is refused if its count has changed since
     * @return null for the system, which is in no register
     */
    @Nullable
    Write write(@Nullable String entity, @Nullable String resource, boolean appears, @Nullable Item register) {
        if (resource == null) {
            return null;
        } else if (entity == null) {
            return resources(resource, appears);
        }
        return appears ? countUp(resource) : countDown(resource, register);
    }

    /**
     * Where entities with limits are counted.
     *
     * @return the key of the register
     */
    Key counts() {
        return keys.entityConfigRegister();
    }

    /**
     * Reads how many entities have limits on each resource.
     *
     * @param register what {@link #counts()} holds, or null
     * @return counts by resource, in order
     */
    static Map<String, Long> counts(@Nullable Item register) {
        Map<String, Long> counts = new TreeMap<>();
        if (register != null) {
            register.attributes().forEach((attribute, value) -> {
                // What the item's own attributes hold is never a number.
                if (value instanceof AttributeValue.Whole count && count.value() > 0) {
                    counts.merge(NamedAttributes.name(attribute), count.value(), Long::sum);
                }
            });
        }
        return counts;
    }

    /**
     * Reads which resources have limits.
     *
     * @param register the register of resources, or null
     * @return names in order
     */
    static List<String> resources(@Nullable Item register) {
        return register != null && register.get(RESOURCES) instanceof AttributeValue.TextSet names
                ? List.copyOf(names.values())
                : List.of();
    }

    private Write resources(String resource, boolean appears) {
        AttributeValue name = new AttributeValue.TextSet(Set.of(resource));
        return update(
                keys.resourceRegister(),
                null,
                new Action(appears ? Verb.ADD : Verb.DELETE, RESOURCES, new Operand.Constant(name)));
    }

    private Write countUp(String resource) {
        return update(counts(), null, add(NamedAttributes.attribute(resource), 1));
    }

    /** The last one takes the count away, so that who lists its attributes sees only resources that are in use. */
    private Write countDown(String resource, @Nullable Item register) {
        String attribute = counted(resource, register);
        AttributeValue seen = register == null ? null : register.get(attribute);
        if (seen instanceof AttributeValue.Whole count && count.value() > 1) {
            return update(
                    counts(),
                    new Condition.Compare(attribute, Condition.Op.GT, new Operand.Constant(AttributeValue.of(1))),
                    add(attribute, -1));
        }
        return update(
                counts(),
                seen == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, seen),
                new Action(Verb.REMOVE, attribute, null));
    }

    private static Action add(String attribute, long count) {
        return new Action(Verb.ADD, attribute, new Operand.Constant(AttributeValue.of(count)));
    }

    /** Where a resource is counted: others may have done so under its plain name. */
    private static String counted(String resource, @Nullable Item register) {
        String attribute = NamedAttributes.attribute(resource);
        return register != null && !register.has(attribute) && register.get(resource) instanceof AttributeValue.Whole
                ? resource
                : attribute;
    }

    private Write update(Key key, @Nullable Condition condition, Action action) {
        return Write.of(
                WriteShape.update(
                        condition,
                        List.of(
                                action,
                                new Action(Verb.SET, "GSI4PK", constant(keys.namespace())),
                                new Action(Verb.SET, "GSI4SK", constant(key.pk())))),
                key);
    }

    private static Operand constant(String text) {
        return new Operand.Constant(AttributeValue.of(text));
    }
}
