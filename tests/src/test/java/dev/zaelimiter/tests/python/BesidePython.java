package dev.zaelimiter.tests.python;

import dev.zaelimiter.tests.backends.Backend;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** A table of its own for each test, and one Python process for all tests of a class. */
@Tag("extended")
@Tag("back-end")
@Timeout(120)
abstract class BesidePython {

    private static @Nullable PythonClients python;

    SharedTable table;

    @BeforeAll
    static void start() {
        python = new PythonClients(Backend.DYNOXIDE.endpoint());
    }

    @AfterAll
    static void stop() {
        if (python != null) {
            python.close();
        }
    }

    static PythonClients python() {
        if (python == null) {
            throw new IllegalStateException("not started");
        }
        return python;
    }

    @BeforeEach
    void open() {
        table = new SharedTable(python());
    }

    @AfterEach
    void close() {
        table.close();
    }
}
