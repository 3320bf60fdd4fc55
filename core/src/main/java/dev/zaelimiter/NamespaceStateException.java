package dev.zaelimiter;

/** A namespace is there, but not in the state that an operation needs. Nothing was changed. */
public final class NamespaceStateException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String namespace;
    private final String state;

    /**
     * Names the namespace.
     *
     * @param namespace its name or id
     * @param state the state that it is in
     * @param advice what is wrong, and what to do
     */
    public NamespaceStateException(String namespace, String state, String advice) {
        super("namespace " + Shown.quoted(namespace) + " " + advice);
        this.namespace = namespace;
        this.state = state;
    }

    /**
     * Its name or id.
     *
     * @return as given
     */
    public String namespace() {
        return namespace;
    }

    /**
     * The state that it is in.
     *
     * @return {@code active}, {@code deleted} or {@code purging}
     */
    public String state() {
        return state;
    }
}
