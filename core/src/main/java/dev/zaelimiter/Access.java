package dev.zaelimiter;

/**
 * Whether an entity may use a resource at all. Stored for an entity on a resource, for an entity, or for a resource;
 * the first of these that says anything decides, wherever the limits come from.
 */
public enum Access {
    /** Limits decide. What holds where nothing is stored; stored, it makes an exception to a wider switch. */
    ENABLED,
    /** Every acquire fails with {@link ResourceDisabledException}. */
    DISABLED,
    /** Every acquire is granted immediately. What is taken is counted as consumed, and no balance changes. */
    BYPASS
}
