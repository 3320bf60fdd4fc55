package dev.zaelimiter;

/** An entity was to be created that exists already; it is unchanged. */
public final class EntityExistsException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String entity;

    /**
     * Names the entity.
     *
     * @param entity the one that exists
     */
    public EntityExistsException(String entity) {
        super("entity '" + Shown.entity(entity) + "' exists already and was left as it is");
        this.entity = entity;
    }

    /**
     * The one that exists.
     *
     * @return its id
     */
    public String entity() {
        return entity;
    }
}
