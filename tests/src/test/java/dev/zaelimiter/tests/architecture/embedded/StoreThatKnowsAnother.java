package dev.zaelimiter.tests.architecture.embedded;

import dev.zaelimiter.tests.architecture.dynamodb.AnyStore;

/** Violates: nobody below depends on the DynamoDB store. */
final class StoreThatKnowsAnother {

    AnyStore store;
}
