package dev.zaelimiter.tests.architecture.internal.engine.pipeline;

/** Violates, together with the other: no cycles among the classes of the engine. */
public final class WorkThatKnowsItsQueue {

    QueueThatKnowsItsWork queue;
}
