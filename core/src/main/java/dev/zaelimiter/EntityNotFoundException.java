package dev.zaelimiter;

/** An entity that an operation needs does not exist. */
public final class EntityNotFoundException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String entity;

    /**
     * Names the entity.
     *
     * @param entity the missing one
     * @param advice what to do
     */
    public EntityNotFoundException(String entity, String advice) {
        super("entity '" + Shown.entity(entity) + "' does not exist: " + advice);
        this.entity = entity;
    }

    /**
     * The missing one.
     *
     * @return its id
     */
    public String entity() {
        return entity;
    }
}
