package dev.zaelimiter.embedded.journal;

/** A file whose first bytes don't say that it is a store file which this version can read. Nothing was changed. */
public final class UnreadableHeadException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /** It is something else. */
        FOREIGN,
        /** It is a store file, or was one, whose head is damaged. */
        DAMAGED,
        /** It is of a later version. */
        NEWER
    }

    private final Kind kind;

    UnreadableHeadException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /**
     * Why.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }
}
