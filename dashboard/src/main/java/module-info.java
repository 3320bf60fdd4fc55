/** The dashboard: a page on this machine that shows limits while they run. */
module dev.zaelimiter.dashboard {
    requires transitive dev.zaelimiter.admin;
    requires jdk.httpserver;
    requires org.slf4j;
    requires static org.jspecify;

    exports dev.zaelimiter.dashboard;
}
