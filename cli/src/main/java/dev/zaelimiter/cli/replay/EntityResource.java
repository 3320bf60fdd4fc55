package dev.zaelimiter.cli.replay;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whose bucket, on what; not changed once it is a key. Ordered, so that a table finds its way among names of equal
 * hashes.
 */
final class EntityResource implements Comparable<EntityResource> {

    private String entity = "";
    private String resource = "";

    /** To look others up with. */
    EntityResource() {}

    /** The same with another name of the entity. */
    EntityResource shownAs(UnaryOperator<String> entities) {
        return new EntityResource(entities.apply(entity), resource);
    }

    EntityResource(String entity, String resource) {
        this.entity = entity;
        this.resource = resource;
    }

    /** Becomes that of another bucket. */
    EntityResource of(String otherEntity, String otherResource) {
        entity = otherEntity;
        resource = otherResource;
        return this;
    }

    String entity() {
        return entity;
    }

    String resource() {
        return resource;
    }

    @Override
    public int compareTo(EntityResource other) {
        int byEntity = entity.compareTo(other.entity);
        return byEntity != 0 ? byEntity : resource.compareTo(other.resource);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EntityResource that && entity.equals(that.entity) && resource.equals(that.resource);
    }

    @Override
    public int hashCode() {
        return entity.hashCode() * 31 + resource.hashCode();
    }

    @Override
    public String toString() {
        return entity + " on " + resource;
    }
}
