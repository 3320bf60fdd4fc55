package dev.zaelimiter;

/**
 * An operator has disabled the resource, for this entity or for all. Coming back later does not help: it is no rate
 * limit, and a web service would answer 403 instead of 429.
 */
public final class ResourceDisabledException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String entity;
    private final String resource;
    private final Level.Kind level;

    /**
     * Names what is disabled.
     *
     * @param entity who may not use it: the entity of the request, or its parent
     * @param resource what
     * @param level where that is stored
     */
    public ResourceDisabledException(String entity, String resource, Level.Kind level) {
        super("resource " + Shown.resource(resource) + " is disabled for entity " + Shown.entity(entity)
                + " (stored for "
                + switch (level) {
                    case ENTITY_RESOURCE -> "the entity on the resource";
                    case ENTITY -> "the entity";
                    case RESOURCE -> "the resource";
                    case SYSTEM, CALL -> "everything";
                }
                + "); an operator can enable it");
        this.entity = entity;
        this.resource = resource;
        this.level = level;
    }

    /**
     * Who may not use it.
     *
     * @return the entity of the request, or its parent
     */
    public String entity() {
        return entity;
    }

    /**
     * What is disabled.
     *
     * @return the resource
     */
    public String resource() {
        return resource;
    }

    /**
     * Where that is stored.
     *
     * @return a level
     */
    public Level.Kind level() {
        return level;
    }
}
