package dev.zaelimiter;

/** Something that shares the store is too old for what was to be stored. Nothing was changed. */
public final class VersionConflictException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String found;
    private final String needed;

    /**
     * Says what is too old.
     *
     * @param operation what was to be done
     * @param field of the store's record of versions
     * @param found the version there
     * @param needed the least version
     */
    public VersionConflictException(String operation, String field, String found, String needed) {
        super(operation + ": the store says " + field + " " + found + ", and this needs " + needed
                + " or newer; update that part of the Python system first. Nothing was changed");
        this.field = field;
        this.found = found;
        this.needed = needed;
    }

    /**
     * What is too old.
     *
     * @return a field of the store's record of versions
     */
    public String field() {
        return field;
    }

    /**
     * The version there.
     *
     * @return as it is stored
     */
    public String found() {
        return found;
    }

    /**
     * The least version.
     *
     * @return of the Python system
     */
    public String needed() {
        return needed;
    }
}
