package dev.zaelimiter.internal.facets;

import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who has limits: a set of resources, and per resource how many entities. Shared with the Python system. */
final class Registers {

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
     * @return null for the system, which is in no register
     */
    @Nullable
    Write write(@Nullable String entity, @Nullable String resource, boolean appears) {
        if (resource == null) {
            return null;
        }
        return entity == null ? resources(resource, appears) : entityConfigs(resource, appears);
    }

    private Write resources(String resource, boolean appears) {
        AttributeValue name = new AttributeValue.TextSet(Set.of(resource));
        return update(
                keys.resourceRegister(),
                new Action(appears ? Verb.ADD : Verb.DELETE, "resources", new Operand.Constant(name)));
    }

    /** A count that has come to 0 stays as that: nobody reads less from it than from an absent one. */
    private Write entityConfigs(String resource, boolean appears) {
        AttributeValue one = AttributeValue.of(appears ? 1 : -1);
        return update(keys.entityConfigRegister(), new Action(Verb.ADD, resource, new Operand.Constant(one)));
    }

    private Write update(Key key, Action action) {
        return Write.of(
                WriteShape.update(
                        null,
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
