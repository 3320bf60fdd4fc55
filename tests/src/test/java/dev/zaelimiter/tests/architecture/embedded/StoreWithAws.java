package dev.zaelimiter.tests.architecture.embedded;

import dev.zaelimiter.tests.architecture.software.amazon.Client;

/** Violates: no AWS in core, embedded and testkit. */
final class StoreWithAws {

    Client client;
}
