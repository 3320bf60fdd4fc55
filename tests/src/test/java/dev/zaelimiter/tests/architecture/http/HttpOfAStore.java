package dev.zaelimiter.tests.architecture.http;

import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/** Violates: what is said over HTTP stands on the API alone. */
public final class HttpOfAStore {

    AnyStore store;
}
