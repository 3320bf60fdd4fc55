package dev.zaelimiter.tests.architecture.dashboard;

import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/** Violates: the dashboard stands on administration alone. */
public final class DashboardOfAStore {

    AnyStore store;
}
