package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Key;

/** A stored limit is not as this implementation knows them: damaged, or of a newer version. */
public final class DamagedConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DamagedConfigException(Key key, String foreign) {
        super(foreign + " at " + key
                + " is of a kind that only the Python system can follow; set the limits of that level"
                + " again, as ones that refill");
    }

    DamagedConfigException(Key key, String limit, Throwable cause) {
        super(
                "the stored limit '" + limit + "' at " + key + " can't be used: " + cause.getMessage()
                        + "; set the limits of that level again",
                cause);
    }
}
