package dev.zaelimiter;

/** The throwing form of a {@link Refusal}. Nothing was taken. */
public final class RateLimitExceededException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    /**
     * Wraps a refusal.
     *
     * @param refusal what to tell the caller
     */
    public RateLimitExceededException(Refusal refusal) {
        super(refusal.message());
        this.refusal = refusal;
    }

    /**
     * Why, whose, and when to come back.
     *
     * @return the refusal; not carried through Java serialization
     */
    public Refusal refusal() {
        return refusal;
    }
}
