package dev.zaelimiter;

import java.util.List;

/** An entity can't be deleted, since others name it as their parent. Nothing was changed. */
public final class EntityHasChildrenException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String entity;
    private final List<String> children;

    /**
     * Names the children.
     *
     * @param entity which entity
     * @param children the first of its children
     * @param more whether there are more
     */
    public EntityHasChildrenException(String entity, List<String> children, boolean more) {
        super("entity '" + Shown.entity(entity) + "' has children: "
                + String.join(", ", children.stream().map(Shown::entity).toList()) + (more ? " and more" : "")
                + "; give them another parent first, or detach them (--detach-children, deleteAndDetachChildren)");
        this.entity = entity;
        this.children = List.copyOf(children);
    }

    /**
     * Which entity.
     *
     * @return its id
     */
    public String entity() {
        return entity;
    }

    /**
     * The first of its children.
     *
     * @return up to 10 ids
     */
    public List<String> children() {
        return children;
    }
}
