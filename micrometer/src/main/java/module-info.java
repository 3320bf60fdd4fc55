/** Metrics and observations of a limiter. */
module dev.zaelimiter.micrometer {
    requires transitive dev.zaelimiter;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;
    requires micrometer.commons;
    requires static org.jspecify;

    exports dev.zaelimiter.micrometer;
}
