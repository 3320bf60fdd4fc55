/** Aggregation: what was consumed, and what follows from it, from the changes of a store. */
module dev.zaelimiter.aggregator {
    requires transitive dev.zaelimiter;
    requires com.fasterxml.jackson.core;
    requires static org.jspecify;

    exports dev.zaelimiter.aggregator;
}
