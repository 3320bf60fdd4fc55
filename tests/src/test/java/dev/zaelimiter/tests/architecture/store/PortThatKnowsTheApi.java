package dev.zaelimiter.tests.architecture.store;

import dev.zaelimiter.tests.architecture.ApiThatKnowsTheEngine;
import dev.zaelimiter.tests.architecture.internal.schema.ItemThatKnowsTheEngine;

/** Violates: the port depends on nothing of ours; stores know the port, not the engine. */
public final class PortThatKnowsTheApi {

    ApiThatKnowsTheEngine api;
    ItemThatKnowsTheEngine item;
}
