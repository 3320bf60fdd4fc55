package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Printable;

/** A stored limit is not as this implementation knows them: damaged, or of a newer version. */
public final class DamagedConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DamagedConfigException(Key key, String foreign) {
        super(Printable.escaped(foreign) + " at " + key
                + " is of a kind that only the Python system can follow; set the limits of that level"
                + " again, as ones that refill");
    }

    private DamagedConfigException(String message) {
        super(message);
    }

    static DamagedConfigException ofSwitch(Key key, String attribute) {
        return new DamagedConfigException("the switch '" + attribute + "' at " + key
                + " is damaged: it must be true, false or 'bypass'; set it again");
    }

    DamagedConfigException(Key key, String limit, Throwable cause) {
        super(
                "the stored limit " + Printable.quoted(limit) + " at " + key + " can't be used: " + cause.getMessage()
                        + "; set the limits of that level again",
                cause);
    }
}
