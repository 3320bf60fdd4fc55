package dev.zaelimiter.tests.architecture.admin;

import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/** Violates: administration stands on the core alone. */
public final class AdministrationOfAStore {

    AnyStore store;
}
