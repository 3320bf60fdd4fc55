package dev.zaelimiter.loadtest.internal.worker;

import java.util.List;
import java.util.Locale;

/** How an acquire ended. */
public enum Outcome {
    /** The store granted it. */
    ADMITTED,
    /** A limit has no room. */
    REFUSED,
    /** Admitted without an answer of the store. */
    DEGRADED,
    /** With an error. */
    FAILED;

    /** All of them. */
    public static final List<Outcome> ALL = List.of(values());

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Its name in files. */
    public String label() {
        return label;
    }

    /** Where a table of all of them holds it: in memory only, so their order may change. */
    @SuppressWarnings("EnumOrdinal")
    public int place() {
        return ordinal();
    }
}
