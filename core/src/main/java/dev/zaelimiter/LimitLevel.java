package dev.zaelimiter;

/** Where a limit came from, most specific first. */
public enum LimitLevel {

    /** Given with the call. */
    CALL,
    /** Stored for the entity and the resource. */
    ENTITY_RESOURCE,
    /** Stored for the entity, for every resource. */
    ENTITY,
    /** Stored for the resource, for every entity. */
    RESOURCE,
    /** Stored for everything. */
    SYSTEM
}
