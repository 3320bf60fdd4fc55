package dev.zaelimiter.tests.architecture;

import dev.zaelimiter.tests.architecture.internal.engine.EngineThatKnowsFacets;

/** Violates: the API depends on nothing of ours. */
public final class ApiThatKnowsTheEngine {

    EngineThatKnowsFacets engine;
}
