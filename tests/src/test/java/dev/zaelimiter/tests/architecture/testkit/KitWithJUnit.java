package dev.zaelimiter.tests.architecture.testkit;

import org.junit.jupiter.api.Assertions;

/** Violates: no JUnit in the testkit. */
final class KitWithJUnit {

    void check() {
        Assertions.fail();
    }
}
