package dev.zaelimiter.tests.architecture.internal.engine;

import dev.zaelimiter.tests.architecture.internal.bucket.ImpureMath;
import dev.zaelimiter.tests.architecture.internal.facets.AnyFacet;

/** Violates: the engine knows no facet; no cycles among the rooms. */
public final class EngineThatKnowsFacets {

    AnyFacet facet;
    ImpureMath math;
}
