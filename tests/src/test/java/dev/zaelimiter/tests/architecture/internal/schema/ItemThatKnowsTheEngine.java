package dev.zaelimiter.tests.architecture.internal.schema;

import dev.zaelimiter.tests.architecture.internal.engine.EngineThatKnowsFacets;

/** Violates: items know no engine. */
public final class ItemThatKnowsTheEngine {

    EngineThatKnowsFacets engine;
}
