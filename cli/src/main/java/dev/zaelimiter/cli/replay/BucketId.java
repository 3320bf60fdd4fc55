package dev.zaelimiter.cli.replay;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whose bucket, on what; not changed once it is a key. Ordered, so that a table finds its way among names of equal hashes.
 */
final class BucketId implements Comparable<BucketId> {

    private String entity = "";
    private String resource = "";

    /** To look others up with. */
    BucketId() {}

    /** The same with another name of the entity. */
    BucketId shownAs(UnaryOperator<String> entities) {
        return new BucketId(entities.apply(entity), resource);
    }

    BucketId(String entity, String resource) {
        this.entity = entity;
        this.resource = resource;
    }

    /** Becomes that of another bucket. */
    BucketId of(String otherEntity, String otherResource) {
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
    public int compareTo(BucketId other) {
        int byEntity = entity.compareTo(other.entity);
        return byEntity != 0 ? byEntity : resource.compareTo(other.resource);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BucketId that && entity.equals(that.entity) && resource.equals(that.resource);
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
