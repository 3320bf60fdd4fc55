/** The dashboard: a page on this machine that shows limits while they run. */
module dev.zaelimiter.dashboard {
    requires transitive dev.zaelimiter.admin;
    requires jdk.httpserver;
    requires static org.jspecify;

    exports dev.zaelimiter.dashboard;
}
