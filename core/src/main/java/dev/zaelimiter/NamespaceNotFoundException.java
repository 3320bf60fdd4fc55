package dev.zaelimiter;

/** A namespace that an operation needs is not there. Nothing was changed. */
public final class NamespaceNotFoundException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String namespace;

    /**
     * Names the namespace.
     *
     * @param namespace its name or id
     * @param advice what is wrong, and what to do
     */
    public NamespaceNotFoundException(String namespace, String advice) {
        super("namespace " + Shown.quoted(namespace) + " " + advice);
        this.namespace = namespace;
    }

    /**
     * Its name or id.
     *
     * @return as given
     */
    public String namespace() {
        return namespace;
    }
}
