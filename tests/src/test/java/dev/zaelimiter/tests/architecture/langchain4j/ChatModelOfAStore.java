package dev.zaelimiter.tests.architecture.langchain4j;

import dev.zaelimiter.tests.architecture.embedded.AnyStore;

/** Violates: what wraps a framework's models stands on their limits. */
public final class ChatModelOfAStore {

    AnyStore store;
}
