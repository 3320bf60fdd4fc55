package dev.zaelimiter.tests.architecture.internal.bucket;

import dev.zaelimiter.tests.architecture.internal.engine.EngineThatKnowsFacets;
import dev.zaelimiter.tests.architecture.store.PortThatKnowsTheApi;

/** Violates: the arithmetic depends on nothing; no cycles among the rooms. */
public final class ImpureMath {

    PortThatKnowsTheApi port;
    EngineThatKnowsFacets engine;
}
