package dev.zaelimiter;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is limited: an API key, a user, a tenant, a project. An entity may have a parent, and may cascade: then each take
 * is charged to the parent too, and both must grant it. Immutable.
 *
 * <p>An entity needs to be created only to have a parent or a name: limits can be set for, and taken by, any id.
 */
public final class Entity {

    private static final int LONGEST_NAME = 256;

    private final String id;
    private final String name;
    private final @Nullable String parent;
    private final boolean cascade;
    private final Map<String, String> metadata;

    private Entity(String id, String name, @Nullable String parent, boolean cascade, Map<String, String> metadata) {
        this.id = id;
        this.name = name;
        this.parent = parent;
        this.cascade = cascade;
        this.metadata = Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(metadata)));
    }

    /**
     * An entity as it is stored, perhaps by another system whose rules are looser: nothing is checked. For the engine
     * and tests; a new entity is made by {@link #builder}.
     *
     * @param id its id
     * @param name a name for people
     * @param parent its parent's id, or null
     * @param cascade whether the parent is charged too
     * @param metadata notes of the application
     * @return an immutable entity
     */
    public static Entity stored(
            String id, String name, @Nullable String parent, boolean cascade, Map<String, String> metadata) {
        return new Entity(id, name, parent, cascade, metadata);
    }

    /**
     * Starts an entity.
     *
     * @param id a letter or digit, then letters, digits and {@code _ . - : @}, up to 256
     * @return a builder
     * @throws InvalidInputException if the id breaks its rule
     */
    public static Builder builder(String id) {
        return new Builder(Names.entity("entity", id));
    }

    /**
     * The id.
     *
     * @return unique in its namespace
     */
    public String id() {
        return id;
    }

    /**
     * A name for people.
     *
     * @return the id if none was given
     */
    public String name() {
        return name;
    }

    /**
     * The parent.
     *
     * @return empty for a root
     */
    public Optional<String> parent() {
        return Optional.ofNullable(parent);
    }

    /**
     * Whether the parent is charged too.
     *
     * @return true if each take is charged to both
     */
    public boolean cascade() {
        return cascade;
    }

    /**
     * Notes of the application.
     *
     * @return an immutable map
     */
    public Map<String, String> metadata() {
        return metadata;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Entity that
                && id.equals(that.id)
                && name.equals(that.name)
                && parent().equals(that.parent())
                && cascade == that.cascade
                && metadata.equals(that.metadata);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return Shown.entity(id)
                + (parent == null ? "" : (cascade ? " cascading to " : " under ") + Shown.entity(parent));
    }

    /** Collects an entity. Not for use by several threads. */
    public static final class Builder {

        private final String id;
        private @Nullable String name;
        private @Nullable String parent;
        private boolean cascade;
        private final Map<String, String> metadata = new TreeMap<>();

        private Builder(String id) {
            this.id = id;
        }

        /**
         * Gives a name for people.
         *
         * @param name 1 to 256 characters
         * @return this builder
         * @throws InvalidInputException if it is empty or too long
         */
        public Builder name(String name) {
            if (name.isEmpty() || name.length() > LONGEST_NAME) {
                throw new InvalidInputException("name", name, "1 to 256 characters");
            }
            this.name = name;
            return this;
        }

        /**
         * Puts the entity under another, which must exist when this one is created.
         *
         * @param parent the parent's id
         * @return this builder
         * @throws InvalidInputException if the id breaks its rule
         */
        public Builder parent(String parent) {
            this.parent = Names.entity("parent", parent);
            return this;
        }

        /**
         * Says whether the parent is charged too.
         *
         * @param cascade true to charge both; needs a parent
         * @return this builder
         */
        public Builder cascade(boolean cascade) {
            this.cascade = cascade;
            return this;
        }

        /**
         * Adds a note of the application.
         *
         * @param key what; one that was given before gets the new value
         * @param value its value
         * @return this builder
         * @throws InvalidInputException if the key is empty
         */
        public Builder metadata(String key, String value) {
            if (key.isEmpty()) {
                throw new InvalidInputException("metadata", key, "a key of one character or more");
            }
            metadata.put(key, value);
            return this;
        }

        /**
         * Builds the entity.
         *
         * @return an immutable entity
         * @throws InvalidInputException if it cascades without a parent, or is its own parent
         */
        public Entity build() {
            if (cascade && parent == null) {
                throw new InvalidInputException("cascade", true, "only with a parent");
            }
            if (id.equals(parent)) {
                throw new InvalidInputException("parent", parent, "another entity than the child itself");
            }
            return new Entity(id, name == null ? id : name, parent, cascade, metadata);
        }
    }
}
