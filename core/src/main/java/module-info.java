/**
 * The limiter: its API, its arithmetic and engine, and the port that stores sit behind.
 */
module dev.zaelimiter {
    requires static transitive org.jspecify;
    requires com.github.benmanes.caffeine;
    requires org.slf4j;

    exports dev.zaelimiter;
    exports dev.zaelimiter.repository;
    exports dev.zaelimiter.store;
}
