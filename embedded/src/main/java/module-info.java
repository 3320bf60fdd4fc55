/** The embedded store: everything in this process, nothing to install. */
module dev.zaelimiter.embedded {
    requires transitive dev.zaelimiter;
    requires static org.jspecify;

    exports dev.zaelimiter.embedded;
}
