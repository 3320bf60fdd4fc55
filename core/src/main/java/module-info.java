/** The limiter: its API, its arithmetic and engine, and the port that stores sit behind. */
// The module that the wiring is exported to is built after this one.
@SuppressWarnings("module")
module dev.zaelimiter {
    requires static transitive org.jspecify;
    requires com.github.benmanes.caffeine;
    requires org.slf4j;

    exports dev.zaelimiter;
    exports dev.zaelimiter.repository;
    exports dev.zaelimiter.store;
    exports dev.zaelimiter.internal.engine.acquire to
            dev.zaelimiter.admin,
            dev.zaelimiter.testkit;
    exports dev.zaelimiter.internal.engine.kernel to
            dev.zaelimiter.admin,
            dev.zaelimiter.aggregator;
    exports dev.zaelimiter.internal.bucket to
            dev.zaelimiter.admin,
            dev.zaelimiter.aggregator,
            dev.zaelimiter.testkit;
    exports dev.zaelimiter.internal.facets to
            dev.zaelimiter.admin,
            dev.zaelimiter.aggregator,
            dev.zaelimiter.testkit;
    exports dev.zaelimiter.internal.guard to
            dev.zaelimiter.aggregator,
            dev.zaelimiter.dashboard,
            dev.zaelimiter.dynamodb,
            dev.zaelimiter.embedded,
            dev.zaelimiter.http,
            dev.zaelimiter.llm,
            dev.zaelimiter.spring;
    exports dev.zaelimiter.internal.schema to
            dev.zaelimiter.admin,
            dev.zaelimiter.aggregator,
            dev.zaelimiter.testkit;
}
