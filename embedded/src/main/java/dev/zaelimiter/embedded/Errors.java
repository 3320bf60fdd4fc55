package dev.zaelimiter.embedded;

import dev.zaelimiter.store.StoreException;

/** The one kind of failure that a store without a network knows. */
final class Errors {

    private Errors() {}

    static StoreException misuse(String message) {
        return new StoreException.Misuse(message, null);
    }
}
