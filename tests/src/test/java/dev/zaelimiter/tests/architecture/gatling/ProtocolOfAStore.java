package dev.zaelimiter.tests.architecture.gatling;

import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/** Violates: the protocol of Gatling stands on the API alone. */
public final class ProtocolOfAStore {

    AnyStore store;
}
