/** Test doubles for applications that use the limiter. */
module dev.zaelimiter.testkit {
    requires transitive dev.zaelimiter;
    requires transitive dev.zaelimiter.embedded;
    requires dev.zaelimiter.admin;
    requires static org.jspecify;

    exports dev.zaelimiter.testkit;
}
