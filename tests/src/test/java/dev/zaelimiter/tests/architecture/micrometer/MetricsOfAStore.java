package dev.zaelimiter.tests.architecture.micrometer;

import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/** Violates: metrics stand on the API alone. */
public final class MetricsOfAStore {

    AnyStore store;
}
