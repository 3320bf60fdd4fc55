package dev.zaelimiter;

/**
 * Where buckets and stored limits live: one namespace of one store. The way in.
 *
 * <p>Stores hand it out: {@code EmbeddedRepository.inMemory()}, or any {@code ItemStore} through
 * {@code RepositoryBuilder}. One instance serves a whole process: it batches the calls of all its threads, so make one
 * and share it. Safe for use by many threads.
 */
public interface LimitRepository extends AutoCloseable {

    /**
     * The blocking face.
     *
     * @return one shared instance
     */
    RateLimiter rateLimiter();

    /**
     * The asynchronous face of the same limiter.
     *
     * @return one shared instance
     */
    AsyncRateLimiter asyncRateLimiter();

    /**
     * The stored limits.
     *
     * @return one shared instance
     */
    StoredLimits limits();

    /**
     * The entities.
     *
     * @return one shared instance
     */
    Entities entities();

    /**
     * What was consumed, if an aggregator runs.
     *
     * @return one shared instance
     */
    Usage usage();

    /**
     * The same store in another namespace, with the same settings. Client and configuration cache are shared; counters,
     * buckets and leases are its own. It is closed with this one, and may be closed before.
     *
     * @param name of a namespace that exists
     * @return one shared instance for each namespace, until it is closed
     * @throws CannotOpenException if there is no namespace of this name
     * @throws InvalidInputException if the name breaks its rule
     * @throws StoreFailureException if the store fails
     */
    LimitRepository namespace(String name);

    /**
     * What has happened so far.
     *
     * @return a snapshot of counters
     */
    RepositoryStatistics statistics();

    /**
     * Stops admission, writes the corrections that are due within the deadline, and reports to the listener and the log
     * what could not be written. Returns when all that was sent has been answered, or the deadline has passed; nothing
     * is sent after that. May be called more than once, and by several threads, each of which returns when it is
     * closed.
     *
     * @throws BlockingInCallbackException if it would wait for the very thread that it is called on, as in a callback
     *     that runs inline; then the repository stays open
     */
    @Override
    void close();
}
