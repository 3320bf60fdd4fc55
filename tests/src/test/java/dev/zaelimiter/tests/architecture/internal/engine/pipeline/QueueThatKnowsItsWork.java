package dev.zaelimiter.tests.architecture.internal.engine.pipeline;

/** Violates, together with the other: no cycles among the classes of the engine. */
public final class QueueThatKnowsItsWork {

    /** A nested class counts as part of the one around it. */
    static final class Entry {
        WorkThatKnowsItsQueue work;
    }
}
