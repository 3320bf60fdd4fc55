/** Test doubles for applications that use the limiter. */
module dev.zaelimiter.testkit {
    requires transitive dev.zaelimiter;
    requires transitive dev.zaelimiter.embedded;
    requires dev.zaelimiter.admin;
    requires jdk.httpserver;
    requires static org.jspecify;

    exports dev.zaelimiter.testkit;
    exports dev.zaelimiter.testkit.model;
}
