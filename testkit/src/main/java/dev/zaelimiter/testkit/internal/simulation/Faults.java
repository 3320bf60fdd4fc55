package dev.zaelimiter.testkit.internal.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Words for what was thrown. */
final class Faults {

    private Faults() {}

    /** All of it, with where in the source that was. */
    static String describe(Throwable fault) {
        StringWriter text = new StringWriter();
        fault.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
